import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LogIn, Session } from '#contract/session.ts';
import { ipPrefix } from '../authentication.ts';
import type { Sessions } from '../authentication.ts';
import { addSession, removeSession } from '../database/sessions.ts';
import { changePasswordHash, readCredentials, readOwnUser } from '../database/users.ts';
import { PasswordsOverloaded } from '../passwords.ts';
import type { Passwords } from '../passwords.ts';
import { invalidCredentials } from '../problems.ts';
import { fingerprint, makeToken } from '../tokens.ts';

type Parts = Sessions & { passwords: Passwords };

/** For visitors: an unknown e-mail and a wrong password get the same answer after the same work. */
export function logInRoutes(app: FastifyInstance, { database, clock, passwords }: Parts): void {
  /** Today's cost for a hash made with yesterday's; only now is the password here to make it from. */
  async function renewHash(userId: string, from: string, password: string): Promise<void> {
    if (!passwords.needsRehash(from)) return;
    try {
      await changePasswordHash(database, userId, { from, to: await passwords.hash(password) });
    } catch (error) {
      // The old hash is still good: a busy moment is no reason to refuse a login.
      if (!(error instanceof PasswordsOverloaded)) throw error;
    }
  }

  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/sessions', { schema: { body: LogIn, response: { 200: Session } } }, async (request) => {
      const { email, password } = request.body;
      const credentials = await readCredentials(database, email);
      const emailHash = fingerprint(email.toLowerCase()).slice(0, 12);
      if (!(await passwords.verify(password, credentials?.password_hash)) || !credentials) {
        request.log.info({ userId: credentials?.id, emailHash }, 'login failed');
        throw invalidCredentials();
      }
      await renewHash(credentials.id, credentials.password_hash, password);
      const token = makeToken();
      const session = {
        tokenHash: fingerprint(token),
        ipPrefix: ipPrefix(request.ip),
        userAgent: request.headers['user-agent'] ?? null,
      };
      await addSession(database, credentials.id, session, clock());
      const user = await readOwnUser(database, credentials.id);
      if (!user) throw invalidCredentials();
      request.log.info({ userId: user.id, emailHash }, 'login succeeded');
      return { token, user };
    });
}

/** For people who are logged in. */
export function logOutRoutes(app: FastifyInstance, { database }: Sessions): void {
  app.delete('/sessions', async (request, reply) => {
    await removeSession(database, request.userId, request.tokenHash);
    request.log.info({ userId: request.userId }, 'logout');
    return reply.code(204).send();
  });
}
