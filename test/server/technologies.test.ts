import { describe, expect, test } from 'vitest';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser } from '#contract/user.ts';
import { sweepTechnologies } from '../../server/database/technologies.ts';
import { aTechnology } from '../helpers/make.ts';
import { type SignedIn, startServer, statusesOf } from '../helpers/start-server.ts';

const server = await startServer();

function add(token: string, body: unknown) {
  return server.ask<Technology>('POST', '/users/techs', { token, body });
}

function change(token: string, id: string, body: unknown) {
  return server.ask<Technology>('PUT', `/users/techs/${id}`, { token, body });
}

/** Adds technologies a few at a time: all at once, the last would wait too long for a slow disk. */
async function addMany(token: string, count: number) {
  for (let added = 0; added < count; added += 10) {
    const some = Array.from({ length: Math.min(10, count - added) }, () => server.addTechnology(token));
    await Promise.all(some);
  }
}

async function titles({ user, token }: SignedIn): Promise<string[]> {
  const { body } = await server.ask<OwnUser>('GET', `/users/${user.id}`, { token });
  return body.techs.map(({ title }) => title);
}

describe('adding a technology', () => {
  test('answers the technology itself, trimmed (A-08)', async () => {
    const { token } = await server.signUp();
    const { status, body } = await add(token, { title: '  C# & "F#"  ', status: ' Avançado ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      title: 'C# & "F#"',
      status: 'Avançado',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
  });

  test.for(['Iniciante', 'Intermediario', 'Intermediário', 'Avançado'])(
    'stores and returns the status %s as it was sent (M-104, A-13)',
    async (status) => {
      const person = await server.signUp();
      await add(person.token, aTechnology({ status }));
      const { body } = await server.ask<OwnUser>('GET', '/profile', { token: person.token });
      expect(body.techs[0]?.status).toBe(status);
    },
  );

  test.for(['iniciante', 'Beginner', 'Intermedia\u0301rio'])('refuses the status %s (M-132)', async (status) => {
    const { token } = await server.signUp();
    expect((await add(token, aTechnology({ status }))).body).toEqual({
      status: 'error',
      message: ['status is not one of the accepted values'],
      code: 'validation',
      fields: { status: 'not-allowed' },
    });
  });

  test('limits the title to 100 code points (A-34)', async () => {
    const { token } = await server.signUp();
    expect((await add(token, aTechnology({ title: '😀'.repeat(100) }))).status).toBe(201);
    expect((await add(token, aTechnology({ title: '😁'.repeat(101) }))).body).toMatchObject({
      message: ['title: maximum is 100 characters'],
      fields: { title: 'too-long' },
    });
  });

  test.for([
    ['React', ' rEACT '],
    ['Programação', 'PROGRAMAÇÃO'],
    ['Programação', 'Programac\u0327a\u0303o'],
  ] as const)('refuses what the user has already: %s and %s (A-15)', async ([first, second]) => {
    const person = await server.signUp();
    await server.addTechnology(person.token, { title: first });
    const answer = await add(person.token, aTechnology({ title: second }));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: 'User Already have this technology created you can only update it',
      code: 'technology-taken',
      fields: { title: 'taken' },
    });
    expect(await titles(person)).toEqual([first]);
  });

  test('lets two users have the same technology (A-15)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    await server.addTechnology(ana.token, { title: 'Elixir' });
    await server.addTechnology(bia.token, { title: 'Elixir' });
    expect(await titles(bia)).toEqual(['Elixir']);
  });

  test('adds one of two that are sent at the same moment', async () => {
    const person = await server.signUp();
    const body = aTechnology();
    const answers = await Promise.all([add(person.token, body), add(person.token, body)]);
    expect(statusesOf(answers)).toEqual([201, 409]);
    expect(await titles(person)).toHaveLength(1);
  });

  test('stops at 500, also when the last ones come together, and goes on when one is removed (A-34)', async () => {
    const person = await server.signUp();
    await addMany(person.token, 495);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(person.token, aTechnology())));
    expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(400)]);
    const full = await add(person.token, aTechnology());
    expect(full.body).toEqual({
      status: 'error',
      message: 'A person can have at most 500 technologies',
      code: 'limit-reached',
    });
    const added = answers.find(({ status }) => status === 201);
    await server.ask('DELETE', `/users/techs/${added?.body.id}`, { token: person.token });
    expect((await add(person.token, aTechnology())).status).toBe(201);
    const stranger = await server.signUp();
    expect((await add(stranger.token, aTechnology())).status).toBe(201);
  });

  test('lets nobody choose an id, a date or an owner', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const chosen = { id: 'mine', user_id: bia.user.id, sequence: 1, title_key: 'x', created_at: '1999' };
    const { status, body } = await add(ana.token, { ...aTechnology(), ...chosen });
    expect(status).toBe(201);
    expect(body.id).not.toBe('mine');
    expect(body.created_at).toBe('2026-03-01T12:00:00.000Z');
    expect(await titles(bia)).toEqual([]);
    expect(await titles(ana)).toHaveLength(1);
  });
});

describe('changing a technology', () => {
  test('changes title and status, and moves no row (M-145, A-36)', async () => {
    const person = await server.signUp();
    const [first, second] = [
      await server.addTechnology(person.token, { title: 'HTML' }),
      await server.addTechnology(person.token, { title: 'CSS' }),
    ];
    server.turnClock(1_000);
    const { body } = await change(person.token, first.id, { title: 'HTML 5', status: 'Avançado' });
    expect(body).toEqual({
      ...first,
      title: 'HTML 5',
      status: 'Avançado',
      updated_at: expect.not.stringMatching(first.updated_at),
    });
    expect(await titles(person)).toEqual(['HTML 5', second.title]);
  });

  test('changes only what is sent, and nothing when nothing is', async () => {
    const { token } = await server.signUp();
    const technology = await server.addTechnology(token);
    server.turnClock(1_000);
    expect((await change(token, technology.id, {})).body).toEqual(technology);
    expect((await change(token, technology.id, undefined)).body).toEqual(technology);
    const renamed = await change(token, technology.id, { title: 'Só o título' });
    expect(renamed.body).toMatchObject({ title: 'Só o título', status: technology.status });
    const raised = await change(token, technology.id, { status: 'Avançado' });
    expect(raised.body).toMatchObject({ title: 'Só o título', status: 'Avançado' });
  });

  test('takes another case of its own title, not the title of another (A-15)', async () => {
    const { token } = await server.signUp();
    const technology = await server.addTechnology(token, { title: 'node' });
    await server.addTechnology(token, { title: 'Deno' });
    expect((await change(token, technology.id, { title: 'NODE' })).body).toMatchObject({ title: 'NODE' });
    expect(await change(token, technology.id, { title: 'DENO' })).toMatchObject({
      status: 409,
      body: { code: 'technology-taken' },
    });
  });

  test('never looks older than before, even when the clock is set back', async () => {
    const { token } = await server.signUp();
    const technology = await server.addTechnology(token);
    server.turnClock(-60_000);
    const { body } = await change(token, technology.id, { status: 'Avançado' });
    server.turnClock(60_000);
    expect(body).toMatchObject({ status: 'Avançado', updated_at: technology.updated_at });
  });

  test.for(['x', '00000000-0000-4000-8000-000000000000', "' or 1=1"])('answers the id %s as not found', async (id) => {
    const { token } = await server.signUp();
    const path = encodeURIComponent(id);
    expect(await change(token, path, aTechnology())).toMatchObject({
      status: 404,
      body: { message: 'Tech not found' },
    });
    expect(await server.ask('DELETE', `/users/techs/${path}`, { token })).toMatchObject({
      status: 404,
      body: { message: 'Not found tech with this id' },
    });
  });
});

describe('removing a technology', () => {
  test('takes a JSON content type with an empty body, and answers nothing', async () => {
    const person = await server.signUp();
    const { id } = await server.addTechnology(person.token);
    const answer = await server.ask('DELETE', `/users/techs/${id}`, { token: person.token, body: '' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await titles(person)).toEqual([]);
  });

  test('frees the title, and is not found the second time', async () => {
    const person = await server.signUp();
    const { id, title } = await server.addTechnology(person.token);
    await server.ask('DELETE', `/users/techs/${id}`, { token: person.token });
    expect((await server.ask('DELETE', `/users/techs/${id}`, { token: person.token })).status).toBe(404);
    expect((await add(person.token, aTechnology({ title }))).status).toBe(201);
  });
});

function remove(token: string, id: string) {
  return server.ask('DELETE', `/users/techs/${id}`, { token });
}

function restore(token: string, id: string) {
  return server.ask<Technology>('POST', `/users/techs/${id}/restore`, { token });
}

/** Sweeps as the server does, this long after the technology was made. */
function sweepAfter(milliseconds: number, { created_at }: Technology) {
  return sweepTechnologies(server.database, new Date(Date.parse(created_at) + milliseconds));
}

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
  test('brings it back as it was, in its old place, until a minute has passed', async () => {
    const { person, deleted } = await withOneDeleted();
    server.turnClock(59_999);
    const { status, body } = await restore(person.token, deleted.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: deleted.id, title: 'CSS', status: 'Avançado', created_at: deleted.created_at });
    expect(body).not.toHaveProperty('deleted_at');
    expect(await titles(person)).toEqual(['HTML', 'CSS', 'Vue']);
  });

  test('finds nothing when the minute is over', async () => {
    const { person, deleted } = await withOneDeleted();
    server.turnClock(60_000);
    expect(await restore(person.token, deleted.id)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await titles(person)).toEqual(['HTML', 'Vue']);
  });

  test('finds nothing that was never deleted, or is back already', async () => {
    const { person, deleted } = await withOneDeleted();
    expect((await restore(person.token, deleted.id)).status).toBe(200);
    expect((await restore(person.token, deleted.id)).status).toBe(404);
    expect((await restore(person.token, 'x')).status).toBe(404);
    expect(await titles(person)).toEqual(['HTML', 'CSS', 'Vue']);
  });

  test('is refused when the title has been taken again, which a deletion leaves free', async () => {
    const { person, deleted } = await withOneDeleted();
    expect((await add(person.token, aTechnology({ title: 'css' }))).status).toBe(201);
    const answer = await restore(person.token, deleted.id);
    expect(answer).toMatchObject({ status: 409, body: { code: 'technology-taken', fields: { title: 'taken' } } });
    expect(await titles(person)).toEqual(['HTML', 'Vue', 'css']);
  });

  test('is refused where it would be the 501st', async () => {
    const { person, deleted } = await withOneDeleted();
    await addMany(person.token, 498);
    expect(await restore(person.token, deleted.id)).toMatchObject({ status: 400, body: { code: 'limit-reached' } });
    expect(await titles(person)).toHaveLength(500);
  });

  test('is all that can be done with what is deleted: nobody reads, changes or deletes it', async () => {
    const { person, deleted } = await withOneDeleted();
    const own = await server.ask<OwnUser>('GET', '/profile', { token: person.token });
    const seen = await server.ask<OwnUser>('GET', `/users/${person.user.id}`);
    const { user } = await server.logIn(person.person);
    for (const { techs } of [own.body, seen.body, user]) {
      expect(techs.map(({ title }) => title)).toEqual(['HTML', 'Vue']);
    }
    expect((await change(person.token, deleted.id, {})).status).toBe(404);
    expect((await change(person.token, deleted.id, { status: 'Iniciante' })).status).toBe(404);
    expect((await remove(person.token, deleted.id)).status).toBe(404);
  });

  test('is possible until the sweep has taken it away for good, and the sweep takes nothing else', async () => {
    const { person, deleted } = await withOneDeleted();
    const held = async () =>
      (await server.rows()).technologies.filter(({ user_id }) => user_id === person.user.id).map(({ title }) => title);
    await sweepAfter(59_999, deleted);
    expect(await held()).toEqual(['HTML', 'CSS', 'Vue']);
    await sweepAfter(60_000, deleted);
    expect(await held()).toEqual(['HTML', 'Vue']);
    expect((await restore(person.token, deleted.id)).status).toBe(404);
  });
});
