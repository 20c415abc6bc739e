import { randomUUID } from 'node:crypto';
import { Migrator } from 'kysely/migration';
import { afterAll, expect, test } from 'vitest';
import { UserGone } from '../../server/database/statements/failures.ts';
import type { Database } from '../../server/database/open.ts';
import { addSession } from '../../server/database/sessions.ts';
import { addTechnology } from '../../server/database/technologies.ts';
import { readCredentials } from '../../server/database/users.ts';
import { openTestDatabase } from '../helpers/database/test-database.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { sign } from '../helpers/database/sign.ts';

const LOGIN = { kind: 'login', actor: 'user', network: null } as const;

const opened: Database[] = [];

afterAll(async () => {
  await Promise.all(opened.map((database) => database.destroy()));
});

async function open(): Promise<Database> {
  const database = await openTestDatabase();
  opened.push(database);
  return database;
}

test('transactions are kept apart: one that fails takes only its own changes back', async () => {
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

test('a migration that fails leaves the database as it was', async () => {
  const database = await open();
  const failing = {
    up: async (inside: Database) => {
      await inside.schema.createTable('half').addColumn('id', 'text').execute();
      throw new Error('on purpose');
    },
  };
  const { MIGRATIONS } = await import('../../server/database/migrate.ts');
  const provider = { getMigrations: async () => ({ ...MIGRATIONS, '9999-failing': failing }) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  expect(error).toMatchObject({ message: 'on purpose' });
  const tables = (await database.introspection.getTables()).map(({ name }) => name);
  expect(tables).toEqual([
    'attempts',
    'avatars',
    'events',
    'handles',
    'level_changes',
    'password_resets',
    'sessions',
    'technologies',
    'users',
    'work_technologies',
    'works',
  ]);
  expect(await sign(database)).toBeDefined();
});

test('a unique index that refuses a row names its columns', async () => {
  const database = await open();
  const [email, now] = [aPerson().email, new Date()];
  const userId = await sign(database, email);
  await expect(sign(database, email.toUpperCase())).rejects.toMatchObject({
    name: 'UniqueViolation',
    columns: ['email_key'],
  });
  const technology = aTechnology();
  const passwordHash = 'hash';
  const session = { tokenHash: 'token', ipPrefix: null, userAgent: null, event: LOGIN };
  await addSession(database, { userId, passwordHash }, session, now);
  const writer = { userId, tokenHash: session.tokenHash };
  await addTechnology(database, writer, technology, now);
  await expect(addTechnology(database, writer, technology, now)).rejects.toMatchObject({
    name: 'UniqueViolation',
    columns: ['user_id', 'title_key'],
  });
});

test('what is added for a user who is gone is refused', async () => {
  const database = await open();
  const now = new Date();
  const session = { tokenHash: 'token', ipPrefix: null, userAgent: null, event: LOGIN };
  const add = addSession(database, { userId: randomUUID(), passwordHash: 'hash' }, session, now);
  expect(await add).toBe(false);
  const writer = { userId: randomUUID(), tokenHash: 'token' };
  await expect(addTechnology(database, writer, aTechnology(), now)).rejects.toThrow(UserGone);
});
