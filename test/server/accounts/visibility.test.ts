import { describe, expect, test } from 'vitest';
import type { OwnUser, PublicUser } from '#contract/user.ts';
import { visibleTo } from '../../../server/accounts/visibility.ts';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { readProfile } from '../../../server/database/profiles.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';

const server = await startServer({ compatibility: DEFAULT });
const MODES: Array<[string, TestServer]> = [
  ['by default', server],
  ['for clients of the original API', await startServer({ compatibility: KENZIEHUB })],
];

async function makeProfile(on: TestServer, visibility: 'public' | 'private') {
  const user = await on.signUpWithEverything();
  const { token } = user;
  const { body: own } = await on.ask<OwnUser>('PUT', '/profile', { token, body: { visibility } });
  return { ...user, own };
}

/** What others see of a profile, key by key: nothing else is theirs to see. */
function viewOf({ own }: { own: OwnUser }) {
  const { id, name, course_module, created_at, updated_at } = own;
  const always = { id, name, course_module, techs: [own.techs[0]], created_at, updated_at };
  if (own.visibility === 'private') return { ...always, bio: null, contact: null, works: [], avatar_url: null };
  return {
    ...always,
    handle: expect.stringMatching(/^ana-/),
    bio: 'Aprendo a programar.',
    contact: 'https://example.com/ana',
    works: [own.works[0]],
    avatar_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/),
  };
}

/** The tokens of everybody who is not this user: of nobody, of another user, and of a client that has none. */
async function strangers(on: TestServer): Promise<Array<string | undefined>> {
  return [undefined, (await on.signUp()).token, 'null'];
}

async function listed(on: TestServer, { user }: SignedIn, token: string | undefined) {
  const { body } = await on.ask<PublicUser[]>('GET', '/users?perPage=100', { token });
  return body.find(({ id }) => id === user.id);
}

describe.each(MODES)('%s', (_mode, on) => {
  test('others see a public profile without e-mail and settings, and in the list (A-26)', async () => {
    const user = await makeProfile(on, 'public');
    for (const token of await strangers(on)) {
      expect((await on.ask('GET', `/users/${user.user.id}`, { token })).body).toEqual(viewOf(user));
      expect(await listed(on, user, token)).toEqual(viewOf(user));
    }
    expect((await on.ask('GET', new URL(user.own.avatar_url ?? '').pathname)).status).toBe(200);
  });

  test('others see name, module and technologies of a private profile, in no list (A-26)', async () => {
    const user = await makeProfile(on, 'private');
    for (const token of await strangers(on)) {
      expect((await on.ask('GET', `/users/${user.user.id}`, { token })).body).toEqual(viewOf(user));
      expect(await listed(on, user, token)).toBeUndefined();
    }
  });

  test.for(['public', 'private'] as const)('users see all of their own %s profile', async (visibility) => {
    const user = await makeProfile(on, visibility);
    const own = { email: user.person.email, visibility, searchable: false, shows_history: false };
    const all = { ...viewOf({ own: { ...user.own, visibility: 'public' } }), ...own };
    expect(user.own).toMatchObject(all);
    expect((await on.ask('GET', `/users/${user.user.id}`, { token: user.token })).body).toEqual(user.own);
    expect(await listed(on, user, user.token)).toEqual(visibility === 'public' ? viewOf(user) : undefined);
  });
});

test.for(['public', 'private'] as const)('a new field of a %s user is nobody else’s', async (visibility) => {
  const user = await makeProfile(server, visibility);
  const stored = await readProfile(server.database, user.user.id);
  if (!stored) throw new Error('The user is gone');
  const grown = { ...stored, phone: '(11) 99999-0000' };
  expect(visibleTo('', grown, 'http://localhost')).toEqual(viewOf(user));
});
