import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SetUpProblem } from '../set-up.mjs';
import { installWithApt, playwrightBrowser, type Way } from './fetch.ts';
import { isProgram, startsAsBrowser } from './start.ts';

/** Returns the path of a Chromium that starts: CHROMIUM_PATH, else the first that `ways` finds. Throws SetUpProblem. */
export async function findBrowser(ways: Way[] = [installedBrowser, playwrightBrowser, aptBrowser]): Promise<string> {
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
      'Install one, or set CHROMIUM_PATH to its path, then run the command again.',
  );
}

export async function installedBrowser(): ReturnType<Way> {
  const present = [...new Set(usualPlaces())].filter(isProgram);
  for (const path of present) {
    if (await startsAsBrowser(path)) return { path };
  }
  if (present.length > 0) return { failure: `${present.join(', ')}, which opens no page` };
  return { failure: 'the PATH and the usual folders' };
}

async function aptBrowser(): ReturnType<Way> {
  const failure = await installWithApt();
  if (failure) return { failure: `apt-get: ${failure}` };
  const installed = await installedBrowser();
  return 'path' in installed ? installed : { failure: `apt-get: after the installation, ${installed.failure}` };
}

function usualPlaces(): string[] {
  if (process.platform === 'win32') return windowsPlaces();
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    );
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/local/bin', '/usr/bin'];
  const full = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const names = ['chromium-headless-shell', ...full];
  return [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
  ];
}

function windowsPlaces(): string[] {
  const { ProgramFiles, 'ProgramFiles(x86)': programFiles32, LOCALAPPDATA } = process.env;
  const names = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
  return [ProgramFiles, programFiles32, LOCALAPPDATA].flatMap((folder) =>
    folder ? [...names, 'Chromium/Application/chrome.exe'].map((name) => join(folder, name)) : [],
  );
}
