import { describe, expect, test } from 'vitest';
import { HANDLE_DAYS, FORMER_HANDLES_LIMIT } from '#contract/limits.ts';
import { HANDLE, isReserved } from '#contract/public/handle-rules.ts';
import { suggestHandle } from '#contract/public/handle.ts';
import type { OwnUser, ProfileExport, PublicUser } from '#contract/user.ts';
import { startServer } from '../../helpers/start-server.ts';

const DAY = 24 * 60 * 60_000;
const server = await startServer();

function change({ token }: { token: string }, body: unknown) {
  return server.ask<OwnUser>('PUT', '/profile', { token, body });
}

const now = (handle: string | null) => ({ status: 200, body: { handle } });
const TAKEN = {
  status: 409,
  body: { status: 'error', message: 'Handle already in use.', code: 'handle-taken', fields: { handle: 'taken' } },
};

describe('a handle', () => {
  test('is null until it is chosen, is trimmed, and survives other changes', async () => {
    const someone = await server.signUp();
    expect(someone.user).toMatchObject({ handle: null, searchable: false });
    expect(await change(someone, { handle: ' ana-1 ' })).toMatchObject(now('ana-1'));
    expect(await change(someone, { handle: 'ana-1' })).toMatchObject(now('ana-1'));
    const searchable = { handle: 'ana-1', searchable: true };
    expect(await change(someone, { handle: '', searchable: true })).toMatchObject({ status: 200, body: searchable });
    expect(await change(someone, { searchable: false })).toMatchObject({ body: { searchable: false } });
  });

  test('consists of 3 to 40 lower-case letters, digits and inner hyphens', async () => {
    const someone = await server.signUp();
    const bad = ['ab', 'a'.repeat(41), 'Ana', 'ana souza', 'ana_souza', '-ana', 'ana-', 'áná', 'ana.souza', 'ana/x', 5];
    for (const handle of bad) {
      const body = { code: 'validation', message: ['invalid handle'], fields: { handle: 'invalid' } };
      expect(await change(someone, { handle, bio: 'Outra' })).toMatchObject({ status: 400, body });
    }
    expect((await server.ask('GET', '/profile', { token: someone.token })).body).toEqual(someone.user);
    for (const handle of ['aaa', 'a'.repeat(40), 'a-b', '123', 'a--b']) {
      expect(await change(someone, { handle })).toMatchObject(now(handle));
    }
  });

  test('is neither an official word nor the start of a path', async () => {
    await server.app.ready();
    const first = server.routes.map(({ url }) => url.split('/')[1] ?? '').filter((segment) => HANDLE.test(segment));
    expect(first.filter((segment) => !isReserved(segment))).toEqual([]);
    const someone = await server.signUp();
    for (const handle of ['admin', 'api', 'suporte', 'login', 'perfil', 'users', 'privacidade', 'trilha']) {
      expect(await change(someone, { handle })).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { handle: 'not-allowed' } },
      });
    }
  });

  test('of another user is refused, with the rest of the change (X-340)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const handle = await server.chooseHandle(ana.token);
    const before = await server.rows();
    expect(await change(bia, { handle, bio: 'Outra', visibility: 'public' })).toMatchObject(TAKEN);
    expect(await server.rows()).toEqual(before);
  });

  test('is free for its user and taken for others, even of a private profile', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const handle = await server.chooseHandle(ana.token);
    const isFree = (token: string, wanted = handle) => server.ask('GET', `/profile/handles/${wanted}`, { token });
    expect((await isFree(ana.token)).body).toEqual({ handle, available: true });
    expect((await isFree(bia.token)).body).toEqual({ handle, available: false });
    const reserved = { status: 400, body: { fields: { handle: 'not-allowed' } } };
    expect(await isFree(bia.token, 'suporte')).toMatchObject(reserved);
  });

  test('is visible only of public profiles', async () => {
    const someone = await server.signUp();
    const handle = await server.chooseHandle(someone.token);
    const seen = async () => (await server.ask<object>('GET', `/users/${someone.user.id}`)).body;
    expect(await seen()).not.toHaveProperty('handle');
    await change(someone, { visibility: 'public', searchable: true });
    expect(await seen()).toMatchObject({ handle });
    for (const secret of ['searchable', 'shows_history']) expect(await seen()).not.toHaveProperty(secret);
    const { body } = await server.ask<PublicUser[]>('GET', '/users?perPage=100');
    expect(body.find(({ id }) => id === someone.user.id)).toMatchObject({ handle });
  });
});

describe('a former handle', () => {
  test(`is reserved for ${HANDLE_DAYS} days, except for its user (X-342)`, async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const handle = await server.chooseHandle(ana.token);
    await server.chooseHandle(ana.token);
    server.turnClock(HANDLE_DAYS * DAY - 1);
    // The sessions have expired.
    const [again, other] = [await server.logIn(ana.person), await server.logIn(bia.person)];
    expect(await change(other, { handle })).toMatchObject(TAKEN);
    expect(await change(again, { handle })).toMatchObject(now(handle));
    const next = await server.chooseHandle(again.token);
    expect(await change(other, { handle })).toMatchObject(TAKEN);
    server.turnClock(HANDLE_DAYS * DAY);
    expect(await change(await server.logIn(bia.person), { handle })).toMatchObject(now(handle));
    const last = await server.logIn(ana.person);
    expect(await change(last, { handle })).toMatchObject(TAKEN);
    expect(last.user.handle).toBe(next);
  });

  test('is reserved also when its user has no other (X-342)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    expect(await change(ana, { handle: null })).toMatchObject(now(null));
    const handle = await server.chooseHandle(ana.token);
    expect(await change(ana, { handle: null })).toMatchObject(now(null));
    expect(await change(bia, { handle })).toMatchObject(TAKEN);
    expect(await change(ana, { handle })).toMatchObject(now(handle));
  });

  test(`is one of at most ${FORMER_HANDLES_LIMIT} of a user (X-342)`, async () => {
    const someone = await server.signUp();
    const handles: string[] = [];
    for (let count = 0; count <= FORMER_HANDLES_LIMIT; count += 1) {
      handles.push(await server.chooseHandle(someone.token));
    }
    const before = await server.rowsOf(someone);
    const refused = await change(someone, { handle: 'mais-uma', bio: 'Outra' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'limit-reached' } });
    expect(await server.rowsOf(someone)).toEqual(before);
    expect((await change(someone, { handle: handles[0] })).status).toBe(200);
    server.turnClock(HANDLE_DAYS * DAY);
    expect((await change(await server.logIn(someone.person), { handle: 'mais-uma' })).status).toBe(200);
  });

  test('is in the export, and free once the account is deleted', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const former = await server.chooseHandle(ana.token);
    const handle = await server.chooseHandle(ana.token);
    const { body } = await server.ask<ProfileExport>('GET', '/profile/export', { token: ana.token });
    expect(body.user).toMatchObject({ handle, searchable: false });
    expect(body.former_handles).toEqual([{ handle: former, left_at: expect.stringMatching(/Z$/) }]);
    await server.ask('DELETE', `/users/${ana.user.id}`, { token: ana.token });
    expect((await server.rowsOf(ana)).handles).toEqual([]);
    for (const free of [former, handle]) expect(await change(bia, { handle: free })).toMatchObject({ status: 200 });
  });
});

test.for([
  ['Ana Souza', 'ana-souza'],
  ['  João  da Conceição Ñandú ', 'joao-da-conceicao-nandu'],
  ['Ana 👩🏽‍💻 Lima', 'ana-lima'],
  ['Ana'.repeat(40), 'ana'.repeat(13) + 'a'],
  ['山田太郎', undefined],
  ['Al', undefined],
] as const)('the name %j suggests the handle %j', ([name, handle]) => {
  expect(suggestHandle(name)).toBe(handle);
});
