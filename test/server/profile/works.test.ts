import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { aWork } from '../../helpers/make.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();

function add(token: string, body: unknown) {
  return server.ask<Work>('POST', '/users/works', { token, body });
}

function change(token: string, id: string, body: unknown) {
  return server.ask<Work>('PUT', `/users/works/${id}`, { token, body });
}

async function works(token: string): Promise<Work[]> {
  return (await server.ask<OwnUser>('GET', '/profile', { token })).body.works;
}

describe('adding a work', () => {
  test('answers the work itself, trimmed, and shows it to its owner', async () => {
    const { token } = await server.signUp();
    const sent = {
      title: ' Loja ',
      description: '\n Vende\n\tflores. \n',
      deploy_url: ' https://Loja.example/Ç?a=1#b ',
    };
    const { status, body } = await add(token, sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      title: 'Loja',
      description: 'Vende\n\tflores.',
      deploy_url: 'https://Loja.example/Ç?a=1#b',
      technologies: [],
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(await works(token)).toEqual([body]);
  });

  test('keeps the order in which they were added', async () => {
    const { token } = await server.signUp();
    for (const title of ['C', 'A', 'B', 'A']) await server.addWork(token, { title });
    expect((await works(token)).map(({ title }) => title)).toEqual(['C', 'A', 'B', 'A']);
  });

  test.for([
    ['title', 5, 'invalid title', 'invalid'],
    ['title', null, 'invalid title', 'invalid'],
    ['title', ' ', 'title is required', 'required'],
    ['title', 'a\nb', 'invalid title', 'invalid'],
    ['title', 'a\ud800b', 'invalid title', 'invalid'],
    ['description', ['x'], 'invalid description', 'invalid'],
    ['description', 'a\u0000b', 'invalid description', 'invalid'],
    ['deploy_url', 'example.com', 'invalid deploy_url', 'invalid'],
    ['deploy_url', 'javascript:alert(1)', 'invalid deploy_url', 'invalid'],
    ['deploy_url', 'data:text/html,x', 'invalid deploy_url', 'invalid'],
    ['title', 'x'.repeat(121), 'title: maximum is 120 characters', 'too-long'],
    ['description', 'x'.repeat(2001), 'description: maximum is 2000 characters', 'too-long'],
    ['deploy_url', `https://example.com/${'x'.repeat(2029)}`, 'deploy_url: maximum is 2048 characters', 'too-long'],
  ] as const)('and changing one refuses the %s %j', async ([field, value, message, code]) => {
    const { token } = await server.signUp();
    const work = await server.addWork(token);
    const problem = { status: 'error', message: [message], code: 'validation', fields: { [field]: code } };
    expect(await add(token, { ...aWork(), [field]: value })).toMatchObject({ status: 400, body: problem });
    expect(await change(token, work.id, { [field]: value })).toMatchObject({ status: 400, body: problem });
    expect(await works(token)).toEqual([work]);
  });

  test('counts the limits in code points', async () => {
    const { token } = await server.signUp();
    const work = { title: '😀'.repeat(120), description: 'á'.repeat(2000) };
    expect((await add(token, aWork(work))).body).toMatchObject(work);
  });

  test('stops at 50, also when the last ones come together, and goes on when one is removed', async () => {
    const { token } = await server.signUp();
    for (let count = 0; count < 45; count += 1) await server.addWork(token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(token, aWork())));
    expect(statusesOf(answers)).toEqual([...Array<number>(5).fill(201), ...Array<number>(5).fill(400)]);
    expect((await add(token, aWork())).body).toEqual({
      status: 'error',
      message: 'A person can have at most 50 works',
      code: 'limit-reached',
    });
    const [first, ...rest] = await works(token);
    expect(rest).toHaveLength(49);
    await server.ask('DELETE', `/users/works/${first?.id}`, { token });
    expect((await add(token, aWork())).status).toBe(201);
  });

  test('lets nobody choose an id, a date or an owner', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const chosen = { id: 'mine', user_id: bia.user.id, sequence: 1, created_at: '1999', updated_at: '1999' };
    const { body } = await add(ana.token, { ...aWork(), ...chosen });
    expect(body).toMatchObject({ created_at: '2026-03-01T12:00:00.000Z', id: expect.not.stringMatching(/^mine$/) });
    expect(await works(bia.token)).toEqual([]);
    const changed = await change(ana.token, body.id, { ...chosen, title: 'Outro' });
    expect(changed.body).toEqual({ ...body, title: 'Outro' });
    expect(await works(bia.token)).toEqual([]);
  });
});

describe('changing a work', () => {
  test('changes only what is sent, moves no row, and changes nothing when nothing is sent', async () => {
    const { token } = await server.signUp();
    const [first, second] = [await server.addWork(token), await server.addWork(token)];
    server.turnClock(1_000);
    expect((await change(token, first.id, {})).body).toEqual(first);
    expect((await change(token, first.id, undefined)).body).toEqual(first);
    const fields = { title: 'Loja', description: 'Vende flores.', deploy_url: 'http://loja.example' };
    let expected = first;
    for (const [field, value] of Object.entries(fields)) {
      const { status, body } = await change(token, first.id, { [field]: value });
      expected = { ...expected, [field]: value, updated_at: body.updated_at };
      expect(status).toBe(200);
      expect(body).toEqual(expected);
      expect(body.updated_at > first.updated_at).toBe(true);
    }
    expect(await works(token)).toEqual([expected, second]);
  });

  test('keeps both of two changes to different fields at once', async () => {
    const { token } = await server.signUp();
    const { id } = await server.addWork(token);
    await Promise.all([change(token, id, { title: 'Loja' }), change(token, id, { description: 'Vende flores.' })]);
    expect(await works(token)).toMatchObject([{ title: 'Loja', description: 'Vende flores.' }]);
  });

  test('never looks older than before, even when the clock is set back', async () => {
    const { token } = await server.signUp();
    const work = await server.addWork(token);
    server.turnClock(-60_000);
    const { body } = await change(token, work.id, { title: 'Loja' });
    server.turnClock(60_000);
    expect(body).toMatchObject({ title: 'Loja', updated_at: work.updated_at });
  });
});

test('a work that is removed is gone, and is not found the second time', async () => {
  const { token } = await server.signUp();
  const [first, second] = [await server.addWork(token), await server.addWork(token)];
  const remove = () => server.ask('DELETE', `/users/works/${first.id}`, { token });
  expect(await remove()).toMatchObject({ status: 204, text: '' });
  expect(await works(token)).toEqual([second]);
  expect(await remove()).toMatchObject({ status: 404, body: { message: 'Work not found', code: 'not-found' } });
  expect(await change(token, first.id, {})).toMatchObject({ status: 404, body: { message: 'Work not found' } });
});

test.for(['x', '00000000-0000-4000-8000-000000000000', "' or 1=1"])('the id %s is not found', async (id) => {
  const { token } = await server.signUp();
  const path = encodeURIComponent(id);
  expect(await change(token, path, { title: 'Loja' })).toMatchObject({ status: 404 });
  expect(await server.ask('DELETE', `/users/works/${path}`, { token })).toMatchObject({ status: 404 });
});

test('works are for everybody of a public user, and for nobody else of a private one', async () => {
  const { token, user } = await server.signUp();
  const work = await server.addWork(token);
  const seen = async () => (await server.ask<OwnUser>('GET', `/users/${user.id}`)).body.works;
  expect(await seen()).toEqual([]);
  await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
  expect(await seen()).toEqual([work]);
});
