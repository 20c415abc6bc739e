import { describe, expect, test } from 'vitest';
import type { LevelChange } from '#contract/level-change.ts';
import { LEVEL_CHANGES_KEPT } from '#contract/limits.ts';
import type { ProfileExport } from '#contract/user.ts';
import { sweepTechnologies } from '../../../server/database/technologies.ts';
import { MIGRATIONS } from '../../../server/database/migrate.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const HOUR = 60 * 60_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');

async function historyOf(token: string): Promise<LevelChange[]> {
  const answer = await server.ask<LevelChange[]>('GET', '/profile/history', { token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const entry = (id: string, title: string, status: string | null, time: string) => ({
  technology: { id, title },
  status,
  at: time,
});

const change = (token: string, id: string, body: object) => server.ask('PUT', `/users/techs/${id}`, { token, body });
const remove = (token: string, id: string) => server.ask('DELETE', `/users/techs/${id}`, { token });
const restore = (token: string, id: string) => server.ask('POST', `/users/techs/${id}/restore`, { token });

describe('what a user’s technologies went through', () => {
  test('is creation, change, removal and return, the oldest first, under the title of today (X-375)', async () => {
    const clock = { passed: 0 };
    const pass = (milliseconds: number) => {
      clock.passed += milliseconds;
      server.turnClock(milliseconds);
      return new Date(START + clock.passed).toISOString();
    };
    const { token } = await server.signUp();
    const react = await server.addTechnology(token, { title: 'Reac', status: 'Iniciante' });
    const changed = pass(HOUR);
    await change(token, react.id, { title: 'React', status: 'Intermediario' });
    const added = pass(HOUR);
    const css = await server.addTechnology(token, { title: 'CSS', status: 'Avançado' });
    const removed = pass(HOUR);
    await remove(token, css.id);
    const returned = pass(30_000);
    await restore(token, css.id);
    expect(await historyOf(token)).toEqual([
      entry(react.id, 'React', 'Iniciante', new Date(START).toISOString()),
      entry(react.id, 'React', 'Intermediario', changed),
      entry(css.id, 'CSS', 'Avançado', added),
      entry(css.id, 'CSS', null, removed),
      entry(css.id, 'CSS', 'Avançado', returned),
    ]);
    server.turnClock(-clock.passed);
  });

  test('holds no change that changed no level, nor one that was refused (X-375)', async () => {
    const { token } = await server.signUp();
    const react = await server.addTechnology(token, { title: 'React', status: 'Iniciante' });
    await server.addTechnology(token, { title: 'CSS' });
    const before = await historyOf(token);
    for (const body of [{}, { title: 'React 19' }, { status: 'Iniciante' }, { title: 'React', status: 'Iniciante' }]) {
      expect((await change(token, react.id, body)).status).toBe(200);
    }
    expect((await change(token, react.id, { title: 'css', status: 'Avançado' })).status).toBe(409);
    expect((await restore(token, react.id)).status).toBe(404);
    expect(await historyOf(token)).toEqual(before);
  });

  test('outlives a technology, under its last title (X-376)', async () => {
    const { token } = await server.signUp();
    const { id } = await server.addTechnology(token, { title: 'Jqery', status: 'Iniciante' });
    await change(token, id, { title: 'jQuery' });
    await remove(token, id);
    await sweepTechnologies(server.database, new Date(START + HOUR));
    const history = await historyOf(token);
    expect(history.map(({ technology, status }) => [technology.title, status])).toEqual([
      ['jQuery', 'Iniciante'],
      ['jQuery', null],
    ]);
  });

  test('is nobody else’s, whatever they try, and stands in the export (X-376)', async () => {
    const [someone, stranger] = [await server.signUp(), await server.signUp()];
    const { id } = await server.addTechnology(someone.token, { title: 'Rust' });
    const before = await server.rowsOf(someone);
    expect((await change(stranger.token, id, { status: 'Avançado' })).status).toBe(404);
    expect((await remove(stranger.token, id)).status).toBe(404);
    await remove(someone.token, id);
    expect((await restore(stranger.token, id)).status).toBe(404);
    await restore(someone.token, id);
    expect(await historyOf(stranger.token)).toEqual([]);
    expect((await server.rowsOf(stranger)).level_changes).toEqual([]);
    expect((await server.rowsOf(someone)).level_changes.slice(0, 1)).toEqual(before.level_changes);
    const history = await historyOf(someone.token);
    expect(history.map(({ status }) => status)).toEqual(['Iniciante', null, 'Iniciante']);
    const exported = await server.ask<ProfileExport>('GET', '/profile/export', { token: someone.token });
    expect(exported.body.history).toEqual(history);
  });

  test('goes with the account (X-376)', async () => {
    const someone = await server.signUpWithEverything();
    expect((await server.rowsOf(someone)).level_changes).toHaveLength(3);
    await server.ask('DELETE', `/users/${someone.user.id}`, { token: someone.token });
    expect((await server.rowsOf(someone)).level_changes).toEqual([]);
  });
});

test('the last thousand changes are kept, and of each technology the level that it has (X-377)', async () => {
  const someone = await server.signUp();
  const { token, user } = someone;
  const [early, gone, busy] = [
    await server.addTechnology(token, { title: 'HTML', status: 'Avançado' }),
    await server.addTechnology(token, { title: 'Flash' }),
    await server.addTechnology(token, { title: 'React' }),
  ];
  await remove(token, gone.id);
  await sweepTechnologies(server.database, new Date(START + HOUR));
  const numbers = Array.from({ length: LEVEL_CHANGES_KEPT + 94 }, (_, index) => index + 5);
  const rows = numbers.map((number) => ({
    user_id: user.id,
    number,
    technology_id: busy.id,
    title: 'React',
    status: number % 2 === 0 ? 'Iniciante' : 'Avançado',
    at: new Date(START).toISOString(),
  }));
  for (let from = 0; from < rows.length; from += 200) {
    await server.database
      .insertInto('level_changes')
      .values(rows.slice(from, from + 200))
      .execute();
  }
  const kept = async () => (await server.rowsOf(someone)).level_changes;
  expect(await kept()).toHaveLength(LEVEL_CHANGES_KEPT + 98);
  // The next two are the 1,099th and the 1,100th.
  await change(token, busy.id, { status: 'Avançado' });
  expect(await kept()).toHaveLength(LEVEL_CHANGES_KEPT + 99);
  await change(token, busy.id, { status: 'Iniciante' });
  const after = await kept();
  expect(after).toHaveLength(LEVEL_CHANGES_KEPT + 1);
  expect(after[0]).toMatchObject({ technology_id: early.id, status: 'Avançado', number: 1 });
  expect(after.filter(({ technology_id }) => technology_id === gone.id)).toEqual([]);
  expect(after.at(-1)).toMatchObject({ technology_id: busy.id, status: 'Iniciante', number: LEVEL_CHANGES_KEPT + 100 });
});

test('what was there before begins with its first day and its level, and can still be undone (X-378)', async () => {
  const own = await startServer();
  const { token, user } = await own.signUp();
  const react = await own.addTechnology(token, { title: 'React', status: 'Avançado' });
  const css = await own.addTechnology(token, { title: 'CSS', status: 'Iniciante' });
  own.turnClock(1_000);
  await own.ask('DELETE', `/users/techs/${css.id}`, { token });
  const other = await own.signUp();
  const { id: theirs } = await own.addTechnology(other.token, { title: 'React', status: 'Iniciante' });

  await own.database.schema.dropTable('level_changes').execute();
  await MIGRATIONS['0013-level-changes']?.up(own.database);

  await own.ask('POST', `/users/techs/${css.id}/restore`, { token });
  const [first, second] = [new Date(START).toISOString(), new Date(START + 1_000).toISOString()];
  const row = (number: number, id: string, title: string, status: string | null, at: string) => ({
    user_id: user.id,
    number,
    technology_id: id,
    title,
    status,
    at,
  });
  expect((await own.rowsOf({ user })).level_changes).toEqual([
    row(1, react.id, 'React', 'Avançado', first),
    row(2, css.id, 'CSS', 'Iniciante', first),
    row(3, css.id, 'CSS', null, second),
    row(4, css.id, 'CSS', 'Iniciante', second),
  ]);
  const answer = await own.ask('GET', '/profile/history', { token: other.token });
  expect(answer.body).toEqual([{ technology: { id: theirs, title: 'React' }, status: 'Iniciante', at: second }]);
});

test('an addition forgets, too, once in a hundred changes (X-433)', async () => {
  const someone = await server.signUp();
  const { id } = await server.addTechnology(someone.token, { title: 'HTML' });
  const row = { user_id: someone.user.id, technology_id: id, title: 'HTML', at: new Date(START).toISOString() };
  const rows = [2, 3, LEVEL_CHANGES_KEPT + 99].map((number) => ({ ...row, number, status: 'Avançado' }));
  await server.database.insertInto('level_changes').values(rows).execute();
  await server.addTechnology(someone.token, { title: 'CSS' });
  const { level_changes } = await server.rowsOf(someone);
  expect(level_changes.map(({ number }) => number)).toEqual([LEVEL_CHANGES_KEPT + 99, LEVEL_CHANGES_KEPT + 100]);
});
