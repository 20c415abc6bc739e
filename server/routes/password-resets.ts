import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { PasswordReset, ResetLinkRequest } from '#contract/user.ts';
import { brokenRule } from '../accounts/password-rules.ts';
import { eventOf, logEvent, logRefusal } from '../accounts/security-log.ts';
import { unknownKey } from '../accounts/throttle.ts';
import { fingerprint } from '../accounts/tokens.ts';
import { readPasswordReset, resetPassword } from '../database/accounts/password-resets.ts';
import { emailKey } from '../database/users/users.ts';
import { networkOf } from '../http/networks.ts';
import { generic, resetRefused } from '../problems.ts';
import type { Services } from '../services.ts';
import { fieldRefused } from '../validation.ts';

/** For whoever has forgotten their password. */
export function passwordResetRoutes(app: FastifyInstance, services: Services): void {
  askForLinkRoute(app, services);
  const { database, clock, passwords, passwordProfile, throttle } = services;
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/password-resets',
      { config: { refuses: [resetRefused(), generic('overloaded')] }, schema: { body: PasswordReset } },
      async (request, reply) => {
        const { token, password } = request.body;
        const tokenHash = fingerprint(token);
        const user = await readPasswordReset(database, tokenHash, clock());
        const attempt = { account: unknownKey(`reset:${tokenHash}`), userId: undefined, ip: request.ip };
        const tried = throttle.attempt(attempt, async () => user !== undefined);
        if (!(await logRefusal(request, 'excess_rate_limit_exceeded', {}, tried)) || !user) {
          logEvent(request, 'authn_reset_fail');
          throw resetRefused();
        }
        const broken = brokenRule(passwordProfile, password, user);
        if (broken !== undefined) throw fieldRefused('password', broken);
        const passwordHash = await passwords.hash(password, networkOf(request.ip));
        const reset = { userId: user.id, tokenHash, passwordHash };
        if (!(await resetPassword(database, reset, eventOf(request, 'authn_password_reset'), clock()))) {
          throw resetRefused();
        }
        logEvent(request, 'authn_password_reset', { userId: user.id });
        return reply.code(204).send();
      },
    );
}

// Whether anybody has the e-mail is looked up once the answer is gone: neither it nor its time can tell.
function askForLinkRoute(app: FastifyInstance, { throttle, resetLinks }: Services): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/password-resets/links',
      { config: { refuses: [generic('not-found'), generic('overloaded')] }, schema: { body: ResetLinkRequest } },
      async (request, reply) => {
        if (resetLinks === undefined) throw generic('not-found');
        const { email } = request.body;
        const asked = throttle.askForLink(emailKey(email), request.ip);
        await logRefusal(request, 'excess_rate_limit_exceeded', { email }, asked);
        logEvent(request, 'authn_reset_request', { email });
        reply.raw.once('finish', () => resetLinks.mail(request, email));
        return reply.code(204).send();
      },
    );
}
