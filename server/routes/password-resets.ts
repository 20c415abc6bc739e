import type { FastifyRequest } from 'fastify';
import { PasswordReset, ResetLinkRequest } from '#contract/user.ts';
import { rememberNetwork } from '../accounts/authentication.ts';
import { requireRules } from '../accounts/password-rules.ts';
import { activityEntry } from '../accounts/security-log.ts';
import { loginKey, unknownKey } from '../accounts/throttle.ts';
import { fingerprint } from '../accounts/tokens.ts';
import { readPasswordReset, resetPassword } from '../database/accounts/password-resets.ts';
import { readCredentials } from '../database/users/users.ts';
import { addressClientOf } from '../load/clients.ts';
import { KeyedQueues } from '../load/queue.ts';
import { QUEUES } from '../load/limits.ts';
import { generic, invalidResetToken } from '../problems.ts';
import type { App, Services } from '../services.ts';

export function passwordResetRoutes(app: App, services: Services): void {
  const { database, clock, passwords, passwordProfile, throttle, resetLinks } = services;
  // One queue per token: otherwise concurrent requests with one link would start any number of hashes.
  const attempts = new KeyedQueues(QUEUES.throttled);

  /** Returns the user, or undefined if the token is wrong, expired or used. */
  async function reset(request: FastifyRequest, tokenHash: string, password: string) {
    const user = await readPasswordReset(database, tokenHash, clock());
    if (!user) return undefined;
    requireRules(passwordProfile, password, user);
    const passwordHash = await passwords.hash(password, addressClientOf(request.ip), 1);
    const entry = activityEntry(request, 'authn_password_reset');
    const isSet = await resetPassword(database, { userId: user.id, tokenHash, passwordHash }, entry, clock());
    return isSet ? user : undefined;
  }

  app.post(
    '/password-resets',
    { config: { refuses: [invalidResetToken()], event: 'authn_password_reset' }, schema: { body: PasswordReset } },
    async (request, reply) => {
      const { token, password } = request.body;
      const tokenHash = fingerprint(token);
      const user = await attempts.run(tokenHash, () => reset(request, tokenHash, password));
      // Throttles wrong tokens only: nobody can guess one, and others of the network could delay a right one forever.
      if (!user) {
        const attempt = { account: unknownKey(`reset:${tokenHash}`), userId: undefined, ip: request.ip };
        await throttle.countFailure(attempt);
        throw invalidResetToken();
      }
      request.audit = { userId: user.id };
      await rememberNetwork(services, request, user.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/password-resets/links',
    { config: { refuses: [generic('not-found')], event: 'authn_reset_request' }, schema: { body: ResetLinkRequest } },
    async (request, reply) => {
      if (resetLinks === undefined) throw generic('not-found');
      const { email } = request.body;
      request.audit = { email };
      const userId = (await readCredentials(database, email))?.id;
      const account = loginKey(userId, email);
      const uncount = await throttle.requestLink(email, { account, userId, ip: request.ip });
      resetLinks.mailAfter(reply, email, uncount);
      return reply.code(204).send();
    },
  );
}
