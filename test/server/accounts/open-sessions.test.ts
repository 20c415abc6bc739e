import { describe, expect, test } from 'vitest';
import type { OpenSession } from '#contract/session.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

async function sessions(token: string): Promise<OpenSession[]> {
  return (await server.ask<OpenSession[]>('GET', '/sessions', { token })).body;
}

describe('the open sessions', () => {
  test("are the user's own, in the order of their logins, without a secret", async () => {
    const [{ person, token }] = [await server.signUp(), await server.signUp()];
    const { token: ended } = await server.logIn(person);
    await server.ask('DELETE', '/sessions', { token: ended });
    server.turnClock(1_000);
    const headers = { 'user-agent': 'Firefox' };
    const login = await server.ask<{ token: string }>('POST', '/sessions', { body: person, headers });
    const { body, text } = await server.ask<OpenSession[]>('GET', '/sessions', { token });
    expect(body).toMatchObject([
      { current: true, user_agent: 'lightMyRequest' },
      { current: false, user_agent: 'Firefox' },
    ]);
    for (const { id } of body) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const secret of [token, fingerprint(token).slice(0, 8), '127.0.0']) expect(text).not.toContain(secret);
    const ids = body.map(({ id }) => id);
    expect(await sessions(login.body.token)).toMatchObject([
      { id: ids[0], current: false },
      { id: ids[1], current: true },
    ]);
    server.turnClock(4 * 24 * 60 * 60_000);
    expect(await sessions((await server.logIn(person)).token)).toMatchObject([{ current: true }]);
  });

  test('all end but the one that asks for it', async () => {
    const [someone, stranger] = [await server.signUp(), await server.signUp()];
    const { token } = await server.logIn(someone.person);
    await server.logIn(someone.person);
    expect(await server.ask('DELETE', '/sessions/others', { token })).toMatchObject({ status: 204, text: '' });
    expect(await sessions(token)).toMatchObject([{ current: true }]);
    expect(await sessions(stranger.token)).toHaveLength(1);
    expect((await server.ask('GET', '/profile', { token: someone.token })).status).toBe(401);
  });
});
