import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Whether there is a file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Whether the browser opens an empty page. Asking for its version proves less: Windows prints none, and a missing font
 * or sandbox library shows with a page only.
 */
export async function startsAsBrowser(path: string): Promise<boolean> {
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

function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A browser that is ending can still hold a file; the system clears its temporary folder.
  }
}
