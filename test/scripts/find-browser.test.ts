import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Way } from '../../scripts/browser/fetch.ts';
import { findBrowser, installedBrowser } from '../../scripts/browser/find.ts';

const opensAPage = "#!/bin/sh\necho '<html></html>'\n";
const fails = '#!/bin/sh\nexit 1\n';

function way(result: Awaited<ReturnType<Way>>): Way {
  return () => Promise.resolve(result);
}

// The browsers made here are shell scripts.
describe.skipIf(process.platform === 'win32')('the browser of the tests', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trilha-'));
    vi.stubEnv('CHROMIUM_PATH', undefined);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  function makeProgram(name: string, text: string) {
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  }

  test('is the one CHROMIUM_PATH names, before any other', async () => {
    const named = makeProgram('my-chromium', opensAPage);
    vi.stubEnv('CHROMIUM_PATH', named);
    expect(await findBrowser([way({ path: '/another' })])).toBe(named);
  });

  test('is no other when CHROMIUM_PATH names nothing', async () => {
    vi.stubEnv('CHROMIUM_PATH', join(folder, 'missing'));
    await expect(findBrowser([way({ path: '/another' })])).rejects.toThrow(
      /^CHROMIUM_PATH is .*missing, which is not a program/,
    );
  });

  test('is no other when CHROMIUM_PATH names a file that cannot be run, or a folder', async () => {
    const notes = makeProgram('notes.txt', opensAPage);
    chmodSync(notes, 0o644);
    for (const path of [notes, folder]) {
      vi.stubEnv('CHROMIUM_PATH', path);
      await expect(findBrowser([way({ path: '/another' })])).rejects.toThrow('is not a program that can be run');
    }
  });

  test('is no other when CHROMIUM_PATH names a program that is no browser', async () => {
    vi.stubEnv('CHROMIUM_PATH', makeProgram('chromium', fails));
    await expect(findBrowser([way({ path: '/another' })])).rejects.toThrow('which opens no page');
  });

  test('is the first that is found', async () => {
    expect(await findBrowser([way({ failure: 'nowhere' }), way({ path: '/second' }), way({ path: '/third' })])).toBe(
      '/second',
    );
  });

  test('is asked of the person when none is found, with all that was tried', async () => {
    await expect(findBrowser([way({ failure: 'on the PATH' }), way({ failure: 'a download' })])).rejects.toThrow(
      /Tried: on the PATH; a download\. Install one, or say where it is with CHROMIUM_PATH/,
    );
  });

  test.runIf(process.platform === 'linux')('on this machine is one that opens a page', async () => {
    const shell = makeProgram('chromium-headless-shell', opensAPage);
    vi.stubEnv('PATH', folder);
    expect(await installedBrowser()).toEqual({ path: shell });
  });
});
