import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { OwnUser, type ProfileChange, ProfileExport } from '#contract/user.ts';
import { requirePassword, sessionId, type Sessions } from '../accounts/authentication.ts';
import type { Compatibility } from '../compatibility.ts';
import { listCounts } from '../database/attempts.ts';
import { readOwnAvatar } from '../database/avatars.ts';
import { listSessions } from '../database/sessions.ts';
import { changeUser, type NewPassword } from '../database/users.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { emailInUse, generic, oldPasswordMissing, unauthenticated, wrongPassword } from '../problems.ts';
import { accountKey, type Throttle } from '../accounts/throttle.ts';

type Parts = Sessions & { compatibility: Compatibility; passwords: Passwords; throttle: Throttle };

/** For people who are logged in. */
export function profileRoutes(
  app: FastifyInstance,
  { database, clock, compatibility, passwords, throttle }: Parts,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get('/profile', { schema: { response: { 200: OwnUser } } }, async (request) => readOwnUser(database, request));

  typed.put(
    '/profile',
    {
      preValidation: dropEmptyTexts,
      config: {
        refuses: [
          oldPasswordMissing(),
          wrongPassword('old_password'),
          emailInUse(compatibility.emailInUse),
          generic('overloaded'),
        ],
      },
      schema: {
        body: compatibility.inputs.ProfileChange,
        response: { 200: OwnUser },
      },
    },
    async (request) => {
      const { password, old_password, ...change } = request.body;
      const renewed = password && (await newPassword(request, password, old_password));
      const outcome = await changeUser(database, request.userId, change, renewed || undefined, clock());
      if (outcome === 'email-taken') throw emailInUse(compatibility.emailInUse);
      if (outcome === 'wrong-password') throw wrongPassword('old_password');
      if (outcome === 'gone') throw unauthenticated();
      if (renewed) request.log.info({ userId: request.userId }, 'password changed');
      return readOwnUser(database, request);
    },
  );

  async function newPassword(
    request: FastifyRequest,
    password: string,
    oldPassword: ProfileChange['old_password'],
  ): Promise<NewPassword> {
    if (oldPassword === undefined) throw oldPasswordMissing();
    const from = await requirePassword({ database, passwords, throttle }, request, 'old_password', oldPassword);
    return { from, to: await passwords.hash(password), keptSession: request.tokenHash };
  }
}

/** What is held about a person, for that person. */
export function exportRoutes(app: FastifyInstance, { database, clock }: Sessions): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/profile/export',
    {
      schema: {
        response: { 200: ProfileExport },
      },
    },
    async (request, reply) => {
      const [user, avatar, sessions, attempts] = await Promise.all([
        readOwnUser(database, request),
        readOwnAvatar(database, request.userId),
        listSessions(database, request.userId, clock()),
        listCounts(database, accountKey(request.userId), clock()),
      ]);
      reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
      return {
        exported_at: clock().toISOString(),
        user,
        avatar: avatar ? `data:image/webp;base64,${Buffer.from(avatar).toString('base64')}` : null,
        sessions: sessions.map(({ token_hash, created_at, last_used_at, expires_at, ip_prefix, user_agent }) => ({
          id: sessionId(token_hash),
          created_at,
          last_used_at,
          expires_at,
          network: ip_prefix,
          user_agent,
        })),
        attempts,
      };
    },
  );
}

// Forms in use send what nobody filled in as an empty text, which is to change nothing.
const dropEmptyTexts: preValidationAsyncHookHandler = async (request) => {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  request.body = Object.fromEntries(
    Object.entries(body).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );
};
