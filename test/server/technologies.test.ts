import { describe, expect, test } from 'vitest';
import { TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser } from '#contract/user.ts';
import { sweepTechnologies } from '../../server/database/technologies/technologies.ts';
import { aTechnology } from '../helpers/make.ts';
import { type SignedIn, startServer, statusesOf } from '../helpers/start-server.ts';

const server = await startServer();

const add = (token: string, body: unknown) => server.ask<Technology>('POST', '/users/techs', { token, body });
const change = (token: string, id: string, body: unknown) =>
  server.ask<Technology>('PUT', `/users/techs/${id}`, { token, body });
const remove = (token: string, id: string, body?: string) =>
  server.ask('DELETE', `/users/techs/${id}`, { token, body });
const restore = (token: string, id: string) => server.ask<Technology>('POST', `/users/techs/${id}/restore`, { token });

async function titles({ user, token }: SignedIn): Promise<string[]> {
  const { body } = await server.ask<OwnUser>('GET', `/users/${user.id}`, { token });
  return body.techs.map(({ title }) => title);
}

describe('adding a technology', () => {
  test('returns it trimmed, with an id, dates and owner set by the server (A-08)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const chosen = { id: 'mine', user_id: bia.user.id, sequence: 1, title_key: 'x', created_at: '1999' };
    const sent = { title: '  C# & "F#"  ', status: ' Avançado ' };
    const { status, body } = await add(ana.token, { ...chosen, ...sent });
    const now = '2026-03-01T12:00:00.000Z';
    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'C# & "F#"', status: 'Avançado', created_at: now, updated_at: now });
    expect(body.id).toMatch(/^[\w-]{36}$/);
    expect([await titles(ana), await titles(bia)]).toEqual([['C# & "F#"'], []]);
  });

  test('stores and returns every spelling of a status as sent (M-104, A-13)', async () => {
    const { token } = await server.signUp();
    const statuses = ['Iniciante', 'Intermediario', 'Intermediário', 'Avançado'];
    for (const status of statuses) await server.addTechnology(token, { status });
    const { body } = await server.ask<OwnUser>('GET', '/profile', { token });
    expect(body.techs.map(({ status }) => status)).toEqual(statuses);
  });

  test.for([
    ['status', 'iniciante', 'not-allowed', 'status is not one of the accepted values'],
    ['status', 'Intermedia\u0301rio', 'not-allowed', 'status is not one of the accepted values'],
    ['status', ' ', 'required', 'status is required'],
    ['title', ' ', 'required', 'title is required'],
    ['title', '😁'.repeat(101), 'too-long', 'title: maximum is 100 characters'],
  ] as const)('and changing it refuse the %s %j (M-132, A-34)', async ([field, value, code, message]) => {
    const { token } = await server.signUp();
    const { id } = await server.addTechnology(token, { title: '😀'.repeat(100) });
    const refusal = { status: 'error', message: [message], code: 'validation', fields: { [field]: code } };
    expect((await add(token, aTechnology({ [field]: value }))).body).toEqual(refusal);
    expect((await change(token, id, { [field]: value })).body).toEqual(refusal);
  });

  test.for([
    ['React', ' rEACT '],
    ['Programação', 'PROGRAMAÇÃO'],
    ['Programação', 'Programac\u0327a\u0303o'],
  ] as const)('refuses the title of another one: %s and %s (A-15)', async ([first, second]) => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    await server.addTechnology(person.token, { title: first });
    const answer = await add(person.token, aTechnology({ title: second }));
    const message = 'User Already have this technology created you can only update it';
    const problem = { status: 'error', message, code: 'technology-taken', fields: { title: 'taken' } };
    expect([answer.status, answer.body]).toEqual([409, problem]);
    expect(await titles(person)).toEqual([first]);
    expect((await add(stranger.token, aTechnology({ title: second }))).status).toBe(201);
  });

  test('stops at 500, also for concurrent requests, until one is removed (A-34)', async () => {
    const { user, token } = await server.signUp();
    await server.fillTechnologies(user.id, TECHNOLOGIES_LIMIT - 2);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(token, aTechnology())));
    expect(statusesOf(answers)).toEqual([201, 201, 400, 400]);
    const problem = { status: 'error', message: 'A person can have at most 500 technologies', code: 'limit-reached' };
    expect((await add(token, aTechnology())).body).toEqual(problem);
    await remove(token, answers.find(({ status }) => status === 201)?.body.id ?? '');
    expect((await add(token, aTechnology())).status).toBe(201);
    expect((await add((await server.signUp()).token, aTechnology())).status).toBe(201);
  });
});

describe('changing a technology', () => {
  test('changes title and status, and keeps its place (M-145, A-36)', async () => {
    const person = await server.signUp();
    const first = await server.addTechnology(person.token, { title: 'HTML' });
    await server.addTechnology(person.token, { title: 'CSS' });
    server.turnClock(1_000);
    const { body } = await change(person.token, first.id, { title: 'HTML 5', status: 'Avançado' });
    expect(body).toEqual({ ...first, title: 'HTML 5', status: 'Avançado', updated_at: expect.any(String) });
    expect(body.updated_at > first.updated_at).toBe(true);
    expect(await titles(person)).toEqual(['HTML 5', 'CSS']);
  });

  test('keeps absent fields, and everything for an empty body', async () => {
    const { token } = await server.signUp();
    const technology = await server.addTechnology(token);
    server.turnClock(1_000);
    for (const nothing of [{}, undefined]) {
      expect((await change(token, technology.id, nothing)).body).toEqual(technology);
    }
    const [title, status] = ['Só o título', 'Avançado'];
    const renamed = await change(token, technology.id, { title });
    expect(renamed.body).toMatchObject({ title, status: technology.status });
    expect((await change(token, technology.id, { status })).body).toMatchObject({ title, status });
  });

  test('accepts its own title in another case, and not that of another (A-15)', async () => {
    const { token } = await server.signUp();
    const { id } = await server.addTechnology(token, { title: 'node' });
    await server.addTechnology(token, { title: 'Deno' });
    expect((await change(token, id, { title: 'NODE' })).body).toMatchObject({ title: 'NODE' });
    const taken = { status: 409, body: { code: 'technology-taken' } };
    expect(await change(token, id, { title: 'DENO' })).toMatchObject(taken);
  });
});

test('no unknown id is found', async () => {
  const { token } = await server.signUp();
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', encodeURIComponent("' or 1=1")]) {
    const found = [await change(token, id, aTechnology()), await remove(token, id), await restore(token, id)];
    const messages = ['Tech not found', 'Not found tech with this id', 'Tech not found'];
    expect(found).toMatchObject(messages.map((message) => ({ status: 404, body: { message } })));
  }
});

test('removing a technology frees its title, and works once', async () => {
  const person = await server.signUp();
  const { id, title } = await server.addTechnology(person.token);
  // Clients of the original API send a JSON content type with an empty body.
  expect(await remove(person.token, id, '')).toMatchObject({ status: 204, text: '' });
  expect(await titles(person)).toEqual([]);
  expect((await remove(person.token, id)).status).toBe(404);
  expect((await add(person.token, aTechnology({ title }))).status).toBe(201);
});

/** A person with three technologies, the second of which has just been deleted. */
async function withOneDeleted() {
  const person = await server.signUp();
  await server.addTechnology(person.token, { title: 'HTML' });
  const deleted = await server.addTechnology(person.token, { title: 'CSS', status: 'Avançado' });
  await server.addTechnology(person.token, { title: 'Vue' });
  expect((await remove(person.token, deleted.id)).status).toBe(204);
  return { person, deleted };
}

describe('restoring a technology', () => {
  test('brings it back unchanged, in its old place, for a minute', async () => {
    const { person, deleted } = await withOneDeleted();
    server.turnClock(59_999);
    const { status, body } = await restore(person.token, deleted.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: deleted.id, title: 'CSS', status: 'Avançado', created_at: deleted.created_at });
    expect(body).not.toHaveProperty('deleted_at');
    expect(await titles(person)).toEqual(['HTML', 'CSS', 'Vue']);
    expect((await restore(person.token, deleted.id)).status).toBe(404);
  });

  test('finds nothing after a minute', async () => {
    const { person, deleted } = await withOneDeleted();
    server.turnClock(60_000);
    expect((await restore(person.token, deleted.id)).status).toBe(404);
    expect(await titles(person)).toEqual(['HTML', 'Vue']);
  });

  test('is the only way to a deleted technology', async () => {
    const { person, deleted } = await withOneDeleted();
    const own = await server.ask<OwnUser>('GET', '/profile', { token: person.token });
    const seen = await server.ask<OwnUser>('GET', `/users/${person.user.id}`);
    const { user } = await server.logIn(person.person);
    for (const { techs } of [own.body, seen.body, user]) {
      expect(techs.map(({ title }) => title)).toEqual(['HTML', 'Vue']);
    }
    for (const body of [{}, { status: 'Iniciante' }]) {
      expect((await change(person.token, deleted.id, body)).status).toBe(404);
    }
  });

  test('is impossible after the sweep, which deletes nothing else', async () => {
    const { person, deleted } = await withOneDeleted();
    const stored = async () => (await server.rowsOf(person)).technologies.map(({ title }) => title);
    const sweepAfter = (age: number) =>
      sweepTechnologies(server.database, new Date(Date.parse(deleted.created_at) + age));
    await sweepAfter(59_999);
    expect(await stored()).toEqual(['HTML', 'CSS', 'Vue']);
    await sweepAfter(60_000);
    expect(await stored()).toEqual(['HTML', 'Vue']);
    expect((await restore(person.token, deleted.id)).status).toBe(404);
  });

  test('finds one of the last five hundred (X-665)', async () => {
    const person = await server.signUp();
    await server.fillTechnologies(person.user.id, TECHNOLOGIES_LIMIT + 5);
    const removed = server.database.updateTable('technologies').set({ deleted_at: '2026-02-28T12:00:00.000Z' });
    await removed.where('user_id', '=', person.user.id).execute();
    const last = await server.addTechnology(person.token);
    expect((await remove(person.token, last.id)).status).toBe(204);
    expect((await server.rowsOf(person)).technologies).toHaveLength(TECHNOLOGIES_LIMIT);
    expect((await restore(person.token, last.id)).status).toBe(200);
  });
});
