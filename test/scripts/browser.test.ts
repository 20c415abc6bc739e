import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installWithApt } from '../../scripts/browser/fetch.ts';
import { findBrowser, installedBrowser } from '../../scripts/browser/find.ts';

const OPENS_A_PAGE = "echo '<html></html>'";
const INSTALL = 'apt-get -o DPkg::Lock::Timeout=240 install -y --no-install-recommends chromium-headless-shell';
const BY_HAND = 'it needs root, so run `sudo apt-get install chromium` yourself';

const found = (path: string) => async () => ({ path });
const missing = (failure: string) => async () => ({ failure });
const yes = async () => true;
const no = async () => false;

let folder: string;

function makeProgram(name: string, text: string, mode = 0o755) {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, mode);
  return path;
}

// The programs are shell scripts.
describe.skipIf(process.platform === 'win32')('the browser of the tests', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trilha-'));
    vi.stubEnv('CHROMIUM_PATH', undefined);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('is the one that CHROMIUM_PATH names, before any other', async () => {
    const named = makeProgram('my-chromium', OPENS_A_PAGE);
    vi.stubEnv('CHROMIUM_PATH', named);
    expect(await findBrowser([found('/another')])).toBe(named);
  });

  test.for([
    ['no file', () => join(folder, 'missing'), /^CHROMIUM_PATH is .*missing, which is not a program/],
    ['a text', () => makeProgram('notes.txt', OPENS_A_PAGE, 0o644), /is not a program that can be run/],
    ['a folder', () => folder, /is not a program that can be run/],
    ['another program', () => makeProgram('chromium', 'exit 1'), /which opens no page/],
  ] as const)('is no other when CHROMIUM_PATH names %s', async ([, path, problem]) => {
    vi.stubEnv('CHROMIUM_PATH', path());
    await expect(findBrowser([found('/another')])).rejects.toThrow(problem);
  });

  test('is the first one found; without one, the error says how to install it', async () => {
    expect(await findBrowser([missing('nowhere'), found('/second'), found('/third')])).toBe('/second');
    await expect(findBrowser([missing('on the PATH'), missing('a download')])).rejects.toThrow(
      /Tried: on the PATH; a download\. Install one, or set CHROMIUM_PATH to its path/,
    );
  });

  test.runIf(process.platform === 'linux')('must open a page', async () => {
    const shell = makeProgram('chromium-headless-shell', OPENS_A_PAGE);
    vi.stubEnv('PATH', folder);
    expect(await installedBrowser()).toEqual({ path: shell });
  });

  test.for([
    ['root, who is not asked', 0, no, undefined, [INSTALL]],
    ['a user who says yes', 1000, yes, undefined, ['sudo env', 'sudo env', INSTALL]],
    ['a user who says no', 1000, no, BY_HAND, []],
    // Without a terminal the question cannot be asked.
    ['a user without a terminal', 1000, undefined, BY_HAND, []],
  ] as const)('is installed by apt-get only with permission: %s', async ([, user, ask, problem, commands]) => {
    const log = join(folder, 'log');
    makeProgram('apt-get', `echo "apt-get $*" >> '${log}'`);
    makeProgram('sudo', `while expr "$1" : - > /dev/null; do shift; done\necho "sudo $1" >> '${log}'\nexec "$@"`);
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    vi.spyOn(process, 'getuid').mockReturnValue(user);
    expect(await installWithApt(ask)).toBe(problem);
    // The function reports that it installs.
    vi.mocked(console.error).mockClear();
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    expect(lines.filter((line) => /^sudo env|^apt-get .*install/.test(line))).toEqual(commands);
  });
});
