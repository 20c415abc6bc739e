import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { DatabaseRefused } from '../../server/database/errors.ts';
import { isPostgresUrl, openDatabase, readSnapshot } from '../../server/database/open.ts';
import { refuseUnlessReplaceable, verifyBackup } from '../../server/database/sqlite/backup.ts';
import { followLink } from '../../server/database/sqlite/inspect.ts';
import { TABLE_NAMES } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, escapeControls, locationOf, runHere } from '../command.ts';
import { copyAll } from './copy.ts';
import { makeTemporaryFolder, writeAtomically } from './files.ts';

// In bytes. Smaller files that are not a SQLite database are copied, and refused by `verifyBackup`.
const LARGEST_OTHER_FILE = 1024 * 1024;

export const restore = defineCommand(
  { usage: 'restore -- <backup>', positionals: [1, 1] },
  async ({ positionals: [name = ''] }, settings, { print }) => {
    const [database, path] = [locationOf(settings['DATABASE_URL']), resolve(name)];
    if (isPostgresUrl(database)) {
      using folder = makeTemporaryFolder(tmpdir());
      await copyRows(path, folder.path, database);
    }
    // The restored file must not replace the link.
    else await restoreToFile(followLink(database), path);
    print(escapeControls(`Restored ${path}. Start the server.`));
  },
);

async function restoreToFile(database: string, path: string): Promise<void> {
  refuseUnlessReplaceable(database);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  await writeAtomically(database, async (unfinished) => {
    await copyRows(path, dirname(unfinished), unfinished);
    await verifyBackup(unfinished);
    // If root runs the command, the server's user, who owns the folder, must be able to open the file.
    const { uid, gid } = statSync(dirname(database));
    if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
    refuseUnlessReplaceable(database);
    // Otherwise SQLite would apply the journal of the previous file to this one.
    for (const suffix of ['-shm', '-journal']) rmSync(`${database}${suffix}`, { force: true });
  });
}

// Rows only, into a schema made by the migrations: a tampered backup may have triggers or views.
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
        `The columns of ${path} differ from Trilha's (${unexpected.join(', ')}): name another backup.`,
      );
    }
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new SetUpProblem(`${error.message.replaceAll(copy, path)} Nothing was changed.`);
  }
  await readSnapshot(copy, (backup) => copyAll(backup, target, 'The database'));
}

async function listColumns(location: string): Promise<Set<string>> {
  await using database = await openDatabase(location);
  const { rows } = await sql<{ name: string }>`
    select tables.name || '.' || columns.name as name
    from sqlite_master as tables join pragma_table_xinfo(tables.name) as columns
    where tables.type = 'table' and tables.name in (${sql.join(TABLE_NAMES)})`.execute(database);
  return new Set(rows.map(({ name }) => name));
}

function refuseOtherFiles(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw new SetUpProblem(`${path} is a database in use, not a backup: make one with npm run backup.`);
  }
  const file = statSync(path, { throwIfNoEntry: false });
  // A pipe would block, and a device may have no end.
  if (file && !file.isFile()) throw new SetUpProblem(`${path} is not a file: name a backup. Nothing was changed.`);
  if (file && file.size > expectedLength(path)) {
    throw new SetUpProblem(`${path} is larger than its SQLite header says: name another backup. Nothing was changed.`);
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
