import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { readShown } from '../../../server/database/handles.ts';
import { listPublicProfiles, readProfile } from '../../../server/database/profiles.ts';
import { readSession } from '../../../server/database/sessions.ts';
import { open } from './files.ts';

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
    const page = { skip: 15, limit: 15, take: () => true };
    const plans = [
      ...(await plansOf((database) => readProfile(database, 'x'))),
      ...(await plansOf((database) => readShown(database, 'x', 'y'))),
      ...(await plansOf((database) => readSession(database, 'x', new Date(), 1))),
      ...(await plansOf((database) => listPublicProfiles(database, { ...page, tech: 'x' }))),
    ];
    // A `row` is one of those that were found already.
    expect(plans.filter((plan) => plan.startsWith('SCAN') && plan !== 'SCAN row')).toEqual([]);
    const searches = plans.filter((plan) => plan.startsWith('SEARCH technologies'));
    expect(searches.length).toBeGreaterThan(1);
    for (const search of searches) expect(search).toContain('(user_id=?');
  });
});
