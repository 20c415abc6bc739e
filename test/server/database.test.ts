import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { DatabaseRefused, DatabaseUnavailable, UserGone } from '../../server/database/failures.ts';
import { addSession, readSession } from '../../server/database/sessions.ts';
import { addTechnology, listTechnologies } from '../../server/database/technologies.ts';
import { listPublicProfiles, readProfile } from '../../server/database/profiles.ts';
import { addUser, readCredentials } from '../../server/database/users.ts';
import { listWorks } from '../../server/database/works.ts';
import { fingerprint } from '../../server/accounts/tokens.ts';
import { aPerson } from '../helpers/make.ts';
import { startServer } from '../helpers/start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-database-'));
const opened: Database[] = [];

afterAll(async () => {
  await Promise.all(opened.map((database) => database.destroy()));
  rmSync(folder, { recursive: true });
});

function aPath(): string {
  return join(folder, randomUUID(), 'trilha.sqlite');
}

async function open(path = aPath()): Promise<Database> {
  const database = await openDatabase(path);
  opened.push(database);
  return database;
}

function sign(database: Database, email = aPerson().email) {
  const { password: _password, ...user } = aPerson({ email });
  return addUser(database, user, { passwordHash: 'hash', visibility: 'private' }, new Date());
}

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}

async function locked(): Promise<{ database: Database; other: DatabaseSync }> {
  const path = aPath();
  const database = await open(path);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  return { database, other };
}

async function ours(): Promise<string> {
  const path = aPath();
  await (await openDatabase(path)).destroy();
  return path;
}

function written(bytes: string): string {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return path;
}

describe('a connection', () => {
  test.for([
    ['synchronous', 2],
    ['journal_mode', 'wal'],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['busy_timeout', 50],
  ] as const)('has the pragma %s set to %s', async ([name, value]) => {
    expect(await pragma(await open(), name)).toBe(value);
  });

  test('keeps to itself what it holds', async () => {
    const path = aPath();
    await sign(await open(path));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  test('leaves one file behind when it is closed', async () => {
    const path = aPath();
    const database = await openDatabase(path);
    await sign(database);
    await database.destroy();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });

  test('keeps transactions apart: one that fails takes only its own changes back', async () => {
    const database = await open();
    const [kept, lost] = [aPerson(), aPerson()];
    const failing = database.transaction().execute(async (transaction) => {
      await sign(transaction, lost.email);
      throw new Error('on purpose');
    });
    await Promise.all([expect(failing).rejects.toThrow('on purpose'), sign(database, kept.email)]);
    expect(await readCredentials(database, kept.email)).toBeDefined();
    expect(await readCredentials(database, lost.email)).toBeUndefined();
  });
});

/** How many statements the lock refuses from now on, and how many of them in a row, with nothing else between. */
function watchAttempts() {
  const seen = { refused: 0, longestRow: 0 };
  let row = 0;
  for (const name of ['run', 'all'] as const) {
    const original = Reflect.get(StatementSync.prototype, name) as () => never;
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      try {
        return Reflect.apply(original, this, values);
      } catch (error) {
        seen.refused += 1;
        row += 1;
        seen.longestRow = Math.max(seen.longestRow, row);
        setImmediate(() => (row = 0));
        throw error;
      }
    });
    onTestFinished(() => spy.mockRestore());
  }
  return seen;
}

describe('a file that another process has locked', () => {
  test('is read as ever, and written as soon as it is free', async () => {
    const { database, other } = await locked();
    const writing = sign(database);
    // Were it to wait for the lock, or behind the write, it would be refused like one.
    expect(await readCredentials(database, 'nobody@example.com')).toBeUndefined();
    other.exec('rollback');
    expect(await readProfile(database, await writing)).toMatchObject({ visibility: 'private' });
    other.close();
  });

  test('refuses all who wait to write after about three seconds, and stays responsive meanwhile', async () => {
    const { database, other } = await locked();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const attempts = watchAttempts();
    const inTransaction = database.transaction().execute(async (transaction) => sign(transaction));
    const writes = [inTransaction, ...Array.from({ length: 20 }, () => sign(database))];
    await expect.poll(() => attempts.refused).toBeGreaterThan(1);
    vi.advanceTimersByTime(3_000);
    const before = attempts.refused;
    const refused = await Promise.allSettled(writes);
    expect(refused.map((result) => result.status === 'rejected' && result.reason)).toEqual(
      writes.map(() => expect.any(DatabaseUnavailable)),
    );
    // The time is over for all of them: whose turn it is tries once more, and nobody after that.
    expect(attempts.refused - before).toBe(1);
    // Each attempt freezes the process for 50 ms: twenty in a row would be a second without answers.
    expect(attempts.longestRow).toBe(1);
    other.exec('rollback');
    expect(await sign(database)).toBeDefined();
    other.close();
  });

  test('makes the API answer 503 to writes and 200 to reads', async () => {
    const path = aPath();
    const server = await startServer({ database: await openDatabase(path) });
    const { token } = await server.signUp();
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    const body = { title: 'React', status: 'Iniciante' };
    const write = server.ask('POST', '/users/techs', { token, body });
    for (const route of ['/profile', '/healthz', '/readyz']) {
      expect((await server.ask('GET', route, { token })).status).toBe(200);
    }
    expect(await write).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '1' } });
    other.exec('rollback');
    expect((await server.ask('POST', '/users/techs', { token, body })).status).toBe(201);
    other.close();
  });
});

test('a full disk makes the API answer 503 to writes and 200 to reads, until there is room again', async () => {
  const server = await startServer();
  const { token } = await server.signUp();
  const pages = Number(await pragma(server.database, 'page_count'));
  await pragma(server.database, `max_page_count = ${pages}`);
  let status = 201;
  for (let count = 0; status === 201 && count < 200; count += 1) {
    ({ status } = await server.ask('POST', '/users/techs', {
      token,
      body: { title: `${count}${'x'.repeat(90)}`, status: 'Iniciante' },
    }));
  }
  expect(status).toBe(503);
  expect((await server.ask('GET', '/profile', { token })).status).toBe(200);
  await pragma(server.database, `max_page_count = ${pages + 1_000}`);
  expect(
    (await server.ask('POST', '/users/techs', { token, body: { title: 'React', status: 'Iniciante' } })).status,
  ).toBe(201);
});

test('a migration that fails leaves the database as it was', async () => {
  const database = await open();
  const failing = {
    up: async (inside: Database) => {
      await inside.schema.createTable('half').addColumn('id', 'text').execute();
      throw new Error('on purpose');
    },
  };
  const { MIGRATIONS } = await import('../../server/database/migrations/all.ts');
  const provider = { getMigrations: async () => ({ ...MIGRATIONS, '9999-failing': failing }) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  expect(error).toMatchObject({ message: 'on purpose' });
  const tables = (await database.introspection.getTables()).map(({ name }) => name);
  expect(tables).toEqual(['attempts', 'avatars', 'sessions', 'technologies', 'users', 'works']);
  expect(await sign(database)).toBeDefined();
});

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
        const path = join(folder, randomUUID());
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
    await expect(openDatabase(folder)).rejects.toThrow(/cannot be opened .*: check its permissions/);
  });

  test('a path that leads through a file', async () => {
    await expect(openDatabase(join(written('x'), 'trilha.sqlite'))).rejects.toThrow(DatabaseRefused);
  });
});

test('a unique index that refuses a row names its columns', async () => {
  const database = await open(':memory:');
  const [email, now] = [aPerson().email, new Date()];
  const userId = await sign(database, email);
  await expect(sign(database, email.toUpperCase())).rejects.toMatchObject({
    name: 'UniqueViolation',
    columns: ['email_key'],
  });
  const technology = { title: 'React', status: 'Iniciante' };
  const passwordHash = 'hash';
  const session = { tokenHash: 'token', ipPrefix: null, userAgent: null };
  await addSession(database, { userId, passwordHash }, session, now);
  const writer = { userId, tokenHash: session.tokenHash };
  await addTechnology(database, writer, technology, now);
  await expect(addTechnology(database, writer, technology, now)).rejects.toMatchObject({
    name: 'UniqueViolation',
    columns: ['user_id', 'title_key'],
  });
});

test('what is added for a user who is gone is refused', async () => {
  const database = await open(':memory:');
  const now = new Date();
  const session = { tokenHash: 'token', ipPrefix: null, userAgent: null };
  const add = addSession(database, { userId: randomUUID(), passwordHash: 'hash' }, session, now);
  expect(await add).toBe(false);
  const writer = { userId: randomUUID(), tokenHash: 'token' };
  await expect(addTechnology(database, writer, { title: 'React', status: 'Iniciante' }, now)).rejects.toThrow(UserGone);
});

test('an empty file is a new database', async () => {
  const path = join(folder, randomUUID());
  writeFileSync(path, '');
  chmodSync(path, 0o600);
  expect(await sign(await open(path))).toBeDefined();
});

/** What a verb asks the database, and how SQLite goes about it. */
async function plansOf(ask: (database: Database) => Promise<unknown>): Promise<string[]> {
  const database = await open(':memory:');
  const asked: CompiledQuery[] = [];
  await ask(
    database.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(database.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  const plans = await Promise.all(
    asked.map(({ sql: text, parameters }) =>
      database.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`, [...parameters])),
    ),
  );
  return plans.flatMap(({ rows }) => rows.map(({ detail }) => detail));
}

describe('what is read all the time', () => {
  test('is found by its user or its key, whatever else there is', async () => {
    const plans = [
      ...(await plansOf((database) => readProfile(database, 'x'))),
      ...(await plansOf((database) => listTechnologies(database, ['x', 'y']))),
      ...(await plansOf((database) => listWorks(database, ['x', 'y']))),
      ...(await plansOf((database) => readSession(database, 'x', new Date()))),
      ...(await plansOf((database) => listPublicProfiles(database, { page: 1, perPage: 15, tech: 'x' }))),
    ];
    expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
    const searches = plans.filter((plan) => plan.startsWith('SEARCH technologies'));
    expect(searches.length).toBeGreaterThan(1);
    for (const search of searches) expect(search).toContain('(user_id=?');
  });
});
