import { describe, expect, test } from 'vitest';
import type { LevelChange } from '#contract/level-change.ts';
import { LEVEL_CHANGES_LIMIT } from '#contract/limits.ts';
import { MIGRATIONS } from '../../../server/database/migrate.ts';
import { sweepTechnologies } from '../../../server/database/technologies/technologies.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const HOUR = 60 * 60_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');
const at = (time: number) => new Date(START + time).toISOString();

const historyOf = async (token: string, on = server) =>
  (await on.ask<LevelChange[]>('GET', '/profile/history', { token })).body;
const entry = (id: string, title: string, status: string | null, time: number) => {
  return { technology: { id, title }, status, at: at(time) };
};
const change = (token: string, id: string, body: object) => server.ask('PUT', `/users/techs/${id}`, { token, body });

describe('the history of technologies', () => {
  test('has creations, level changes, removals and restorations, also of deleted ones (X-375)', async () => {
    const own = await startServer();
    const { token } = await own.signUp();
    const { id } = await own.addTechnology(token, { title: 'Reac', status: 'Iniciante' });
    for (const [method, suffix, body] of [
      ['PUT', '', { title: 'React', status: 'Intermediario' }],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const) {
      own.turnClock(1);
      await own.ask(method, `/users/techs/${id}${suffix}`, { token, body });
    }
    await sweepTechnologies(own.database, new Date(START + HOUR));
    const levels = ['Iniciante', 'Intermediario', null, 'Intermediario', null];
    expect(await historyOf(token, own)).toEqual(levels.map((level, time) => entry(id, 'React', level, time)));
  });

  test('ends with a restoration, although the clock went back since the removal', async () => {
    const own = await startServer();
    const { token } = await own.signUp();
    const { id } = await own.addTechnology(token, { status: 'Iniciante' });
    for (const [method, suffix, milliseconds] of [
      ['DELETE', '', 1_000],
      ['POST', '/restore', -500],
    ] as const) {
      own.turnClock(milliseconds);
      await own.ask(method, `/users/techs/${id}${suffix}`, { token });
    }
    expect((await historyOf(token, own)).map(({ status }) => status)).toEqual(['Iniciante', null, 'Iniciante']);
  });

  test('records no refused change, no title change and no other spelling of the level', async () => {
    const { token } = await server.signUp();
    const { id } = await server.addTechnology(token, { title: 'React', status: 'Intermediário' });
    await server.addTechnology(token, { title: 'CSS' });
    const before = await historyOf(token);
    for (const body of [{}, { title: 'React 19' }, { title: 'React', status: 'Intermediario' }]) {
      expect((await change(token, id, body)).status).toBe(200);
    }
    expect((await change(token, id, { title: 'css', status: 'Avançado' })).status).toBe(409);
    expect((await server.ask('POST', `/users/techs/${id}/restore`, { token })).status).toBe(404);
    expect(await historyOf(token)).toEqual(before);
  });

  test("is the user's own, and part of the export (X-376)", async () => {
    const [{ token }, stranger] = [await server.signUp(), await server.signUp()];
    const { id } = await server.addTechnology(token, { title: 'Rust' });
    const history = await historyOf(token);
    expect(history).toEqual([entry(id, 'Rust', 'Iniciante', 0)]);
    expect(await historyOf(stranger.token)).toEqual([]);
    expect((await server.ask('GET', '/profile/export', { token })).body).toMatchObject({ history });
  });
});

const kept = async (someone: SignedIn) => (await server.rowsOf(someone)).level_changes;

/** Inserts a level change with each of these numbers. */
async function addChanges({ user }: SignedIn, id: string, numbers: number[]): Promise<void> {
  const row = { user_id: user.id, technology_id: id, title: 'React', status: 'Avançado', at: at(0) };
  for (let from = 0; from < numbers.length; from += 200) {
    const rows = numbers.slice(from, from + 200).map((number) => ({ ...row, number }));
    await server.database.insertInto('level_changes').values(rows).execute();
  }
}

describe('every hundredth change of a level', () => {
  test('keeps the newest thousand changes and each current level (X-377)', async () => {
    const someone = await server.signUp();
    const { token } = someone;
    const early = await server.addTechnology(token, { title: 'HTML', status: 'Avançado' });
    const gone = await server.addTechnology(token);
    const busy = await server.addTechnology(token, { title: 'React' });
    await server.ask('DELETE', `/users/techs/${gone.id}`, { token });
    await sweepTechnologies(server.database, new Date(START + HOUR));
    const numbers = Array.from({ length: LEVEL_CHANGES_LIMIT + 94 }, (_, index) => index + 5);
    await addChanges(someone, busy.id, numbers);
    await change(token, busy.id, { status: 'Avançado' });
    expect(await kept(someone)).toHaveLength(LEVEL_CHANGES_LIMIT + 99);
    await change(token, busy.id, { status: 'Iniciante' });
    const after = await kept(someone);
    expect(after).toHaveLength(LEVEL_CHANGES_LIMIT + 1);
    expect(after[0]).toMatchObject({ technology_id: early.id, status: 'Avançado', number: 1 });
    const last = { technology_id: busy.id, status: 'Iniciante', number: LEVEL_CHANGES_LIMIT + 100 };
    expect(after.at(-1)).toMatchObject(last);
  });

  test('counts additions', async () => {
    const someone = await server.signUp();
    const { id } = await server.addTechnology(someone.token);
    await addChanges(someone, id, [2, 3, LEVEL_CHANGES_LIMIT + 99]);
    await server.addTechnology(someone.token);
    const numbers = (await kept(someone)).map(({ number }) => number);
    expect(numbers).toEqual([LEVEL_CHANGES_LIMIT + 99, LEVEL_CHANGES_LIMIT + 100]);
  });
});

test('technologies older than the history start with their creation date and level', async () => {
  const own = await startServer();
  const { token, user } = await own.signUp();
  const { id } = await own.addTechnology(token, { title: 'CSS', status: 'Avançado' });
  own.turnClock(1_000);
  await own.ask('DELETE', `/users/techs/${id}`, { token });
  const other = await own.signUp();
  const { id: theirs } = await own.addTechnology(other.token, { title: 'React', status: 'Iniciante' });
  await own.database.schema.dropTable('level_changes').execute();
  await MIGRATIONS['0013-level-changes']?.up(own.database);
  await own.ask('POST', `/users/techs/${id}/restore`, { token });
  expect((await own.rowsOf({ user })).level_changes.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(await historyOf(token, own)).toEqual([
    entry(id, 'CSS', 'Avançado', 0),
    entry(id, 'CSS', null, 1_000),
    entry(id, 'CSS', 'Avançado', 1_000),
  ]);
  expect(await historyOf(other.token, own)).toEqual([entry(theirs, 'React', 'Iniciante', 1_000)]);
});
