import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseRefused } from '../../server/database/errors.ts';
import { isServer, openDatabase, readSnapshot } from '../../server/database/open.ts';
import { refuseUnlessReplaceable, verifyBackup } from '../../server/database/sqlite/backup.ts';
import { SetUpProblem } from '../set-up.mjs';
import { type Command, command, legible, ownDatabase } from './command.ts';
import { fill } from './copy.ts';
import { makeWhole, untilSignal } from './files.ts';

const STOPPED = 143;
// In bytes, of what does not begin as a backup does.
const LARGEST_LOOKED_AT = 1024 * 1024;

/** `npm run restore`: fills the database of the settings, which must be empty, from a backup. */
export const restore: Command = async (words, settings, { print }) => {
  const [name, ...more] = parseArgs({ args: words, allowPositionals: true, options: {} }).positionals;
  if (name === undefined || more.length > 0) throw new SetUpProblem('Name the backup to restore.');
  const [database, path] = [ownDatabase(settings), resolve(name)];
  await untilSignal(STOPPED, () =>
    isServer(database) ? restoreToServer(database, path) : restoreToFile(placeOf(database), path),
  );
  print(legible(`Everything of ${path} is in the database again. Start the server.`));
};

/** Where a link leads, also to what is lost: the disk that it names is the one to hold the data. */
function placeOf(database: string): string {
  const isLink = lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(database), readlinkSync(database)) : database;
}

async function restoreToFile(database: string, path: string): Promise<void> {
  refuseUnlessReplaceable(database);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  await makeWhole(database, async (unfinished) => {
    await copyChecked(path, unfinished);
    // Whoever runs this may be root; whoever serves is not.
    const { uid, gid } = statSync(dirname(database));
    if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
    refuseUnlessReplaceable(database);
    // What the file before has left would be played into this one.
    for (const rest of ['-wal', '-shm', '-journal']) rmSync(`${database}${rest}`, { force: true });
  });
}

/** In one transaction: all or nothing. */
async function restoreToServer(database: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-restore-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const copy = join(folder, 'backup.sqlite');
    await copyChecked(path, copy);
    await readSnapshot(copy, (backup) => fill(backup, database, 'The database'));
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Brings a backup up to this version; the backup itself is only read. */
async function copyChecked(path: string, copy: string): Promise<void> {
  if (isAtWork(path)) {
    throw new SetUpProblem(`${path} is a database at work, not a backup: make one by npm run backup.`);
  }
  const file = statSync(path, { throwIfNoEntry: false });
  // A pipe would be waited for, and a device read without end.
  if (file && !file.isFile()) throw new SetUpProblem(`${path} is no file: name a backup. Nothing was changed.`);
  if (file && file.size > lengthToldBy(path)) {
    throw new SetUpProblem(`${path} holds more than a backup: name another one. Nothing was changed.`);
  }
  copyFileSync(path, copy);
  chmodSync(copy, 0o600);
  try {
    await verifyBackup(copy);
    await (await openDatabase(copy)).destroy();
    await verifyBackup(copy);
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new SetUpProblem(`${error.message.replaceAll(copy, path)} Nothing was changed.`);
  }
}

/** As its first page tells (https://sqlite.org/fileformat.html, section 1.3): a file of holes would fill the disk. */
function lengthToldBy(path: string): number {
  const head = Buffer.alloc(100);
  const file = openSync(path, 'r');
  readSync(file, head);
  closeSync(file);
  if (!head.toString('latin1').startsWith('SQLite format 3\0')) return LARGEST_LOOKED_AT;
  const pageSize = head.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * head.readUInt32BE(28);
}

function isAtWork(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

if (import.meta.main) await command(restore);
