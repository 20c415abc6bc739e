import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readRows, type Row } from '../../../server/database/bulk.ts';
import { type Database, openDatabase, readSnapshot } from '../../../server/database/open.ts';
import { TABLE_NAMES } from '../../../server/database/tables.ts';
import { endOf, runCommand, startCommand } from '../../helpers/database/command.ts';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { sign } from '../../helpers/database/sign.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-move-'));
const source = join(folder, 'source.sqlite');
const time = '2026-03-01T12:00:00.123Z';

beforeAll(async () => {
  await runCommand('seed', ['--users', '600', '--techs', '2'], { DATABASE_URL: `sqlite:${source}` });
  const database = await openDatabase(source);
  await addRest(database);
  await database.destroy();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Adds rows to every table that the seed leaves empty, with values that the engines store differently. */
async function addRest(database: Database): Promise<void> {
  const user_id = await sign(database, 'ana@example.com');
  const bio = 'Linha um\nlinha "dois" \\x00 \u{1F680} é é';
  const image = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const session = {
    user_id,
    ip_prefix: null,
    created_at: time,
    last_used_at: time,
    expires_at: time,
    user_agent: null,
  };
  const sessions = ['b', 'B', '_', 'a'].map((token_hash) => ({ ...session, token_hash }));
  const counter = { key: 'counter', account: null, count: 3, last_at: time, expires_at: time };
  const event = { user_id, kind: 'login', actor: 'user', network: null, created_at: time } as const;
  await database.updateTable('users').set({ bio }).where('id', '=', user_id).execute();
  await database.insertInto('avatars').values({ user_id, name: randomUUID(), image }).execute();
  await database.insertInto('sessions').values(sessions).execute();
  await database.insertInto('attempts').values(counter).execute();
  await database.insertInto('password_resets').values({ user_id, token_hash: 'c', expires_at: time }).execute();
  await database.insertInto('handles').values({ user_id, handle: 'ana', left_at: time }).execute();
  await database.insertInto('events').values(event).execute();
  const opened = { id: randomUUID(), teacher_id: user_id, name: 'Turma 12', code: 'K7MNPQ2X' };
  await database
    .insertInto('classes')
    .values({ ...opened, created_at: time, ends_at: time })
    .execute();
  const member = { class_id: opened.id, user_id, avatar_name: randomUUID(), joined_at: time };
  await database.insertInto('class_members').values(member).execute();
  await database.updateTable('technologies').set({ deleted_at: time }).where('sequence', '=', 7).execute();
}

/** The rows of each table, in one order. */
async function contentOf(location: string): Promise<Record<string, Row[]>> {
  return readSnapshot(location, async (snapshot) => {
    const content: Record<string, Row[]> = {};
    for (const table of TABLE_NAMES) {
      const rows: Row[] = [];
      for await (const piece of readRows(snapshot, table)) rows.push(...piece.map(plain));
      content[table] = rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
    }
    return content;
  });
}

/** The keys, indexes and references of a database on the server. */
function schemaOf(location: string): Promise<unknown[]> {
  return asOwner(
    `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition, convalidated
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select tablename, indexname, indexdef, true from pg_indexes where schemaname = 'public' order by 1, 2, 3`,
    new URL(location).pathname.slice(1),
  );
}

function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? [...value] : value] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const moveTo = (url: string) => runCommand('move', ['--from', `sqlite:${source}`, '--to', url]);

describe('a move', () => {
  test('to PostgreSQL and back keeps every row, index and reference, and the source (X-485)', async () => {
    const before = readFileSync(source);
    const server = await makeDatabase('empty');
    const moved = await moveTo(server);
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('Set DATABASE_URL to the new database') });
    expect(readFileSync(source).equals(before)).toBe(true);
    const content = await contentOf(source);
    for (const table of TABLE_NAMES) expect(content[table]?.length).toBeGreaterThan(0);
    expect(await contentOf(server)).toEqual(content);
    const schema = await schemaOf(await makeDatabase('migrated'));
    expect(schema.length).toBeGreaterThan(2 * TABLE_NAMES.length);
    expect(await schemaOf(server)).toEqual(schema);

    const back = join(folder, 'back.sqlite');
    expect(await runCommand('move', ['--from', server, '--to', `sqlite:${back}`])).toMatchObject({ code: 0 });
    expect(await contentOf(back)).toEqual(content);
    for (const location of [server, back]) {
      const database = await openDatabase(location);
      expect(await sign(database)).toBeDefined();
      await database.destroy();
    }
  });

  test('rolls back when killed, and can be repeated', async () => {
    const server = await makeDatabase('empty');
    const child = startCommand('move', ['--from', `sqlite:${source}`, '--to', server]);
    child.stderr?.once('data', () => child.kill('SIGKILL'));
    expect(await endOf(child)).toMatchObject({ code: null, out: '' });
    expect(await contentOf(server)).toEqual(Object.fromEntries(TABLE_NAMES.map((table) => [table, []])));
    expect(await moveTo(server)).toMatchObject({ code: 0 });
    expect(await contentOf(server)).toEqual(await contentOf(source));
  });

  test('into a database with rows changes nothing', async () => {
    const server = await makeDatabase('migrated');
    const database = await openDatabase(server);
    await sign(database);
    await database.destroy();
    const before = await contentOf(server);
    const err = '--to already contains users: name an empty database. Nothing was changed.\n';
    expect(await moveTo(server)).toEqual({ code: 1, out: '', err });
    expect(await contentOf(server)).toEqual(before);
  });

  test('takes the password from PGPASSWORD', async () => {
    const address = new URL(await makeDatabase('empty'));
    vi.stubEnv('PGPASSWORD', decodeURIComponent(address.password));
    onTestFinished(() => void vi.unstubAllEnvs());
    address.password = '';
    expect(await moveTo(address.href)).toMatchObject({ code: 0 });
  });

  test.for([
    [['--to', 'sqlite:x'], /^--from is missing/],
    [['--from', 'mysql://root:hunter2@localhost/x', '--to', 'sqlite:x'], /^--from must be "sqlite:"/],
    [['--from', `sqlite:${source}`, '--to', 'sqlite::memory:'], /^--to must not be a database in memory/],
    [['--from', `sqlite:${source}`, '--to', `sqlite:${source}`], /^--from and --to name the same/],
    [['--from', `sqlite:${folder}/none`, '--to', `sqlite:${folder}/new`], /none is missing or empty/],
    [['--from', 'postgres://ana:hunter2@127.0.0.1:1/x', '--to', `sqlite:${folder}/new`], /cannot be reached/],
  ] as const)('with %j fails in one line, without a password', async ([options, line]) => {
    const { code, err } = await runCommand('move', options);
    expect(code).toBe(1);
    expect(err).toMatch(line);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('hunter2');
  });
});
