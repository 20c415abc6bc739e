import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetUpProblem } from '../set-up.mjs';

const PREFIX = '.trilha-unfinished-';

/** Renames the file to `path` when it is complete and on the disk. Throws SetUpProblem. */
export async function writeAtomically(path: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  const parent = dirname(path);
  if (!existsSync(parent)) throw new SetUpProblem(`${parent} is not a folder: create it first. Nothing was changed.`);
  using folder = makeTemporaryFolder(parent);
  const unfinished = join(folder.path, 'database.sqlite');
  await make(unfinished);
  await sync(unfinished, 'r+');
  renameSync(unfinished, path);
  if (process.platform !== 'win32') await sync(parent, 'r');
}

/** Makes a folder that `using` removes. Also removes folders that a killed process left in `parent`. */
export function makeTemporaryFolder(parent: string): Disposable & { path: string } {
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeAbandoned(join(parent, name));
  const path = mkdtempSync(join(parent, PREFIX));
  const lock = lockFolder(path);
  const remove = () => {
    process.off('exit', remove);
    lock.close();
    rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { path, [Symbol.dispose]: remove };
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

async function sync(path: string, flags: string): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}
