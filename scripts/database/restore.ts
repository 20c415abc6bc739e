import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { DatabaseRefused } from '../../server/database/errors.ts';
import { isServer, openDatabase, readSnapshot } from '../../server/database/open.ts';
import { refuseUnlessReplaceable, verifyBackup } from '../../server/database/sqlite/backup.ts';
import { TABLE_NAMES } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, legible, locationOf, runHere } from './command.ts';
import { fill } from './copy.ts';
import { makeTemporaryFolder, makeWhole } from './files.ts';

// In bytes. Smaller files that are not a SQLite database are copied, and refused by `verifyBackup`.
const LARGEST_OTHER_FILE = 1024 * 1024;

export const restore = defineCommand(
  { usage: 'restore -- <backup>', positionals: [1, 1] },
  async ({ positionals: [name = ''] }, settings, { print }) => {
    const [database, path] = [locationOf(settings['DATABASE_URL']), resolve(name)];
    if (isServer(database)) {
      using folder = makeTemporaryFolder(tmpdir());
      await copyRows(path, folder.path, database);
    } else await restoreToFile(followLink(database), path);
    print(legible(`Everything of ${path} is in the database again. Start the server.`));
  },
);

/** Returns the target of a symbolic link, which need not exist. The restored file must not replace the link. */
function followLink(database: string): string {
  const isLink = lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(database), readlinkSync(database)) : database;
}

async function restoreToFile(database: string, path: string): Promise<void> {
  refuseUnlessReplaceable(database);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  await makeWhole(database, async (unfinished) => {
    await copyRows(path, dirname(unfinished), unfinished);
    await verifyBackup(unfinished);
    // If root runs the command, the server's user, who owns the folder, must be able to open the file.
    const { uid, gid } = statSync(dirname(database));
    if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
    refuseUnlessReplaceable(database);
    // Otherwise SQLite would apply the log of the previous file to this one.
    for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${database}${suffix}`, { force: true });
  });
}

/**
 * Copies the rows of a backup into an empty database, whose schema comes from the migrations. Does not copy triggers,
 * views, indexes and checks: the backup may have been tampered with.
 */
async function copyRows(path: string, folder: string, target: string): Promise<void> {
  const copy = join(folder, 'backup.sqlite');
  refuseOtherFiles(path);
  copyFileSync(path, copy);
  chmodSync(copy, 0o600);
  try {
    await verifyBackup(copy);
    const unexpected = [...(await listColumns(':memory:')).symmetricDifference(await listColumns(copy))];
    if (unexpected.length > 0) {
      throw new DatabaseRefused(
        `${path} has other columns than Trilha (${unexpected.join(', ')}): name another backup.`,
      );
    }
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new SetUpProblem(`${error.message.replaceAll(copy, path)} Nothing was changed.`);
  }
  await readSnapshot(copy, (backup) => fill(backup, target, 'The database'));
}

async function listColumns(location: string): Promise<Set<string>> {
  await using database = await openDatabase(location);
  const { rows } = await sql<{ name: string }>`
    select tables.name || '.' || columns.name as name
    from sqlite_master as tables join pragma_table_xinfo(tables.name) as columns
    where tables.type = 'table' and tables.name in (${sql.join(TABLE_NAMES)})`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

/** Throws SetUpProblem for a file that cannot be a backup, before it is copied. */
function refuseOtherFiles(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new SetUpProblem(`${path} is a database in use, not a backup: make one by npm run backup.`);
  }
  const file = statSync(path, { throwIfNoEntry: false });
  // A pipe would block, and a device may have no end.
  if (file && !file.isFile()) throw new SetUpProblem(`${path} is no file: name a backup. Nothing was changed.`);
  if (file && file.size > expectedLength(path)) {
    throw new SetUpProblem(`${path} holds more than a backup: name another one. Nothing was changed.`);
  }
}

/** The length in the database header (https://sqlite.org/fileformat.html, section 1.3). A sparse file may be longer. */
function expectedLength(path: string): number {
  const head = Buffer.alloc(100);
  const file = openSync(path, 'r');
  readSync(file, head);
  closeSync(file);
  if (!head.toString('latin1').startsWith('SQLite format 3\0')) return LARGEST_OTHER_FILE;
  const pageSize = head.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * head.readUInt32BE(28);
}

if (import.meta.main) await runHere(restore);
