import { describe, expect, test } from 'vitest';
import type { OwnUser, PublicUser } from '#contract/user.ts';
import { userVisibleTo } from '../../../server/accounts/visibility.ts';
import { DEFAULT, KENZIEHUB } from '../../../server/compatibility.ts';
import { readProfile } from '../../../server/database/users/profiles.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

const server = await startServer({ compatibility: DEFAULT });
const MODES: Array<[string, TestServer]> = [
  ['by default', server],
  ['for clients of the original API', await startServer({ compatibility: KENZIEHUB })],
];

async function makeProfile(on: TestServer, visibility: 'public' | 'private') {
  const { token, person } = await on.signUpWithEverything();
  const { body: own } = await on.ask<OwnUser>('PUT', '/profile', { token, body: { visibility } });
  return { token, person, own };
}

/** The complete list of keys that others may read. */
function viewOf({ id, name, course_module, created_at, updated_at, techs, works }: OwnUser, visibility: string) {
  const always = { id, name, course_module, techs: [techs[0]], created_at, updated_at };
  if (visibility === 'private') return { ...always, bio: null, contact: null, works: [], avatar_url: null };
  return {
    ...always,
    handle: expect.stringMatching(/^ana-/),
    bio: 'Aprendo a programar.',
    contact: 'https://example.com/ana',
    works: [works[0]],
    avatar_url: expect.stringMatching(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/),
  };
}

/** The user as this token reads them, by id and in the list. */
async function seen(on: TestServer, { id }: OwnUser, token: string | undefined) {
  const { body } = await on.ask<PublicUser[]>('GET', '/users?perPage=100', { token });
  return [(await on.ask('GET', `/users/${id}`, { token })).body, body.find((user) => user.id === id)];
}

describe.each(MODES)('%s', (_mode, on) => {
  test.for(['public', 'private'] as const)(
    'others see only the allowed fields of a %s profile (A-26)',
    async (visibility) => {
      const { own } = await makeProfile(on, visibility);
      const view = viewOf(own, visibility);
      for (const token of [undefined, (await on.signUp()).token, 'null']) {
        expect(await seen(on, own, token)).toEqual([view, visibility === 'public' ? view : undefined]);
      }
    },
  );

  test.for(['public', 'private'] as const)('a user sees every field of a %s profile of theirs', async (visibility) => {
    const { own, person, token } = await makeProfile(on, visibility);
    const settings = { email: person.email, visibility, searchable: false, shows_history: false, featured: [] };
    const view = viewOf(own, 'public');
    expect(own).toMatchObject({ ...view, ...settings });
    expect(await seen(on, own, token)).toEqual([own, visibility === 'public' ? view : undefined]);
  });
});

test.for(['public', 'private'] as const)('a new column of a %s user is private by default', async (visibility) => {
  const { own } = await makeProfile(server, visibility);
  const stored = await readProfile(server.database, { userId: own.id });
  if (!stored) throw new Error('The user is gone');
  const grown = { ...stored, phone: '(11) 99999-0000' };
  expect(userVisibleTo('anyone', grown, 'http://localhost')).toEqual(viewOf(own, visibility));
});
