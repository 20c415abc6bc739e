import { randomUUID } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { DatabaseRefused } from '../../../server/database/statements/failures.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aFolder, aPath, open } from './files.ts';

async function ours(): Promise<string> {
  const path = aPath();
  await (await openDatabase(path)).destroy();
  return path;
}

function written(bytes: string): string {
  const path = join(aFolder(), randomUUID());
  writeFileSync(path, bytes);
  return path;
}

describe('a file that is not for us is refused in one line, and stays as it is:', () => {
  const cases: Array<[string, () => string | Promise<string>, RegExp]> = [
    ['text', () => written('not a database '.repeat(500)), /is not a SQLite database: point DATABASE_URL/],
    ['a few bytes', () => written('abc'), /is not a SQLite database/],
    [
      'damaged',
      async () => {
        const path = await ours();
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0x5a, 4096, 4096 * 4));
        return path;
      },
      /is damaged: restore it from a backup/,
    ],
    [
      "another program's",
      () => {
        const path = join(aFolder(), randomUUID());
        const other = new DatabaseSync(path);
        other.exec('create table cats (id integer)');
        other.close();
        return path;
      },
      /is the database of another program/,
    ],
    [
      'newer',
      async () => {
        const path = await ours();
        const other = new DatabaseSync(path);
        other.exec("insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')");
        other.close();
        return path;
      },
      /was made by a newer Trilha \(it holds the migration 9999-future\): start that version/,
    ],
  ];

  test.for(cases)('%s', async ([, make, reason]) => {
    const path = await make();
    const before = fingerprint(readFileSync(path, 'latin1'));
    const failure = await openDatabase(path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseRefused);
    expect((failure as DatabaseRefused).message).toMatch(reason);
    expect((failure as DatabaseRefused).message).not.toContain('\n');
    expect(fingerprint(readFileSync(path, 'latin1'))).toBe(before);
  });

  test('a folder', async () => {
    await expect(openDatabase(aFolder())).rejects.toThrow(/cannot be opened .*: check its permissions/);
  });

  test('a path that leads through a file', async () => {
    await expect(openDatabase(join(written('x'), 'trilha.sqlite'))).rejects.toThrow(DatabaseRefused);
  });
});

test('an empty file is a new database', async () => {
  const path = join(aFolder(), randomUUID());
  writeFileSync(path, '');
  chmodSync(path, 0o600);
  expect(await sign(await open(path))).toBeDefined();
});

// Only Linux tells what a process has read.
test.runIf(process.platform === 'linux')('a start reads no large file through (X-486)', async () => {
  const path = await ours();
  const other = new DatabaseSync(path);
  other.exec('create table filling (bytes blob); insert into filling values (zeroblob(100 * 1024 * 1024))');
  other.close();
  const before = bytesRead();
  await open(path);
  expect(bytesRead() - before).toBeLessThan(10 * 1024 * 1024);
});

/** How many bytes this process has asked the system for. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
