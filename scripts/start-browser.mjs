import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * True when path is a file this person may run.
 * @param {string} path
 */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * True when the browser opens an empty page. Its version would prove less: on Windows none is printed, and a missing
 * font or sandbox library only shows with a page.
 * @param {string} path
 */
export async function startsAsBrowser(path) {
  const profile = mkdtempSync(join(tmpdir(), 'trilha-browser-'));
  const headless = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const args = [...headless, `--user-data-dir=${profile}`, '--dump-dom', 'about:blank'];
  try {
    const { stdout } = await promisify(execFile)(path, args, { timeout: 120_000, killSignal: 'SIGKILL' });
    return stdout.includes('<html');
  } catch {
    return false;
  } finally {
    removeProfile(profile);
  }
}

/** @param {string} profile */
function removeProfile(profile) {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A browser on its way out can hold a file a moment longer; the system clears its temporary folder.
  }
}
