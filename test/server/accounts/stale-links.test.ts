import { describe, expect, test } from 'vitest';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { endSessions } from '../../../server/database/accounts/administration.ts';
import { addPasswordReset } from '../../../server/database/accounts/password-resets.ts';
import { emailKey } from '../../../server/database/users/users.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

async function use(token: string): Promise<number> {
  return (await server.ask('POST', '/password-resets', { body: { token, password: 'nova1234' } })).status;
}

describe('a link to a new password', () => {
  test('stops working when the e-mail changes (X-603)', async () => {
    const someone = await server.signUp();
    const link = await server.makeResetToken(someone);
    const body = { email: `nova-${someone.person.email}` };
    expect((await server.ask('PUT', '/profile', { token: someone.token, body })).status).toBe(200);
    expect(await use(link)).toBe(400);
  });

  test('keeps working when a form sends the same e-mail again (X-603)', async () => {
    const someone = await server.signUp();
    const link = await server.makeResetToken(someone);
    const body = { email: someone.person.email.toUpperCase(), bio: 'Mudei.' };
    expect((await server.ask('PUT', '/profile', { token: someone.token, body })).status).toBe(200);
    expect(await use(link)).toBe(204);
  });

  test('stops working when the user ends the other sessions (X-603)', async () => {
    const someone = await server.signUp();
    const link = await server.makeResetToken(someone);
    expect((await server.ask('DELETE', '/sessions/others', { token: someone.token })).status).toBe(204);
    expect(await use(link)).toBe(400);
  });

  test('stops working when an operator ends all sessions (X-603)', async () => {
    const someone = await server.signUp();
    const link = await server.makeResetToken(someone);
    const act = { userId: someone.user.id, event: adminEvent('sessions-ended'), now: new Date() };
    expect(await endSessions(server.database, act)).toBe(true);
    expect(await use(link)).toBe(400);
  });

  test('is not made for an e-mail that the account no longer has (X-603)', async () => {
    const { user, person, token } = await server.signUp();
    const make = (email: string) =>
      addPasswordReset(
        server.database,
        { userId: user.id, tokenHash: `${email} hash`, emailKey: emailKey(email) },
        adminEvent('reset-link-made'),
        new Date(),
      );
    expect(await make(`velho-${person.email}`)).toBe(false);
    await server.ask('PUT', '/profile', { token, body: { email: person.email.toUpperCase() } });
    expect(await make(person.email)).toBe(true);
  });
});
