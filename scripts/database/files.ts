import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetUpProblem } from '../set-up.mjs';

/**
 * Makes a file under another name, and gives it its own when it is whole and on the disk. Whatever ends the process but
 * SIGKILL leaves nothing else behind. Throws SetUpProblem.
 */
export async function makeWhole(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (!existsSync(dirname(path))) {
    throw new SetUpProblem(`${dirname(path)} is no folder: make it first. Nothing was changed.`);
  }
  const folder = mkdtempSync(join(dirname(path), '.trilha-unfinished-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const unfinished = join(folder, 'database.sqlite');
    await make(unfinished);
    sync(unfinished, 'r+');
    renameSync(unfinished, path);
  } finally {
    remove();
    process.off('exit', remove);
  }
  // Windows opens no folder, and needs none.
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs `work`. A signal meanwhile ends the process with this code; the listeners of `exit` still run. */
export async function untilSignal(code: number, work: () => Promise<void>): Promise<void> {
  const exit = () => process.exit(code);
  for (const signal of SIGNALS) process.on(signal, exit);
  try {
    await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, exit);
  }
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
