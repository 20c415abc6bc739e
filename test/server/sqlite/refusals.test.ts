import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { DatabaseRefused } from '../../../server/database/errors.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aFolder, aPath, open } from './files.ts';

/** A new database of ours, changed by these statements. */
async function ours(statements = ''): Promise<string> {
  const path = aPath();
  await (await openDatabase(path)).destroy();
  return changed(path, statements);
}

function changed(path: string, statements: string): string {
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
  return path;
}

function fileOf(content: string): string {
  const path = join(aFolder(), 'file');
  writeFileSync(path, content);
  return path;
}

async function damaged(): Promise<string> {
  const path = await ours();
  writeFileSync(path, readFileSync(path).fill(0x5a, 4096, 4096 * 4));
  return path;
}

const FUTURE = "insert into kysely_migration values ('9999-\u001b[2J', '2030-01-01T00:00:00.000Z')";

test.for<[what: string, make: () => string | Promise<string>, reason: RegExp]>([
  ['text', () => fileOf('not a database '.repeat(500)), /is not a SQLite database: point DATABASE_URL/],
  ['of a few bytes', () => fileOf('abc'), /is not a SQLite database/],
  ['damaged', damaged, /is damaged: restore it from a backup/],
  ["another program's", () => changed(fileOf(''), 'create table cats (id integer)'), /is the database of another/],
  ['newer', () => ours(FUTURE), /was made by a newer Trilha: start that version/],
])('a file that is %s is refused in one line, and not changed', async ([, make, reason]) => {
  const path = await make();
  const before = fingerprint(readFileSync(path, 'latin1'));
  const failure = await openDatabase(path).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseRefused);
  expect((failure as DatabaseRefused).message).toMatch(reason);
  expect((failure as DatabaseRefused).message).not.toMatch(/\p{Cc}/u);
  expect(fingerprint(readFileSync(path, 'latin1'))).toBe(before);
});

test('a folder, or a path through a file, is refused', async () => {
  for (const path of [aFolder(), join(fileOf('x'), 'trilha.sqlite')]) {
    await expect(openDatabase(path)).rejects.toThrow(/cannot be opened .*: check its permissions/);
  }
});

test('an empty file becomes a new database', async () => {
  const path = fileOf('');
  chmodSync(path, 0o600);
  expect(await sign(await open(path))).toBeDefined();
});

// Only Linux reports the bytes read by a process.
test.runIf(process.platform === 'linux')('a start does not scan a large file (X-486)', async () => {
  const path = await ours('create table filling (bytes blob); insert into filling values (zeroblob(104857600))');
  const before = bytesRead();
  await open(path);
  expect(bytesRead() - before).toBeLessThan(10 * 1024 * 1024);
});

function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
