import { StatementSync } from 'node:sqlite';
import type { Insertable } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePeople } from '../../../scripts/database/fake-people.ts';
import { findSequences } from '../../../server/database/public-profiles/search.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { countTurns } from '../../helpers/turns.ts';
import { open } from './files.ts';

const PEOPLE = 400;
const SEARCHES = 20;

test('concurrent searches take their steps in slices of a turn of the event loop (X-641)', async () => {
  const database = await open();
  const people = makePeople(1, PEOPLE, 10, 'hash');
  const users = people.users.map(({ sequence: _sequence, ...user }) => user) as Array<Insertable<Tables['users']>>;
  const technologies = people.technologies.map((row, at) => ({ ...row, search_key: `t ${at}` }));
  await database.insertInto('users').values(users).execute();
  for (let at = 0; at < technologies.length; at += 500) {
    const some = technologies.slice(at, at + 500) as Array<Insertable<Tables['technologies']>>;
    await database.insertInto('technologies').values(some).execute();
  }

  const steps: number[] = [];
  const turn = countTurns();
  let now = performance.now();
  const all = Reflect.get(StatementSync.prototype, 'all') as () => never;
  vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
    if (this.sourceSQL.includes('recursive titles')) {
      steps[turn()] = (steps[turn()] ?? 0) + 1;
      now += 10;
    }
    return Reflect.apply(all, this, values);
  });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const search = () => findSequences(database, 'nobody knows it', { after: 0, limit: 15 });
  await Promise.all(Array.from({ length: SEARCHES }, search));
  const [first, ...others] = steps.filter(Boolean);
  expect(first).toBe(SEARCHES);
  expect(others).toEqual(Array(SEARCHES).fill(1));
});
