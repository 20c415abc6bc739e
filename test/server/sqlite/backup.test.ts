import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { runCommand } from '../../helpers/database/command.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aFolder, aPath, open } from './files.ts';

const folder = aFolder();
const source = aPath();
await sign(await open(source));
const good = join(folder, 'good.sqlite');
await runCommand('backup', [good], { url: `sqlite:${source}` });

test('a restore leaves a file alone that somebody has open, even an empty one (X-251)', async () => {
  const path = aPath();
  const database = await openDatabase(path);
  const inUse = { code: 1, out: '', err: `${path} is in use: stop the server first. Nothing was changed.\n` };
  expect(await runCommand('restore', [good], { url: `sqlite:${path}` })).toEqual(inUse);
  expect(await sign(database)).toBeDefined();
  await database.destroy();
});

test.for([
  ['no database', (path: string) => writeFileSync(path, 'no database '.repeat(100)), 'is not a SQLite database'],
  ['nothing', (path: string) => writeFileSync(path, ''), 'is no backup of Trilha'],
  ['half of one', (path: string) => truncateSync(path, 20_480), 'damaged'],
  ['of a newer version', alter(`insert into kysely_migration values ('9999-future', '')`), 'made by a newer Trilha'],
  [
    'without what it refers to',
    alter("pragma foreign_keys = off; insert into avatars values ('nobody', 'name', x'00')"),
    'is damaged',
  ],
  ['with holes at its end', (path: string) => truncateSync(path, 2 ** 28), 'holds more than a backup'],
  ['a video', (path: string) => truncateSync(spoilt(path), 2 ** 28), 'holds more than a backup'],
  ['at work', (path: string) => writeFileSync(`${path}-wal`, 'x'), 'is a database at work'],
] as const)('a restore of %s changes nothing and says so in one line (X-252, X-504)', async ([name, spoil, line]) => {
  const bad = join(folder, `${name}.sqlite`);
  copyFileSync(good, bad);
  spoil(bad);
  const place = aPath();
  const { code, out, err } = await runCommand('restore', [bad], { url: `sqlite:${place}` });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(line);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).not.toContain('DATABASE_URL');
  expect(existsSync(place)).toBe(false);
});

// Only Linux lets one bound the files of a process.
if (spawnSync('prlimit', ['--version']).status === 0) {
  test('a backup that finds no room says so, and leaves nothing behind (X-504)', () => {
    const own = aFolder();
    const main = join(import.meta.dirname, '../../../scripts/database/backup.ts');
    const { status, stderr } = spawnSync('prlimit', ['--fsize=50000', process.execPath, main, join(own, 'b.sqlite')], {
      env: { ...process.env, DATABASE_URL: `sqlite:${good}` },
      encoding: 'utf8',
    });
    const line = 'There is no room for the backup: make some. Nothing was changed.\n';
    expect({ status, stderr }).toEqual({ status: 1, stderr: line });
    expect(readdirSync(own)).toEqual([]);
  });
}

test('a backup does not replace what was made meanwhile (X-504)', async () => {
  const [path, own] = [aPath(), aFolder()];
  const file = join(own, 'backup.sqlite');
  await (await openDatabase(path)).destroy();
  // Until it is let go, the backup has begun and cannot end.
  const holder = new DatabaseSync(path);
  holder.exec('pragma locking_mode = exclusive; begin exclusive');
  const making = runCommand('backup', [file], { url: `sqlite:${path}` });
  await expect.poll(() => readdirSync(own)).toHaveLength(1);
  writeFileSync(file, 'mine');
  holder.close();
  const line = `${file} is there already: name a new file. Nothing was changed.\n`;
  expect(await making).toEqual({ code: 1, out: '', err: line });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(own)).toEqual(['backup.sqlite']);
});

test.for(['is lost', 'is empty'])(
  'a restore goes where a link leads, also when what was there %s (X-504)',
  async (how) => {
    const [disk, own] = [aFolder(), aFolder()];
    const [link, far] = [join(own, 'trilha.sqlite'), join(disk, 'far.sqlite')];
    symlinkSync(far, link);
    if (how === 'is empty') writeFileSync(far, '');
    expect(await runCommand('restore', [good], { url: `sqlite:${link}` })).toMatchObject({ code: 0 });
    expect([readlinkSync(link), readdirSync(own), readdirSync(disk)]).toEqual([far, ['trilha.sqlite'], ['far.sqlite']]);
  },
);

test("a restore of another program's database changes nothing (X-252)", async () => {
  const other = join(folder, 'other.sqlite');
  const database = new DatabaseSync(other);
  database.exec('create table users (name text)');
  database.close();
  const { code, err } = await runCommand('restore', [other], { url: `sqlite:${aPath()}` });
  expect({ code, err }).toEqual({
    code: 1,
    err: `${other} is the database of another program: name another backup. Nothing was changed.\n`,
  });
});

test.for([
  ['backup', [], 'Name the file to make, or with --every 24h --keep 14 the folder to make them in.'],
  ['backup', ['a', 'b'], 'Name the file to make, or with --every 24h --keep 14 the folder to make them in.'],
  ['backup', ['--every', '1', 'a'], '--every must be a number and s, m, h or d, up to 24d, such as 24h.'],
  ['backup', ['--every', '1h', '--keep', '0', 'a'], '--keep must be a number from 1 to 999999.'],
  ['backup', ['--keep', '1', 'a'], '--keep is for --every: nothing was made or removed.'],
  ['backup', ['/none/a'], '/none is no folder: make it first. Nothing was changed.'],
  ['restore', [], 'Name the backup to restore.'],
  ['restore', ['/none'], "ENOENT: no such file or directory, copyfile '/none'"],
] as const)('%s %j says in one line what is wrong (X-251)', async ([name, options, line]) => {
  const place = name === 'restore' ? aPath() : source;
  const { code, out, err } = await runCommand(name, [...options], { url: `sqlite:${place}` });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(line);
  expect(err.trim().split('\n')).toHaveLength(1);
});

function spoilt(path: string): string {
  writeFileSync(path, 'no database '.repeat(100));
  return path;
}

function alter(statement: string): (path: string) => void {
  return (path) => {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
  };
}
