import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { LogIn, OpenSession, Session } from '#contract/session.ts';
import { sessionId } from '../accounts/authentication.ts';
import { eventOf, logEvent, logRefusal } from '../accounts/security-log.ts';
import { addSession, listSessions, removeOtherSessions, removeSession } from '../database/accounts/sessions.ts';
import { changePasswordHash, emailKey, readCredentials } from '../database/users/users.ts';
import { readProfile } from '../database/users/profiles.ts';
import { networkOf, networkPrefix } from '../http/networks.ts';
import { ownUser } from '../accounts/visibility.ts';
import { generic, invalidCredentials } from '../problems.ts';
import { Overloaded } from '../queue.ts';
import type { Services } from '../services.ts';
import { accountKey, unknownKey } from '../accounts/throttle.ts';
import { fingerprint, makeToken } from '../accounts/tokens.ts';

/** For visitors. An unknown e-mail, a wrong password and a locked account get the same answer after the same work. */
export function logInRoutes(app: FastifyInstance, { database, clock, passwords, throttle }: Services): void {
  /** Hashes anew when the cost has changed: only a login has the password. Answers the valid hash. */
  async function renewHash(userId: string, from: string, password: string, network: string): Promise<string> {
    if (!passwords.needsRehash(from)) return from;
    try {
      const to = await passwords.hash(password, network);
      await changePasswordHash(database, userId, { from, to });
      return to;
    } catch (error) {
      if (!(error instanceof Overloaded)) throw error;
      return from;
    }
  }

  app.withTypeProvider<ZodTypeProvider>().post(
    '/sessions',
    {
      config: { refuses: [invalidCredentials(), generic('overloaded')] },
      schema: { body: LogIn, response: { 200: Session } },
    },
    async (request) => {
      const { email, password } = request.body;
      const credentials = await readCredentials(database, email);
      const about = { userId: credentials?.id, email };
      const account = credentials ? accountKey(credentials.id) : unknownKey(emailKey(email));
      const event = eventOf(request, 'authn_login_fail');
      const attempt = { account, userId: credentials?.id, ip: request.ip, event };
      const network = networkOf(request.ip);
      const isLocked = credentials !== undefined && credentials.locked_at !== null;
      const verify = async (isKnown: boolean) =>
        (await passwords.verify(password, credentials?.password_hash, network, isKnown)) && !isLocked;
      const matches = await logRefusal(request, 'authn_login_lock', about, throttle.attempt(attempt, verify));
      if (!matches || !credentials) {
        logEvent(request, 'authn_login_fail', about);
        throw invalidCredentials();
      }
      const passwordHash = await renewHash(credentials.id, credentials.password_hash, password, network);
      const token = makeToken();
      const session = {
        tokenHash: fingerprint(token),
        ipPrefix: networkPrefix(request.ip),
        userAgent: request.headers['user-agent'] ?? null,
        event: eventOf(request, 'authn_login_success'),
      };
      const opened = await addSession(database, { userId: credentials.id, passwordHash }, session, clock());
      const profile = opened ? await readProfile(database, credentials.id) : undefined;
      if (!profile) throw invalidCredentials();
      await throttle.remember(attempt);
      logEvent(request, 'authn_login_success', about);
      return { token, user: ownUser(profile, request.origin) };
    },
  );
}

/** For users who are logged in. */
export function sessionRoutes(app: FastifyInstance, { database, clock, sessionIdle }: Services): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get('/sessions', { schema: { response: { 200: z.array(OpenSession) } } }, async (request) => {
    const sessions = await listSessions(database, request.userId, clock(), sessionIdle);
    return sessions.map(({ token_hash, created_at, last_used_at, user_agent }) => ({
      id: sessionId(token_hash),
      created_at,
      last_used_at,
      user_agent,
      current: token_hash === request.tokenHash,
    }));
  });

  typed.delete('/sessions', { schema: {} }, async (request, reply) => {
    await removeSession(database, request);
    logEvent(request, 'authn_token_revoked');
    return reply.code(204).send();
  });

  typed.delete('/sessions/others', { schema: {} }, async (request, reply) => {
    await removeOtherSessions(database, request, eventOf(request, 'authn_token_revoked'), clock());
    logEvent(request, 'authn_token_revoked');
    return reply.code(204).send();
  });
}
