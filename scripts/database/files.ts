import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetUpProblem } from '../set-up.mjs';

const PREFIX = '.trilha-unfinished-';

/** Makes a file under another name, and renames it when it is complete and on the disk. Throws SetUpProblem. */
export async function makeWhole(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const parent = dirname(path);
  if (!existsSync(parent)) throw new SetUpProblem(`${parent} is no folder: make it first. Nothing was changed.`);
  await inTemporaryFolder(parent, async (folder) => {
    const unfinished = join(folder, 'database.sqlite');
    await make(unfinished);
    sync(unfinished, 'r+');
    renameSync(unfinished, path);
  });
  // Windows opens no folder, and needs none.
  if (process.platform !== 'win32') sync(parent, 'r');
}

/** Runs `work` in a new folder, then removes it, and those in `parent` that an earlier process did not live to remove. */
export async function inTemporaryFolder(parent: string, work: (folder: string) => Promise<void>): Promise<void> {
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeAbandoned(join(parent, name));
  const folder = mkdtempSync(join(parent, PREFIX));
  const lock = lockFolder(folder);
  const remove = () => {
    if (lock.isOpen) lock.close();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  try {
    await work(folder);
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Throws while another process has the lock. The operating system releases it when the process dies. */
function lockFolder(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function removeAbandoned(folder: string): void {
  try {
    // Another user's folder may contain links; an empty one may belong to a process that has just made it.
    const isOurs = lstatSync(folder).uid === (process.getuid?.() ?? 0);
    if (!isOurs || readdirSync(folder).length === 0) return;
    lockFolder(folder).close();
  } catch {
    return;
  }
  rmSync(folder, { recursive: true, force: true });
}

function sync(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
