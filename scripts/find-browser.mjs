import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installWithApt, playwrightBrowser } from './fetch-browser.mjs';
import { SetUpProblem } from './set-up.mjs';
import { isProgram, startsAsBrowser } from './start-browser.mjs';

/**
 * A way to get a browser: its path, or why there is none.
 * @typedef {() => Promise<{ path: string } | { failure: string }>} Way
 */

/**
 * The path of a Chromium that starts: the one CHROMIUM_PATH names and no other, else the first that a way finds.
 * @param {Way[]} ways
 * @returns {Promise<string>}
 */
export async function findBrowser(ways = [installedBrowser, playwrightBrowser, aptBrowser]) {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isProgram(named)) throw new SetUpProblem(`CHROMIUM_PATH is ${named}, which is not a program that can be run.`);
    if (!(await startsAsBrowser(named))) throw new SetUpProblem(`CHROMIUM_PATH is ${named}, which opens no page.`);
    return named;
  }

  const failures = [];
  for (const way of ways) {
    const result = await way();
    if ('path' in result) return result.path;
    failures.push(result.failure);
  }
  throw new SetUpProblem(
    `The browser tests need Chromium, Chrome or Edge. Tried: ${failures.join('; ')}. ` +
      'Install one, or say where it is with CHROMIUM_PATH, then run the command again.',
  );
}

/**
 * A browser that is on this machine.
 * @type {Way}
 */
export async function installedBrowser() {
  const present = [...new Set(usualPlaces())].filter(isProgram);
  for (const path of present) {
    if (await startsAsBrowser(path)) return { path };
  }
  if (present.length > 0) return { failure: `${present.join(', ')}, which opens no page` };
  return { failure: 'the PATH and the usual places of the three' };
}

/** @type {Way} */
async function aptBrowser() {
  const failure = await installWithApt();
  if (failure) return { failure: `apt-get: ${failure}` };
  const installed = await installedBrowser();
  return 'path' in installed ? installed : { failure: `apt-get: it left ${installed.failure}` };
}

function usualPlaces() {
  if (process.platform === 'win32') return windowsPlaces();
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    );
  }
  // The PATH of a service can lack even the usual folders.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/local/bin', '/usr/bin'];
  // The shell is the same browser without a window's furniture, which a test would wait for and never see.
  const shell = 'chromium-headless-shell';
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
}

function windowsPlaces() {
  const { ProgramFiles, 'ProgramFiles(x86)': programFiles32, LOCALAPPDATA } = process.env;
  const names = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
  return [ProgramFiles, programFiles32, LOCALAPPDATA].flatMap((folder) =>
    folder ? [...names, 'Chromium/Application/chrome.exe'].map((name) => join(folder, name)) : [],
  );
}
