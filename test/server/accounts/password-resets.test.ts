import { describe, expect, test } from 'vitest';
import type { AccountEvent } from '#contract/event.ts';
import { sweepPasswordResets } from '../../../server/database/security/password-resets.ts';
import { fingerprint, makeToken } from '../../../server/accounts/tokens.ts';
import { type SignedIn, startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();
const NEW = 'nova1234';
const HOUR = 60 * 60_000;
const REFUSED = {
  status: 400,
  body: { status: 'error', message: ['invalid token'], code: 'validation', fields: { token: 'invalid' } },
};

function reset(token: string, password = NEW, from?: string) {
  return server.ask('POST', '/password-resets', { body: { token, password }, from });
}

async function logInStatus({ person: { email } }: SignedIn, password: string): Promise<number> {
  return (await server.ask('POST', '/sessions', { body: { email, password } })).status;
}

describe('a link to a new password', () => {
  test('sets it once, ends every session, and stands among the events (X-262)', async () => {
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
    const events = body.map(({ kind, actor }) => `${kind} ${actor}`);
    expect(events.slice(2, 4)).toEqual(['password-reset user', 'reset-link-made admin']);
    expect(await reset(token, 'outra1234')).toMatchObject(REFUSED);
    expect(await logInStatus(someone, NEW)).toBe(200);
  });

  test('works for an hour, and until another replaces it', async () => {
    const someone = await server.signUp();
    const [replaced, late] = [await server.makeResetToken(someone), await server.makeResetToken(someone)];
    expect(await reset(replaced)).toMatchObject(REFUSED);
    server.turnClock(HOUR);
    expect(await reset(late)).toMatchObject(REFUSED);
    for (const made of [makeToken(), 'x']) expect(await reset(made)).toMatchObject(REFUSED);
    expect(await logInStatus(someone, someone.person.password)).toBe(200);
    const token = await server.makeResetToken(someone);
    server.turnClock(HOUR - 1);
    expect((await reset(token, '12')).status).toBe(400);
    expect((await reset(token)).status).toBe(204);
  });

  test('sets one of two passwords that are sent concurrently (X-262)', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const answers = await Promise.all([reset(token, 'primeira1'), reset(token, 'segunda12')]);
    expect(statusesOf(answers)).toEqual([204, 400]);
    expect(await logInStatus(someone, answers[0]?.status === 204 ? 'primeira1' : 'segunda12')).toBe(200);
  });

  test('stops working when the user changes the password', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const body = { password: NEW, old_password: someone.person.password };
    expect((await server.ask('PUT', '/profile', { token: someone.token, body })).status).toBe(200);
    expect(await reset(token, 'outra1234')).toMatchObject(REFUSED);
  });

  test('is stored as a fingerprint, stands in no log, and is swept after its hour', async () => {
    const someone = await server.signUp();
    const token = await server.makeResetToken(someone);
    const stored = async () => (await server.rowsOf(someone)).password_resets;
    expect(await stored()).toMatchObject([{ token_hash: fingerprint(token) }]);
    const end = Date.parse((await stored())[0]?.expires_at ?? '');
    await sweepPasswordResets(server.database, new Date(end - 1));
    expect(await stored()).toHaveLength(1);
    expect((await reset(token)).status).toBe(204);
    for (const secret of [token, fingerprint(token), NEW]) expect(server.log.join('')).not.toContain(secret);
    await server.makeResetToken(someone);
    await sweepPasswordResets(server.database, new Date(end));
    expect(await stored()).toEqual([]);
  });

  test('cannot be guessed: a network waits after a hundred wrong ones', async () => {
    const token = await server.makeResetToken(await server.signUp());
    for (let count = 0; count < 100; count += 1) {
      expect((await reset(makeToken(), NEW, '203.0.113.9')).status).toBe(400);
    }
    const refused = { status: 429, body: { code: 'too-many-requests' }, headers: { 'retry-after': '1' } };
    expect(await reset(token, NEW, '203.0.113.9')).toMatchObject(refused);
    expect((await reset(token, NEW, '198.51.100.7')).status).toBe(204);
  });

  test('sets no password that a strict server refuses', async () => {
    const strict = await startServer({ passwordProfile: 'strict' });
    const someone = await strict.signUp({ password: 'tranquilo-rio-7' });
    const token = await strict.makeResetToken(someone);
    const ask = (password: string) => strict.ask('POST', '/password-resets', { body: { token, password } });
    expect(await ask('12345678')).toMatchObject({ status: 400, body: { fields: { password: 'too-common' } } });
    expect(await ask(someone.person.email)).toMatchObject({ body: { fields: { password: 'personal' } } });
    expect((await ask('tranquilo-mar-8')).status).toBe(204);
  });
});
