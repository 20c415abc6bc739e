import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { readShown } from '../../../server/database/handles.ts';
import { listPublicProfiles, readProfile } from '../../../server/database/profiles.ts';
import { readSession } from '../../../server/database/sessions.ts';
import { makePeople } from '../../../scripts/database/people.ts';
import { sqliteBulk } from '../../../server/database/sqlite/bulk.ts';
import { open } from './files.ts';

/** What a verb asks the database, and how SQLite goes about it. */
async function plansOf(ask: (database: Database) => Promise<unknown>, given?: Database): Promise<string[]> {
  const database = given ?? (await open(':memory:'));
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
    const page = { after: undefined, skip: 15, limit: 15, take: () => true };
    const plans = [
      ...(await plansOf((database) => readProfile(database, 'x'))),
      ...(await plansOf((database) => readShown(database, 'x', 'y'))),
      ...(await plansOf((database) => readSession(database, 'x', new Date(), 1))),
      ...(await plansOf((database) => listPublicProfiles(database, { ...page, tech: 'x' }))),
    ];
    // A `row` is one of those that were found already, the others what one step after the other has found.
    const known = ['SCAN row', 'SCAN titles', 'SCAN matching'];
    expect(plans.filter((plan) => plan.startsWith('SCAN') && !known.includes(plan))).toEqual([]);
    const searches = plans.filter((plan) => plan.startsWith('SEARCH technologies'));
    expect(searches.length).toBeGreaterThan(1);
    for (const search of searches) expect(search).toMatch(/\(user_id=\?|USING COVERING INDEX technologies_listed/);
  });
});

/** Enough users for SQLite's habits to show, all listed, of whom the last one knows what nobody else knows. */
async function withMany(): Promise<Database> {
  const database = await open(':memory:');
  const { users, technologies } = makePeople(1, 300, 1, 'hash');
  await database.transaction().execute(async (transaction) => {
    await sqliteBulk.append(transaction, 'users', users);
    await sqliteBulk.append(transaction, 'technologies', technologies);
    await transaction.updateTable('users').set({ visibility: 'public' }).execute();
    await transaction.updateTable('technologies').set({ listed: 1, title: 'html', search_key: 'html' }).execute();
    await transaction
      .updateTable('technologies')
      .set({ listed: 300, search_key: 'rara' })
      .where('sequence', '=', 300)
      .execute();
  });
  return database;
}

describe('the list of users', () => {
  test.for(['', 'rara', 'html', 'nobody knows it'])(
    'is read through its indexes, looking for "%s" (X-315)',
    async (tech) => {
      const database = await withMany();
      const page = { after: undefined, limit: 15, take: () => true, tech };
      const [first, deep] = [
        await plansOf((asked) => listPublicProfiles(asked, { ...page, skip: 0 }), database),
        await plansOf((asked) => listPublicProfiles(asked, { ...page, skip: 140 }), database),
      ];
      const plans = [...first, ...deep];
      expect(plans.filter((plan) => /^SCAN (users|technologies)/.test(plan))).toEqual([]);
      const byPlace = plans.filter((plan) => plan.includes('users_listed'));
      expect(byPlace.length).toBeGreaterThan(1);
      for (const plan of byPlace) expect(plan).toContain('users_listed (visibility=?');
      const byTitle = plans.filter((plan) => plan.includes('technologies_listed'));
      expect(byTitle.length > 1).toBe(tech !== '');
      for (const plan of byTitle) expect(plan).toContain('COVERING INDEX technologies_listed');
    },
  );
});
