import { Migrator } from 'kysely/migration';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS } from '../../server/database/migrate.ts';
import type { Database } from '../../server/database/open.ts';
import { readCredentials } from '../../server/database/users/users.ts';
import { sign } from '../helpers/database/sign.ts';
import { openTestDatabase } from '../helpers/database/test-database.ts';
import { aPerson } from '../helpers/make.ts';

const database = await openTestDatabase();
afterAll(() => database.destroy());

test('a failed transaction rolls back its own changes only', async () => {
  const [kept, lost] = [aPerson(), aPerson()];
  const failing = database.transaction().execute(async (transaction) => {
    await sign(transaction, lost.email);
    throw new Error('on purpose');
  });
  await Promise.all([expect(failing).rejects.toThrow('on purpose'), sign(database, kept.email)]);
  expect(await readCredentials(database, kept.email)).toBeDefined();
  expect(await readCredentials(database, lost.email)).toBeUndefined();
});

test('a failed migration leaves the database unchanged', async () => {
  const tables = async () => (await database.introspection.getTables()).map(({ name }) => name);
  const before = await tables();
  const failing = {
    up: async (inside: Database) => {
      await inside.schema.createTable('half').addColumn('id', 'text').execute();
      throw new Error('on purpose');
    },
  };
  const provider = { getMigrations: async () => ({ ...MIGRATIONS, '9999-failing': failing }) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  expect(error).toMatchObject({ message: 'on purpose' });
  expect(await tables()).toEqual(before);
  expect(before).toContain('users');
  expect(await sign(database)).toBeDefined();
});
