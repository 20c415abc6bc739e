import * as z from 'zod/mini';
import { LogIn, type LogInForm, OpenSession, Session } from '#contract/session.ts';
import { PasswordConfirmation } from '#contract/user.ts';
import { rememberNetwork, requireConfirmation, sessionId } from '../accounts/authentication.ts';
import { activityEntry } from '../accounts/security-log.ts';
import { addSession, removeOtherSessions, removeSession, selectSessions } from '../database/accounts/sessions.ts';
import { changePasswordHash, readCredentials } from '../database/users/users.ts';
import { readProfile } from '../database/users/profiles.ts';
import { networkPrefix } from '../networks.ts';
import { addressClientOf } from '../load/clients.ts';
import { ownUser } from '../accounts/visibility.ts';
import { invalidCredentials, wrongPassword } from '../problems.ts';
import { withoutSlot } from '../load/fairness.ts';
import { Overloaded, type Priority } from '../load/queue.ts';
import type { App, Services } from '../services.ts';
import { loginKey } from '../accounts/throttle.ts';
import { fingerprint, makeToken } from '../accounts/tokens.ts';

/** An unknown e-mail, a wrong password and a locked account get the same response after the same work. */
export function logInRoutes(app: App, { database, clock, passwords, throttle }: Services): void {
  /** Replaces a hash of another cost: only a login has the password. Returns the valid hash. */
  async function renewHash(userId: string, from: string, { email, password }: LogInForm, ip: string): Promise<string> {
    if (!passwords.needsRehash(from)) return from;
    const client = addressClientOf(ip);
    let to;
    try {
      to = await passwords.hash(password, client, 1);
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return from;
    }
    if (await changePasswordHash(database, userId, { from, to })) return to;
    // A concurrent login has replaced the hash, or a change of the password.
    const stored = (await readCredentials(database, email))?.password_hash;
    return stored !== undefined && (await passwords.verify(password, stored, client, 1)) ? stored : from;
  }

  app.post(
    '/sessions',
    {
      config: { refuses: [invalidCredentials()], event: 'authn_login_success' },
      schema: { body: LogIn, response: { 200: Session } },
    },
    async (request) => {
      const { email, password } = request.body;
      const credentials = await readCredentials(database, email);
      const userId = credentials?.id;
      const account = loginKey(userId, email);
      request.audit = { userId, email };
      const attempt = { account, userId, ip: request.ip, event: activityEntry(request, 'authn_login_fail') };
      const verify = async (priority: Priority) =>
        (await passwords.verify(password, credentials?.password_hash, addressClientOf(request.ip), priority)) &&
        !credentials?.locked_at;
      if (!(await throttle.attempt(attempt, verify)) || !credentials) throw invalidCredentials();
      const passwordHash = await renewHash(credentials.id, credentials.password_hash, request.body, request.ip);
      const token = makeToken();
      const session = {
        tokenHash: fingerprint(token),
        ipPrefix: networkPrefix(request.ip),
        userAgent: request.headers['user-agent'] ?? null,
        event: activityEntry(request, 'authn_login_success'),
      };
      const isOpen = await addSession(database, { userId: credentials.id, passwordHash }, session, clock());
      if (!isOpen) throw invalidCredentials();
      // Before the profile is read: many logins may wait to write, and a profile takes up to a megabyte.
      await rememberNetwork({ throttle }, request, credentials.id);
      const profile = await readProfile(database, { userId: credentials.id });
      if (!profile) throw invalidCredentials();
      return { token, user: ownUser(profile, request.origin) };
    },
  );
}

export function sessionRoutes(app: App, services: Services): void {
  const { database, clock, sessionIdle } = services;
  app.get('/sessions', { schema: { response: { 200: z.array(OpenSession) } } }, async (request) => {
    const sessions = await selectSessions(database, request.userId, clock(), sessionIdle).execute();
    return sessions.map(({ token_hash: tokenHash, ...session }) => {
      return { id: sessionId(tokenHash), current: tokenHash === request.tokenHash, ...session };
    });
  });

  const event = 'authn_token_revoked';

  app.delete('/sessions', { config: { event }, schema: {} }, async (request, reply) => {
    await removeSession(database, request);
    return reply.code(204).send();
  });

  app.delete(
    '/sessions/others',
    { config: { event, refuses: [wrongPassword('password')] }, schema: { body: PasswordConfirmation } },
    async (request, reply) => {
      await withoutSlot(request, () => requireConfirmation(services, request, request.body));
      await removeOtherSessions(database, request, activityEntry(request, event), clock());
      return reply.code(204).send();
    },
  );
}
