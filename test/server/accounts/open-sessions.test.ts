import { expect, test } from 'vitest';
import type { OpenSession } from '#contract/session.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const ask = (token: string) => server.ask<OpenSession[]>('GET', '/sessions', { token });

test("open sessions are the user's own, in the order of their logins, without a secret", async () => {
  const [{ person, token }] = [await server.signUp(), await server.signUp()];
  server.turnClock(1_000);
  const headers = { 'user-agent': 'Firefox' };
  const login = await server.ask<{ token: string }>('POST', '/sessions', { body: person, headers });
  const { body, text } = await ask(token);
  expect(body).toMatchObject([
    { current: true, user_agent: 'lightMyRequest' },
    { current: false, user_agent: 'Firefox' },
  ]);
  for (const secret of [token, fingerprint(token).slice(0, 8), '127.0.0']) expect(text).not.toContain(secret);
  const current = [false, true];
  expect((await ask(login.body.token)).body).toMatchObject(
    body.map(({ id }, index) => ({ id, current: current[index] })),
  );
  server.turnClock(4 * 24 * 60 * 60_000);
  expect((await ask((await server.logIn(person)).token)).body).toMatchObject([{ current: true }]);
});

test('DELETE /sessions/others ends all sessions except its own', async () => {
  const [someone, stranger] = [await server.signUp(), await server.signUp()];
  const { token } = await server.logIn(someone.person);
  expect(await server.ask('DELETE', '/sessions/others', { token })).toMatchObject({ status: 204, text: '' });
  expect((await ask(token)).body).toMatchObject([{ current: true }]);
  expect((await ask(stranger.token)).body).toHaveLength(1);
});
