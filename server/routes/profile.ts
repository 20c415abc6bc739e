import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { OwnUser, type ProfileChange, ProfileExport } from '#contract/user.ts';
import { requirePassword, sessionId } from '../accounts/authentication.ts';
import { accountKey } from '../accounts/throttle.ts';
import { brokenRule } from '../accounts/password-rules.ts';
import { logEvent, logRefusal } from '../accounts/security-log.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { listCounts } from '../database/attempts.ts';
import { readAvatarOf } from '../database/avatars.ts';
import { listSessions } from '../database/sessions.ts';
import { changeUser, emailKey, type NewPassword, readOwnCredentials } from '../database/users.ts';
import { networkOf } from '../http/networks.ts';
import {
  emailInUse,
  generic,
  oldPasswordMissing,
  passwordMissing,
  passwordRefused,
  unauthenticated,
  unlessTaken,
  wrongPassword,
} from '../problems.ts';
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
      const { body } = request;
      const own = await readOwnCredentials(database, request);
      if (!own) throw unauthenticated();
      // Forms in use send all that they show.
      const email = body.email !== undefined && emailKey(body.email) !== own.email_key ? body.email : undefined;
      const password = await newPassword(services, request, { ...body, email }, own);
      if (email !== undefined) {
        const { userId, ip } = request;
        const asked = throttle.changeEmail({ account: accountKey(userId), userId, ip });
        await logRefusal(request, 'excess_rate_limit_exceeded', { email }, asked);
      }
      const { password: _plain, old_password: _old, ...change } = body;
      const write = unlessTaken('email_key', changeUser(database, request, change, password, clock()), emailTaken);
      if (!(await logRefusal(request, 'user_update_fail', { email }, write))) throw wrongPassword('old_password');
      if (password) logEvent(request, 'authn_password_change');
      if (email !== undefined) logEvent(request, 'user_updated', { email });
      return readOwnUser(database, request);
    },
  );

  typed.get('/profile/export', { schema: { response: { 200: ProfileExport } } }, async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
    return exportProfile(services, request);
  });
}

/** Undefined for none. Where the server is strict, a new e-mail needs the old password, too. */
async function newPassword(
  services: Services,
  request: FastifyRequest,
  { name, email, password, old_password }: ProfileChange,
  own: { name: string; email_key: string },
): Promise<NewPassword | undefined> {
  const { passwords, passwordProfile } = services;
  const isStrict = passwordProfile === 'strict';
  if (password === undefined && !(isStrict && email !== undefined)) return undefined;
  if (old_password === undefined) throw password === undefined ? passwordMissing('old_password') : oldPasswordMissing();
  const person = { name: name ?? own.name, email: email ?? own.email_key };
  const broken = password === undefined ? undefined : brokenRule(passwordProfile, password, person);
  if (broken !== undefined) throw passwordRefused(broken);
  const from = await requirePassword(services, request, 'old_password', old_password);
  return password === undefined ? undefined : { from, to: await passwords.hash(password, networkOf(request.ip)) };
}

async function exportProfile(
  { database, clock, sessionIdle }: Services,
  request: FastifyRequest,
): Promise<ProfileExport> {
  const now = clock();
  const [user, avatar, sessions, attempts] = await Promise.all([
    readOwnUser(database, request),
    readAvatarOf(database, request.userId),
    listSessions(database, request.userId, now, sessionIdle),
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
