import { describe, expect, test } from 'vitest';
import type { OwnUser, PublicUser } from '#contract/user.ts';
import { visibleTo } from '../../../server/accounts/visibility.ts';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { readProfile } from '../../../server/database/profiles.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';

const servers = {
  'by default': await startServer({ compatibility: DEFAULT }),
  'for the clients of the original API': await startServer({ compatibility: KENZIEHUB }),
};

async function makeProfile(server: TestServer, visibility: 'public' | 'private') {
  const user = await server.signUpWithEverything();
  await server.ask('PUT', '/profile', { token: user.token, body: { visibility } });
  const { body: own } = await server.ask<OwnUser>('GET', '/profile', { token: user.token });
  return { ...user, own };
}

/** What others are to see of a public profile, key by key. */
function publicView({ own }: { own: OwnUser }) {
  return {
    id: own.id,
    handle: expect.stringMatching(/^ana-/),
    name: own.name,
    bio: 'Aprendo a programar.',
    contact: 'https://example.com/ana',
    course_module: own.course_module,
    techs: [own.techs[0]],
    works: [own.works[0]],
    avatar_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/),
    created_at: own.created_at,
    updated_at: own.updated_at,
  };
}

/** What others are to see of a private profile, key by key. */
function privateView({ own }: { own: OwnUser }) {
  return {
    id: own.id,
    name: own.name,
    bio: null,
    contact: null,
    course_module: own.course_module,
    techs: [own.techs[0]],
    works: [],
    avatar_url: null,
    created_at: own.created_at,
    updated_at: own.updated_at,
  };
}

/** The tokens of everybody who is not this user: of nobody, of another user, and of a client that has none. */
async function strangers(server: TestServer): Promise<Array<string | undefined>> {
  return [undefined, (await server.signUp()).token, 'null'];
}

async function listed(server: TestServer, { user }: SignedIn, token: string | undefined) {
  const { body } = await server.ask<PublicUser[]>('GET', '/users?perPage=100', { token });
  return body.find(({ id }) => id === user.id);
}

describe.each(Object.entries(servers))('%s', (_mode, server) => {
  test('others see a public profile without e-mail and visibility, also in the list (A-26)', async () => {
    const user = await makeProfile(server, 'public');
    for (const token of await strangers(server)) {
      expect((await server.ask('GET', `/users/${user.user.id}`, { token })).body).toEqual(publicView(user));
      expect(await listed(server, user, token)).toEqual(publicView(user));
    }
    expect((await server.ask('GET', new URL(user.own.avatar_url ?? '').pathname)).status).toBe(200);
  });

  test('others see name, module and technologies of a private profile, which is not listed (A-26)', async () => {
    const user = await makeProfile(server, 'private');
    for (const token of await strangers(server)) {
      expect((await server.ask('GET', `/users/${user.user.id}`, { token })).body).toEqual(privateView(user));
      expect(await listed(server, user, token)).toBeUndefined();
    }
  });

  test.for(['public', 'private'] as const)('a user sees all of their own %s profile (X-96)', async (visibility) => {
    const user = await makeProfile(server, visibility);
    const all = { ...publicView(user), email: user.person.email, visibility, searchable: false, shows_history: false };
    expect(user.own).toEqual(all);
    expect((await server.ask('GET', `/users/${user.user.id}`, { token: user.token })).body).toEqual(all);
    const shown = visibility === 'public' ? publicView(user) : undefined;
    expect(await listed(server, user, user.token)).toEqual(shown);
  });
});

test('a field that is new in the database is shown to nobody else until it is listed', async () => {
  const server = servers['by default'];
  for (const visibility of ['public', 'private'] as const) {
    const user = await makeProfile(server, visibility);
    const stored = await readProfile(server.database, user.user.id);
    if (!stored) throw new Error('The user is gone');
    const grown = { ...stored, phone: '(11) 99999-0000' };
    const shown = visibleTo('', grown, 'http://localhost');
    expect(shown).toEqual(visibility === 'public' ? publicView(user) : privateView(user));
  }
});
