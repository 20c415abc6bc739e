import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePeople } from '../../../scripts/database/fake-people.ts';
import { selectClassesOf } from '../../../server/database/classes/classes.ts';
import type { Database } from '../../../server/database/open.ts';
import { listPublicProfiles } from '../../../server/database/public-profiles/list-profiles.ts';
import { sqliteBulk } from '../../../server/database/sqlite/bulk.ts';
import { open } from './files.ts';

/** Enough listed users for SQLite to choose its indexes; the last one has a technology that nobody else has. */
async function withMany(): Promise<Database> {
  const database = await open(':memory:');
  const { users, technologies } = makePeople(1, 300, 1, 'hash');
  await database.transaction().execute(async (transaction) => {
    await sqliteBulk.append(transaction, 'users', users);
    await sqliteBulk.append(transaction, 'technologies', technologies);
    await transaction.updateTable('users').set({ visibility: 'public' }).execute();
    await transaction.updateTable('technologies').set({ listed: 1, title: 'html', search_key: 'html' }).execute();
    const rare = { listed: 300, search_key: 'rara' };
    await transaction.updateTable('technologies').set(rare).where('sequence', '=', 300).execute();
  });
  return database;
}

/** The plans of all queries that `read` runs. */
async function plansOf(database: Database, read: (database: Database) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const recording = database.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(database.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // The first run compiles the prepared queries.
  await read(database);
  await read(Object.assign(recording, { engine: database.engine }));
  const rows = queries.map(({ sql: query, parameters }) =>
    database.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${query}`, [...parameters])),
  );
  return (await Promise.all(rows)).flatMap((result) => result.rows.map(({ detail }) => detail));
}

test('the list of users and its search read their indexes, whatever the text (X-662)', async () => {
  const database = await withMany();
  const byPosition: string[] = [];
  for (const tech of ['rara', 'html', 'nobody knows it', '']) {
    const plans = await plansOf(database, async (through) => {
      for (const skip of [0, 140]) {
        await listPublicProfiles(through, { after: undefined, limit: 15, take: () => true, tech, skip });
      }
    });
    expect(plans.filter((plan) => /^SCAN (users|technologies)/.test(plan))).toEqual([]);
    byPosition.push(...plans.filter((plan) => plan.includes('users_listed')));
    for (const index of tech === '' ? [] : ['technologies_in_order', 'technologies_listed']) {
      const reads = plans.filter((plan) => plan.includes(index));
      expect(reads.length).toBeGreaterThan(1);
      for (const plan of reads) expect(plan).toContain(`COVERING INDEX ${index}`);
    }
  }
  expect(byPosition.length).toBeGreaterThan(1);
  for (const plan of byPosition) expect(plan).toContain('users_listed (visibility=?');
});

test('the list of classes counts members without reading their accounts', async () => {
  const plans = await plansOf(await withMany(), (database) => selectClassesOf(database, 'x', new Date(0)).execute());
  expect(plans.filter((plan) => /(SCAN|SEARCH) (class_members|users|locked)/.test(plan))).toEqual([
    'SEARCH class_members USING COVERING INDEX class_members_class_id (class_id=?)',
    'SEARCH class_members USING COVERING INDEX sqlite_autoindex_class_members_2 (user_id=? AND class_id=?)',
    'SCAN locked USING COVERING INDEX users_locked',
  ]);
});

test('a deletion finds the rows that go with it by an index', async () => {
  const database = await open(':memory:');
  const keys = sql<{ child: string; column: string }>`
    select tables.name as child, keys."from" as "column"
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys where tables.type = 'table'`;
  const { rows } = await keys.execute(database);
  const plans = rows.map(async ({ child, column }) => {
    const plan = sql<{ detail: string }>`
      explain query plan delete from ${sql.table(child)} where ${sql.ref(column)} = 'x'`;
    return (await plan.execute(database)).rows[0]?.detail;
  });
  expect(rows.length).toBeGreaterThan(10);
  expect((await Promise.all(plans)).filter((detail) => !detail?.startsWith('SEARCH'))).toEqual([]);
});
