import { StatementSync } from 'node:sqlite';
import type { Insertable } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePeople } from '../../../scripts/database/fake-people.ts';
import { listPublicProfiles } from '../../../server/database/public-profiles/list-profiles.ts';
import { findPeople } from '../../../server/database/public-profiles/people.ts';
import { Budget, findSequenceAt, findSequences } from '../../../server/database/public-profiles/search.ts';
import type { Database } from '../../../server/database/open.ts';
import { currentClient } from '../../../server/load/clients.ts';
import { DatabaseUnavailable } from '../../../server/database/errors.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { countTurns } from '../../helpers/turns.ts';
import { open } from './files.ts';

// A third is public, with more titles than a search reads.
const PEOPLE = 600;
const EACH = 60;
const SEARCHES = 20;

async function openWithPeople(): Promise<Database> {
  const database = await open();
  const people = makePeople(1, PEOPLE, EACH, 'hash');
  const users = people.users.map(({ sequence: _sequence, ...user }) => user) as Array<Insertable<Tables['users']>>;
  const listed = people.technologies.filter((row) => row['listed'] !== null);
  const technologies = listed.map((row, at) => ({ ...row, search_key: `t ${at}` }));
  for (let at = 0; at < users.length; at += 100) {
    await database
      .insertInto('users')
      .values(users.slice(at, at + 100))
      .execute();
  }
  for (let at = 0; at < technologies.length; at += 500) {
    const some = technologies.slice(at, at + 500) as Array<Insertable<Tables['technologies']>>;
    await database.insertInto('technologies').values(some).execute();
  }
  return database;
}

/** Stops the clock. `before` is called before each statement with rows, and returns the milliseconds that it takes. */
function timeStatements(before: (sql: string) => number): void {
  let now = performance.now();
  const all = Reflect.get(StatementSync.prototype, 'all') as () => never;
  vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
    now += before(this.sourceSQL);
    return Reflect.apply(all, this, values);
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
}

function search(database: Database, after = 0) {
  return findSequences({ database, key: 'nobody knows it', budget: new Budget() }, { after, limit: 15 });
}

test('concurrent searches take their steps in slices of a turn of the event loop (X-641)', async () => {
  const database = await openWithPeople();
  const steps: number[] = [];
  const turn = countTurns();
  timeStatements((statement) => {
    if (!statement.includes('recursive titles')) return 0;
    steps[turn()] = (steps[turn()] ?? 0) + 1;
    return 10;
  });
  await Promise.all(Array.from({ length: SEARCHES }, () => search(database)));
  const turns = steps.filter(Boolean);
  expect(turns.length).toBeGreaterThanOrEqual(SEARCHES);
  expect(Math.max(...turns)).toBe(1);
});

test('for a minute after a search has read too many titles, others read none (X-315)', async () => {
  const database = await openWithPeople();
  let [statements, pause] = [0, 0];
  timeStatements((statement) => {
    if (statement.includes('recursive titles')) statements += 1;
    return pause;
  });
  await search(database);
  const first = statements;
  await search(database);
  expect([first > 0, statements]).toEqual([true, first]);
  pause = 60_001;
  await database.selectFrom('users').select('id').limit(1).execute();
  pause = 0;
  await search(database);
  expect(statements).toBe(2 * first);
});

test('a search whose statements take long stops, and can go on (X-317)', async () => {
  const database = await openWithPeople();
  let statements = 0;
  timeStatements(() => {
    statements += 1;
    return 1_000;
  });
  let searches = 0;
  for (let edge: number | undefined = 0; edge !== undefined; searches += 1) {
    statements = 0;
    ({ edge } = await search(database, edge));
    expect(statements).toBeLessThan(5);
  }
  expect(searches).toBeGreaterThan(1);
});

test('a search has as much time after a wait in a queue (X-317)', async () => {
  const database = await openWithPeople();
  const waits = { sum: 0 };
  timeStatements(() => {
    waits.sum += 1_000;
    return 1_000;
  });
  const searching = () => search(database, 0);
  expect(await currentClient.run({ network: 'x', id: 'x', waits }, searching)).toEqual({
    sequences: [],
    edge: undefined,
  });
});

test('a page number of a search that takes long is refused, not an empty page (X-317)', async () => {
  const database = await openWithPeople();
  timeStatements(() => 1_000);
  const text = { database, key: 'nobody knows it', budget: new Budget() };
  await expect(findSequenceAt(text, 15)).rejects.toThrow(DatabaseUnavailable);
});

test('statements of lists and /pessoas read few users while the disk is slow (X-662)', async () => {
  const database = await openWithPeople();
  const listed = await database.selectFrom('users').select('sequence').where('visibility', '=', 'public').execute();
  let statements = 0;
  timeStatements(() => {
    statements += 1;
    return 100;
  });
  await listPublicProfiles(database, { after: undefined, skip: 0, limit: 40, tech: '', take: () => true });
  expect(statements).toBeGreaterThanOrEqual(20);
  await database.updateTable('technologies').set({ spelling: 'html' }).execute();
  statements = 0;
  await findPeople(database, { technologies: [['html']], statuses: ['unknown'], module: undefined }, undefined);
  expect(statements).toBeGreaterThan(listed.length / 16);
});
