import { describe, expect, test } from 'vitest';
import { accountKey } from '../../../server/accounts/throttle.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { removeUser } from '../../../server/database/users/users.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const server = await startServer();

const remove = ({ token, user }: SignedIn, body?: unknown) =>
  server.ask('DELETE', `/users/${user.id}`, { token, body });

/** The tables that hold something of this user. */
async function tablesWith(someone: Pick<SignedIn, 'user'>, on = server): Promise<string[]> {
  return Object.entries(await on.rowsOf(someone)).flatMap(([table, rows]) => (rows.length > 0 ? [table] : []));
}

describe('deleting the account', () => {
  test('removes all rows of the user, and no others', async () => {
    const [someone, other] = [await server.signUpWithEverything(), await server.signUpWithEverything()];
    const { email, password } = someone.person;
    const picture = await server.addAvatar(someone.token);
    await server.ask('POST', '/sessions', { body: { email, password: 'outra123' } });
    const before = await server.rowsOf(other);
    // A table that is new here has to be filled by `signUpWithEverything`.
    expect(await tablesWith(someone)).toEqual(Object.keys(before));

    expect(await remove(someone, { password })).toMatchObject({ status: 204, text: '' });
    expect(await tablesWith(someone)).toEqual([]);
    expect(await server.rowsOf(other)).toEqual(before);
    expect((await remove(someone)).status).toBe(401);
    for (const path of [`/users/${someone.user.id}`, picture]) expect((await server.ask('GET', path)).status).toBe(404);
    expect((await server.ask('POST', '/sessions', { body: { email, password } })).status).toBe(401);
  });

  test.for([undefined, '', { confirm: true }])('needs no password: the body %j will do', async (body) => {
    const someone = await server.signUp();
    expect((await remove(someone, body)).status).toBe(204);
    expect(await tablesWith(someone)).toEqual([]);
  });
});

describe('an account that is deleted after its request was authenticated', async () => {
  const deleting = await startServer();
  let leaving: SignedIn | undefined;
  deleting.app.addHook('preHandler', async () => {
    if (leaving === undefined) return;
    const { user, token } = leaving;
    leaving = undefined;
    await removeUser(deleting.database, { userId: user.id, tokenHash: fingerprint(token) }, accountKey(user.id));
  });

  test.for<[string, string, unknown?]>([
    ['GET', '/profile'],
    ['GET', '/profile/export'],
    ['PUT', '/profile', { bio: 'Mudei.' }],
    ['PUT', '/profile', { email: 'nova@example.com' }],
    ['PUT', '/profile', { password: 'nova1234', old_password: 'senha123' }],
    ['DELETE', '/users/:id', { password: 'senha123' }],
  ])('has no valid session for %s %s with %j', async ([method, path, body]) => {
    const someone = await deleting.signUp();
    leaving = someone;
    const answer = await deleting.ask(method, path.replace(':id', someone.user.id), { token: someone.token, body });
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(await tablesWith(someone, deleting)).toEqual([]);
  });
});
