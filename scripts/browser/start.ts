import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// Opens an empty page: `--version` works without fonts and sandbox libraries, and prints nothing on Windows.
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
    // On Windows the browser may keep a file open for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}
