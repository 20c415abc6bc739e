import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { OwnUser, ProfileExport } from '#contract/user.ts';
import { requirePassword, sessionId } from '../accounts/authentication.ts';
import { accountKey } from '../accounts/throttle.ts';
import { logEvent, logRefusal } from '../accounts/security-log.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { listCounts } from '../database/attempts.ts';
import { readAvatarOf } from '../database/avatars.ts';
import { listSessions } from '../database/sessions.ts';
import { changeUser, emailKey, type NewPassword, readOwnCredentials } from '../database/users.ts';
import { networkOf } from '../http/networks.ts';
import { emailInUse, generic, oldPasswordMissing, unauthenticated, unlessTaken, wrongPassword } from '../problems.ts';
import type { Services } from '../services.ts';

/** For users who are logged in. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  const { database, clock, throttle, compatibility } = services;
  const emailTaken = () => emailInUse(compatibility.emailInUse);
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get('/profile', { schema: { response: { 200: OwnUser } } }, async (request) => readOwnUser(database, request));

  typed.put(
    '/profile',
    {
      preValidation: dropEmptyTexts,
      config: { refuses: [oldPasswordMissing(), wrongPassword('old_password'), emailTaken(), generic('overloaded')] },
      schema: { body: compatibility.inputs.ProfileChange, response: { 200: OwnUser } },
    },
    async (request) => {
      const { password, old_password, ...change } = request.body;
      const email = (await isNewEmail(services, request, change.email)) ? change.email : undefined;
      if (email !== undefined) {
        const { userId, ip } = request;
        const asked = throttle.changeEmail({ account: accountKey(userId), userId, ip });
        await logRefusal(request, 'excess_rate_limit_exceeded', { email }, asked);
      }
      const renewed = password ? await newPassword(services, request, password, old_password) : undefined;
      const write = unlessTaken('email_key', changeUser(database, request, change, renewed, clock()), emailTaken);
      if (!(await logRefusal(request, 'user_update_fail', { email }, write))) throw wrongPassword('old_password');
      if (renewed) logEvent(request, 'authn_password_change');
      if (email !== undefined) logEvent(request, 'user_updated', { email });
      return readOwnUser(database, request);
    },
  );

  typed.get('/profile/export', { schema: { response: { 200: ProfileExport } } }, async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
    return exportProfile(services, request);
  });
}

// Forms in use send all that they show.
async function isNewEmail(
  { database }: Services,
  request: FastifyRequest,
  email: string | undefined,
): Promise<boolean> {
  if (email === undefined) return false;
  const own = await readOwnCredentials(database, request);
  if (!own) throw unauthenticated();
  return own.email_key !== emailKey(email);
}

async function newPassword(
  services: Services,
  request: FastifyRequest,
  password: string,
  oldPassword: string | undefined,
): Promise<NewPassword> {
  if (oldPassword === undefined) throw oldPasswordMissing();
  const from = await requirePassword(services, request, 'old_password', oldPassword);
  return { from, to: await services.passwords.hash(password, networkOf(request.ip)) };
}

async function exportProfile({ database, clock }: Services, request: FastifyRequest): Promise<ProfileExport> {
  const now = clock();
  const [user, avatar, sessions, attempts] = await Promise.all([
    readOwnUser(database, request),
    readAvatarOf(database, request.userId),
    listSessions(database, request.userId, now),
    listCounts(database, accountKey(request.userId), now),
  ]);
  return {
    exported_at: now.toISOString(),
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
}

// Forms in use send an empty text for what nobody filled in: it changes nothing.
const dropEmptyTexts: preValidationAsyncHookHandler = async (request) => {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  request.body = Object.fromEntries(
    Object.entries(body).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );
};
