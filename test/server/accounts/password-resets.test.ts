import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import { sweepPasswordResets } from '../../../server/database/security/password-resets.ts';
import { fingerprint, makeToken } from '../../../server/accounts/tokens.ts';
import { type SignedIn, startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();
const NEW = 'nova1234';
const REFUSED = { status: 'error', message: ['invalid token'], code: 'validation', fields: { token: 'invalid' } };

function reset(token: string, password = NEW, from?: string) {
  return server.ask('POST', '/password-resets', { body: { token, password }, from });
}

async function logInStatus({ person: { email } }: SignedIn, password: string): Promise<number> {
  return (await server.ask('POST', '/sessions', { body: { email, password } })).status;
}

describe('a link to a new password', () => {
  test('sets it once, ends every session, and is told to the user (X-262)', async () => {
    const someone = await server.signUp();
    const { token: other } = await server.logIn(someone.person);
    const token = await server.makeResetToken(someone);
    expect(await reset(token)).toMatchObject({ status: 204, text: '' });
    for (const ended of [someone.token, other]) {
      expect((await server.ask('GET', '/profile', { token: ended })).status).toBe(401);
    }
    expect(await logInStatus(someone, someone.person.password)).toBe(401);
    const { token: fresh } = await server.logIn({ ...someone.person, password: NEW });
    const { body } = await server.ask<AccountEvent[]>('GET', '/profile/events', { token: fresh });
    expect(body.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      'login user',
      'login-failed user',
      'password-reset user',
      'reset-link-made admin',
      'login user',
      'login user',
    ]);
    expect(await reset(token, 'outra1234')).toMatchObject({ status: 400, body: REFUSED });
    expect(await logInStatus(someone, NEW)).toBe(200);
  });

  test('is refused with the same words an hour later, replaced, or made up (X-262)', async () => {
    const someone = await server.signUp();
    const replaced = await server.makeResetToken(someone);
    const late = await server.makeResetToken(someone);
    expect(await reset(replaced)).toMatchObject({ status: 400, body: REFUSED });
    server.turnClock(60 * 60_000);
    expect(await reset(late)).toMatchObject({ status: 400, body: REFUSED });
    expect(await reset(makeToken())).toMatchObject({ status: 400, body: REFUSED });
    expect(await reset('x')).toMatchObject({ status: 400, body: REFUSED });
    expect(await logInStatus(someone, someone.person.password)).toBe(200);
  });

  test('works until the last second, and survives a password that is refused (X-262)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    server.turnClock(60 * 60_000 - 1);
    expect((await reset(token, '12')).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });

  test('of two at once sets one password (X-262)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const answers = await Promise.all([reset(token, 'primeira1'), reset(token, 'segunda12')]);
    expect(statusesOf(answers)).toEqual([204, 400]);
    const winner = answers[0]?.status === 204 ? 'primeira1' : 'segunda12';
    expect(await logInStatus(someone, winner)).toBe(200);
  });

  test('works no more once the user has changed the password themselves (X-262)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const body = { password: NEW, old_password: someone.person.password };
    expect((await server.ask('PUT', '/profile', { token: someone.token, body })).status).toBe(200);
    expect((await reset(token, 'outra1234')).status).toBe(400);
  });

  test('is kept as a fingerprint alone, in no line of the log, and swept after its hour (X-263)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    expect(await server.rowsOf(someone)).toMatchObject({ password_resets: [{ token_hash: fingerprint(token) }] });
    const now = new Date((await server.rowsOf(someone)).password_resets[0]?.expires_at ?? '');
    await sweepPasswordResets(server.database, new Date(now.getTime() - 1));
    expect((await server.rowsOf(someone)).password_resets).toHaveLength(1);
    expect((await reset(token)).status).toBe(204);
    const log = server.log.join('');
    for (const secret of [token, fingerprint(token), NEW]) expect(log).not.toContain(secret);
    await server.makeResetToken(someone);
    await sweepPasswordResets(server.database, now);
    expect((await server.rowsOf(someone)).password_resets).toEqual([]);
  });

  test('is slow to guess: after a hundred wrong ones a network waits, others do not (X-264)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    for (let count = 0; count < 100; count += 1) {
      expect((await reset(makeToken(), NEW, '203.0.113.9')).status).toBe(400);
    }
    const held = await reset(token, NEW, '203.0.113.9');
    expect(held).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    expect((await reset(token, NEW, '198.51.100.7')).status).toBe(204);
  });

  test('takes no password that a strict server refuses (X-262)', async () => {
    const strict = await startServer({ passwordProfile: 'strict' });
    const someone = await strict.signUp({ password: 'tranquilo-rio-7' });
    const token = await strict.makeResetToken(someone);
    const ask = (password: string) => strict.ask('POST', '/password-resets', { body: { token, password } });
    expect(await ask('12345678')).toMatchObject({ status: 400, body: { fields: { password: 'too-common' } } });
    expect(await ask(someone.person.email)).toMatchObject({ body: { fields: { password: 'personal' } } });
    expect((await ask('tranquilo-mar-8')).status).toBe(204);
  });
});
