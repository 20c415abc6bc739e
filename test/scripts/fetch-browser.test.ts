import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installWithApt } from '../../scripts/browser/fetch.ts';

const INSTALL = 'apt-get install -y --no-install-recommends chromium-headless-shell';
const BY_HAND = 'it needs root, so run `sudo apt-get install chromium` yourself';

function beUser(id: number) {
  vi.spyOn(process, 'getuid').mockReturnValue(id);
}

// apt-get and sudo are shell scripts here.
describe.skipIf(process.platform === 'win32')('apt-get', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trilha-'));
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    makeProgram('apt-get', `echo "apt-get $*" >> '${folder}/log'`);
    makeProgram(
      'sudo',
      `while expr "$1" : - > /dev/null; do shift; done\necho "sudo $1" >> '${folder}/log'\nexec "$@"`,
    );
  });

  afterEach(() => {
    // It says that it installs.
    vi.mocked(console.error).mockClear();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  function makeProgram(name: string, text: string) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }

  function installs(): string[] {
    const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '';
    return log.split('\n').filter((line) => /^sudo env|^apt-get install/.test(line));
  }

  test('installs a browser for root without asking', async () => {
    beUser(0);
    const ask = vi.fn<() => Promise<boolean>>();
    expect(await installWithApt(ask)).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
    expect(installs()).toEqual([INSTALL]);
  });

  test('installs one through sudo for whoever says yes', async () => {
    beUser(1000);
    expect(await installWithApt(() => Promise.resolve(true))).toBeUndefined();
    expect(installs()).toEqual(['sudo env', 'sudo env', INSTALL]);
  });

  test('installs none for whoever says no', async () => {
    beUser(1000);
    expect(await installWithApt(() => Promise.resolve(false))).toBe(BY_HAND);
    expect(installs()).toEqual([]);
  });

  test('installs none through sudo where there is no terminal to ask at, and tells how', async () => {
    beUser(1000);
    expect(process.stdin.isTTY).toBeFalsy();
    expect(await installWithApt()).toBe(BY_HAND);
    expect(installs()).toEqual([]);
  });
});
