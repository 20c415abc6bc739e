import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { endOf, runCommand, startCommand } from '../../helpers/database/command.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aFolder, aPath, open } from './files.ts';

// A table without its keys and references, and a row that they would have refused.
const LOOSE = `create table copy as select * from handles; insert into copy values ('ana', 'nobody', null);
  drop table handles; alter table copy rename to handles`;
const DANGLING = "pragma foreign_keys = off; insert into handles values ('x', 'x', null)";
const folder = aFolder();
const source = aPath();
await sign(await open(source));
const good = join(folder, 'good.sqlite');
const link = join(folder, 'link.sqlite');
symlinkSync('/none/far.sqlite', link);
await runCommand('backup', [good], { DATABASE_URL: `sqlite:${source}` });

const restore = (backup: string, path: string) => runCommand('restore', [backup], { DATABASE_URL: `sqlite:${path}` });

describe('a restore', () => {
  test('refuses a target that another process has open', async () => {
    const path = aPath();
    const database = await openDatabase(path);
    const err = `${path} is in use: stop the server first. Nothing was changed.\n`;
    expect(await restore(good, path)).toEqual({ code: 1, out: '', err });
    expect(await sign(database)).toBeDefined();
    await database.destroy();
  });

  test.for<[name: string, spoil: (path: string) => void, line: string]>([
    ['a text', (path) => writeFileSync(path, 'no database '.repeat(100)), 'is not a SQLite database'],
    ['an empty file', (path) => writeFileSync(path, ''), 'is no backup of Trilha'],
    ['half a backup', (path) => truncateSync(path, 20_480), 'damaged'],
    ['a newer version', alter("insert into kysely_migration values ('9999-future', '')"), 'made by a newer Trilha'],
    ['dangling references', alter(DANGLING), 'is damaged'],
    ['another program', makeCats, 'is the database of another program: name another backup.'],
    ['another column', alter('alter table users add column evil text'), "differ from Trilha's (users.evil)"],
    ['a view for a table', alter('drop table events; create view events as select 1'), "differ from Trilha's"],
    ['a row that breaks a rule', alter(LOOSE), 'The database rejected a row (A foreign key'],
    ['a hole at its end', (path) => truncateSync(path, 2 ** 28), 'is larger than its SQLite header says'],
    ['a video', (path) => writeFileSync(path, Buffer.alloc(2 ** 21)), 'is larger than its SQLite header says'],
    ['a running server', (path) => writeFileSync(`${path}-wal`, 'x'), 'is a database in use'],
  ])('of %s changes nothing, and fails in one line (X-504)', async ([name, spoil, line]) => {
    const bad = join(folder, `${name}.sqlite`);
    copyFileSync(good, bad);
    spoil(bad);
    const place = aPath();
    const { code, out, err } = await restore(bad, place);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(line);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('DATABASE_URL');
    expect(existsSync(place)).toBe(false);
  });

  test('copies the rows of a tampered backup, and nothing else of it (X-504)', async () => {
    const [bad, place] = [join(folder, 'tampered.sqlite'), aPath()];
    copyFileSync(good, bad);
    alter(`create trigger leak after insert on users begin update users set bio = password_hash; end;
      create view leaked as select password_hash from users; create table more (id);
      drop index technologies_one_title_per_person; create index mine on users (bio)`)(bad);
    expect(await restore(bad, place)).toMatchObject({ code: 0 });
    const ddl = 'select name, sql from sqlite_master order by name';
    expect(new DatabaseSync(place).prepare(ddl).all()).toEqual(new DatabaseSync(source).prepare(ddl).all());
  });

  test.for(['is lost', 'is empty'])('follows a link to a file that %s', async (how) => {
    const [disk, own] = [aFolder(), aFolder()];
    const [place, far] = [join(own, 'trilha.sqlite'), join(disk, 'far.sqlite')];
    symlinkSync(far, place);
    if (how === 'is empty') writeFileSync(far, '');
    expect(await restore(good, place)).toMatchObject({ code: 0 });
    expect([readlinkSync(place), readdirSync(own), readdirSync(disk)]).toEqual([
      far,
      ['trilha.sqlite'],
      ['far.sqlite'],
    ]);
  });
});

describe('a backup', () => {
  test('of a damaged database says so, not that another file is damaged', async () => {
    const [bad, own] = [join(folder, 'damaged.sqlite'), aFolder()];
    copyFileSync(good, bad);
    alter(DANGLING)(bad);
    const err = 'The database is damaged: restore it from an earlier backup. Nothing was changed.\n';
    const made = await runCommand('backup', [join(own, 'b.sqlite')], { DATABASE_URL: `sqlite:${bad}` });
    expect(made).toEqual({ code: 1, out: '', err });
    expect(readdirSync(own)).toEqual([]);
  });

  // Only Linux can limit the files of a process.
  if (spawnSync('prlimit', ['--version']).status === 0) {
    test('on a full disk fails with a message and removes its file', async () => {
      const own = aFolder();
      const settings = { DATABASE_URL: `sqlite:${good}` };
      const under = ['prlimit', '--fsize=50000'];
      const err = 'The disk has no space for the backup. Nothing was changed.\n';
      const child = startCommand('backup', [join(own, 'b.sqlite')], { settings, under });
      expect(await endOf(child)).toEqual({ code: 1, out: '', err });
      expect(readdirSync(own)).toEqual([]);
    });
  }

  test('removes the files of a killed one, and overwrites no file created meanwhile (X-504)', async () => {
    const [path, own] = [aPath(), aFolder()];
    await (await openDatabase(path)).destroy();
    // The backups can begin, and not end before this lock is released.
    const holder = new DatabaseSync(path);
    holder.exec('pragma locking_mode = exclusive; begin exclusive');
    const start = (name: string) =>
      startCommand('backup', [join(own, name)], { settings: { DATABASE_URL: `sqlite:${path}` } });
    const locks = () => readdirSync(own, { recursive: true }).filter((name) => String(name).endsWith('lock'));
    const killed = start('a.sqlite');
    await expect.poll(locks).toHaveLength(1);
    killed.kill('SIGKILL');
    await endOf(killed);
    const left = locks();
    const running = start('b.sqlite');
    await expect.poll(() => [locks().length, locks()[0] === left[0]]).toEqual([1, false]);
    const done = await runCommand('backup', [join(own, 'c.sqlite')], { DATABASE_URL: `sqlite:${source}` });
    expect([done.code, locks().length]).toEqual([0, 1]);
    writeFileSync(join(own, 'b.sqlite'), 'mine');
    holder.close();
    const err = `${join(own, 'b.sqlite')} already exists: name a new file. Nothing was changed.\n`;
    expect(await endOf(running)).toEqual({ code: 1, out: '', err });
    expect(readFileSync(join(own, 'b.sqlite'), 'utf8')).toBe('mine');
    expect(readdirSync(own)).toEqual(['b.sqlite', 'c.sqlite']);
  });
});

test.for([
  ['restore', 'a missing file', [good]],
  ['restore', 'a link', [good]],
  ['seed', 'a missing file', ['--users', '1']],
  ['seed', 'an empty file', ['--users', '1']],
  ['seed', 'a link', ['--users', '1']],
] as const)('%s to %s keeps the write-ahead log of a file that was moved away (X-487)', async ([name, what, words]) => {
  const [path, crashed, own] = [aPath(), join(aFolder(), 'trilha.sqlite'), aFolder()];
  await sign(await open(path));
  copyFileSync(path, `${crashed}.before`);
  copyFileSync(`${path}-wal`, `${crashed}-wal`);
  if (what === 'an empty file') writeFileSync(crashed, '');
  if (what === 'a link') symlinkSync(crashed, join(own, 'trilha.sqlite'));
  const place = what === 'a link' ? join(own, 'trilha.sqlite') : crashed;
  const { code, err } = await runCommand(name, words, { DATABASE_URL: `sqlite:${place}` });
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/-wal has the latest writes of .*\n$/) });
  renameSync(`${crashed}-wal`, `${crashed}.before-wal`);
  const moved = await open(`${crashed}.before`);
  expect(await moved.selectFrom('users').select('email').execute()).toHaveLength(1);
});

test.for([
  ['backup', [], 'Usage: npm run backup -- <new file> | --every 24h [--keep 14] <folder>'],
  ['backup', ['--every', '1', 'a'], '--every must be a duration of at most 24d, such as 24h or 30m.'],
  ['backup', ['--every', '1h', '--keep', '0', 'a'], '--keep must be a number from 1 to 999999.'],
  ['backup', ['--keep', '1', 'a'], '--keep needs --every. Nothing was changed.'],
  ['backup', [link], `${link} already exists: name a new file. Nothing was changed.`],
  ['backup', ['/none/a'], '/none is not a folder: create it first. Nothing was changed.'],
  ['seed', ['--users', 'many'], '--users must be a number from 1 to 1000000000.'],
  ['seed', ['--users', '1', '--techs', '501'], '--techs must be a number from 0 to 500.'],
  ['seed', ['--people', '3'], "Unknown option '--people'"],
  ['restore', [], 'Usage: npm run restore -- <backup>'],
  ['restore', [tmpdir()], 'is not a file: name a backup. Nothing was changed.'],
  ['restore', ['/none'], "ENOENT: no such file or directory, copyfile '/none'"],
] as const)('%s %j fails in one line', async ([name, options, line]) => {
  const place = name === 'restore' ? aPath() : source;
  const { code, out, err } = await runCommand(name, options, { DATABASE_URL: `sqlite:${place}` });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(line);
  expect(err.trim().split('\n')).toHaveLength(1);
});

function alter(statement: string): (path: string) => void {
  return (path) => {
    const database = new DatabaseSync(path);
    database.exec(statement);
    database.close();
  };
}

function makeCats(path: string): void {
  writeFileSync(path, '');
  alter('create table cats (id integer)')(path);
}
