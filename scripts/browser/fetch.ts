import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { programOf } from '../set-up.mjs';
import { isProgram, startsAsBrowser } from './start.ts';

export type Way = () => Promise<{ path: string } | { failure: string }>;

export async function playwrightBrowser(): ReturnType<Way> {
  const cached = await downloadedBrowser();
  if (cached) return { path: cached };

  console.error('No browser is installed: downloading Chromium…');
  const failure = await download();
  const path = await downloadedBrowser();
  if (path) return { path };
  return { failure: `Playwright's download: ${failure ?? 'it does not start on this system'}` };
}

async function downloadedBrowser(): Promise<string | undefined> {
  const args = [programOf('playwright-core'), 'install', '--dry-run', 'chromium'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const folders = [...stdout.matchAll(/Install location: +(.+?)\s*$/gm)].map((match) => match[1] ?? '');
  const browser =
    /(^|[\\/])(chrome|chrome-headless-shell|headless_shell)(\.exe)?$|MacOS\/(Google Chrome for Testing|Chromium)$/;
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { encoding: 'utf8', recursive: true }).map((name) => join(folder, name)));
  for (const path of paths) {
    if (browser.test(path) && isProgram(path) && (await startsAsBrowser(path))) return path;
  }
  return undefined;
}

/** Downloads Chromium; gives up after a minute without progress. Resolves with the failure, if any. */
function download(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [programOf('playwright-core'), 'install', '--only-shell', 'chromium'], {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const giveUp = setTimeout(() => {
      child.kill('SIGKILL');
      resolve('it made no progress for a minute');
    }, 60_000);
    let reason = 'it failed';
    child.stdout.on('data', (data) => {
      if (/\d% of/.test(String(data))) giveUp.refresh();
    });
    child.stderr.on('data', (data) => {
      reason = /^Error: (.+)$/m.exec(String(data))?.[1] ?? reason;
    });
    child.once('close', (code) => {
      clearTimeout(giveUp);
      resolve(code === 0 ? undefined : reason);
    });
  });
}

/** Waits for another run of apt, such as the daily upgrades of a new machine. */
const APT_GET = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=240'] as const;

/** Installs Chromium with apt-get, through sudo if `ask` allows it. Resolves with the failure, if any. */
export async function installWithApt(ask = askAtTerminal): Promise<string | undefined> {
  if (await failureOf('apt-get', ['--version'])) return 'this system has none';
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) {
    if (await failureOf('sudo', ['--version'])) return 'it needs root';
    if (!(await ask())) return 'it needs root, so run `sudo apt-get install chromium` yourself';
  }

  console.error('Installing Chromium with apt-get…');
  const [command, ...first] = isRoot ? APT_GET : (['sudo', ...APT_GET] as const);
  await failureOf(command, [...first, 'update']);
  const install = [...first, 'install', '-y', '--no-install-recommends'];
  const noShell = await failureOf(command, [...install, 'chromium-headless-shell']);
  return noShell && failureOf(command, [...install, 'chromium']);
}

async function askAtTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  process.stderr.write('No browser was found. Install Chromium with `sudo apt-get`? (y/N) ');
  const terminal = createInterface({ input: process.stdin });
  const answer = await new Promise<string>((resolve) => {
    terminal.once('line', resolve).once('close', () => resolve(''));
  });
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function failureOf(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 300_000, maxBuffer: Infinity }, (error, _stdout, stderr) => {
      if (!error) resolve(undefined);
      else if (error.killed) resolve('it took more than five minutes');
      else resolve(stderr.trim().split('\n').at(-1) || error.message);
    });
  });
}
