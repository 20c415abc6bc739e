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

const TAKEN = {
  status: 409,
  body: { status: 'error', message: 'Handle already in use.', code: 'handle-taken', fields: { handle: 'taken' } },
};

describe('a handle', () => {
  test('is nobody’s until it is chosen, and then its user’s, changed and read back (X-340)', async () => {
    const someone = await server.signUp();
    expect(someone.user).toMatchObject({ handle: null, searchable: false });
    expect(await change(someone, { handle: ' ana-1 ' })).toMatchObject({ status: 200, body: { handle: 'ana-1' } });
    expect(await change(someone, { handle: 'ana-1' })).toMatchObject({ status: 200, body: { handle: 'ana-1' } });
    expect(await change(someone, { handle: '', searchable: true })).toMatchObject({
      status: 200,
      body: { handle: 'ana-1', searchable: true },
    });
    expect(await change(someone, { searchable: false })).toMatchObject({ body: { searchable: false } });
  });

  test('is given up by null, and left as one that was changed (X-342)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    expect(await change(ana, { handle: null })).toMatchObject({ status: 200, body: { handle: null } });
    const handle = await server.chooseHandle(ana.token);
    expect(await change(ana, { handle: null })).toMatchObject({ status: 200, body: { handle: null } });
    expect(await change(bia, { handle })).toMatchObject(TAKEN);
    expect(await change(ana, { handle })).toMatchObject({ status: 200, body: { handle } });
  });

  test.for(['ab', 'a'.repeat(41), 'Ana', 'ana souza', 'ana_souza', '-ana', 'ana-', 'áná', 'ana.souza', 'ana/x', 5])(
    'cannot be %j (X-340)',
    async (handle) => {
      const someone = await server.signUp();
      expect(await change(someone, { handle, bio: 'Outra' })).toMatchObject({
        status: 400,
        body: { code: 'validation', message: ['invalid handle'], fields: { handle: 'invalid' } },
      });
      expect((await server.ask('GET', '/profile', { token: someone.token })).body).toEqual(someone.user);
    },
  );

  test.for(['aaa', 'a'.repeat(40), 'a-b', '123', 'a--b'])('can be %j (X-340)', async (handle) => {
    expect(await change(await server.signUp(), { handle })).toMatchObject({ status: 200, body: { handle } });
  });

  test('is none of the words that look official, nor the beginning of an address here (X-340)', async () => {
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

  test('of another is taken, and nothing else of the change is saved (X-340)', async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const handle = await server.chooseHandle(ana.token);
    const before = await server.rows();
    expect(await change(bia, { handle, bio: 'Outra', visibility: 'public' })).toMatchObject(TAKEN);
    expect(await server.rows()).toEqual(before);
  });

  test('is told of a public profile, and of no private one (X-341)', async () => {
    const someone = await server.signUp();
    const handle = await server.chooseHandle(someone.token);
    const seen = async () => (await server.ask<object>('GET', `/users/${someone.user.id}`)).body;
    expect(await seen()).not.toHaveProperty('handle');
    await change(someone, { visibility: 'public', searchable: true });
    expect(await seen()).toMatchObject({ handle });
    expect(await seen()).not.toHaveProperty('searchable');
    expect(await seen()).not.toHaveProperty('shows_history');
    const { body } = await server.ask<PublicUser[]>('GET', '/users?perPage=100');
    expect(body.find(({ id }) => id === someone.user.id)).toMatchObject({ handle });
  });
});

describe('a handle that was changed', () => {
  test(`is kept from others for ${HANDLE_DAYS} days; its user may take it back (X-342)`, async () => {
    const [ana, bia] = [await server.signUp(), await server.signUp()];
    const handle = await server.chooseHandle(ana.token);
    await server.chooseHandle(ana.token);
    server.turnClock(HANDLE_DAYS * DAY - 1);
    // Sessions do not last as long.
    const [again, other] = [await server.logIn(ana.person), await server.logIn(bia.person)];
    expect(await change(other, { handle })).toMatchObject(TAKEN);
    expect(await change(again, { handle })).toMatchObject({ status: 200, body: { handle } });
    const next = await server.chooseHandle(again.token);
    expect(await change(other, { handle })).toMatchObject(TAKEN);
    server.turnClock(HANDLE_DAYS * DAY);
    const later = await server.logIn(bia.person);
    expect(await change(later, { handle })).toMatchObject({ status: 200, body: { handle } });
    const last = await server.logIn(ana.person);
    expect(await change(last, { handle })).toMatchObject(TAKEN);
    expect(last.user.handle).toBe(next);
  });

  test(`is one of ${FORMER_HANDLES_LIMIT} at most, so that nobody collects them (X-342)`, async () => {
    const someone = await server.signUp();
    const handles: string[] = [];
    for (let index = 0; index <= FORMER_HANDLES_LIMIT; index += 1)
      handles.push(await server.chooseHandle(someone.token));
    const before = await server.rowsOf(someone);
    const refused = await change(someone, { handle: 'mais-uma', bio: 'Outra' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'limit-reached' } });
    expect(await server.rowsOf(someone)).toEqual(before);
    expect((await change(someone, { handle: handles[0] })).status).toBe(200);
    server.turnClock(HANDLE_DAYS * DAY);
    const again = await server.logIn(someone.person);
    expect((await change(again, { handle: 'mais-uma' })).status).toBe(200);
  });

  test('stands in the export, and goes with the account: then anybody may take it (X-343)', async () => {
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
] as const)('the name %j suggests the handle %j (X-344)', ([name, handle]) => {
  expect(suggestHandle(name)).toBe(handle);
});
