import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { readShown } from '../../../server/database/users/handles.ts';
import { listPublicProfiles, readProfile } from '../../../server/database/users/profiles.ts';
import { readSession } from '../../../server/database/accounts/sessions.ts';
import { makePeople } from '../../../scripts/database/people.ts';
import { sqliteBulk } from '../../../server/database/sqlite/bulk.ts';
import { open } from './files.ts';

const PAGE = { after: undefined, limit: 15, take: () => true };

/** The plans of SQLite for the queries of `ask`. */
async function plansOf(database: Database, ask: (database: Database) => Promise<unknown>): Promise<string[]> {
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
  const plans = asked.map(({ sql, parameters }) =>
    database.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])),
  );
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail));
}

test('frequent reads search by user or key, and scan no table', async () => {
  const database = await open(':memory:');
  const plans = await plansOf(database, async (asked) => {
    await readProfile(asked, 'x');
    await readShown(asked, 'x', 'y');
    await readSession(asked, 'x', new Date(), 1);
    await listPublicProfiles(asked, { ...PAGE, skip: 15, tech: 'x' });
  });
  // These are the results of earlier steps of a query.
  const found = ['SCAN row', 'SCAN titles', 'SCAN matching'];
  expect(plans.filter((plan) => plan.startsWith('SCAN') && !found.includes(plan))).toEqual([]);
  const searches = plans.filter((plan) => plan.startsWith('SEARCH technologies'));
  expect(searches.length).toBeGreaterThan(1);
  for (const search of searches) expect(search).toMatch(/\(user_id=\?|USING COVERING INDEX technologies_listed/);
});

/** Enough listed users for SQLite to choose its indexes; only the last one has a rare technology. */
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

test('the list of users is read through its indexes, whatever the search', async () => {
  const database = await withMany();
  for (const tech of ['', 'rara', 'html', 'nobody knows it']) {
    const plans = await plansOf(database, async (asked) => {
      for (const skip of [0, 140]) await listPublicProfiles(asked, { ...PAGE, tech, skip });
    });
    expect(plans.filter((plan) => /^SCAN (users|technologies)/.test(plan))).toEqual([]);
    const byPosition = plans.filter((plan) => plan.includes('users_listed'));
    expect(byPosition.length).toBeGreaterThan(1);
    for (const plan of byPosition) expect(plan).toContain('users_listed (visibility=?');
    const byTitle = plans.filter((plan) => plan.includes('technologies_listed'));
    expect(byTitle.length > 1).toBe(tech !== '');
    for (const plan of byTitle) expect(plan).toContain('COVERING INDEX technologies_listed');
  }
});
