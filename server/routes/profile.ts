import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { AccountEvent } from '#contract/event.ts';
import { LevelChange } from '#contract/level-change.ts';
import { EVENTS_LISTED } from '#contract/limits.ts';
import { OwnUser, type ProfileChange, ProfileExport } from '#contract/user.ts';
import { requirePassword } from '../accounts/authentication.ts';
import { exportProfile } from '../accounts/export.ts';
import { accountKey } from '../accounts/throttle.ts';
import { brokenRule } from '../accounts/password-rules.ts';
import { eventOf, logEvent, logRefusal } from '../accounts/security-log.ts';
import type { Compatibility } from '../compatibility.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { listLevelChanges } from '../database/technologies/level-changes.ts';
import { addExportEvent, listEvents } from '../database/accounts/events.ts';
import {
  type ChangeRefused,
  changeUser,
  emailKey,
  type NewPassword,
  type OwnCredentials,
  readOwnCredentials,
} from '../database/users/users.ts';
import { writeAs } from '../database/statements/write-as.ts';
import { networkOf } from '../http/networks.ts';
import {
  emailInUse,
  generic,
  handlesLimitReached,
  handleTaken,
  oldPasswordMissing,
  passwordMissing,
  type ProblemError,
  unauthenticated,
  unlessTaken,
  wrongPassword,
} from '../problems.ts';
import type { Services } from '../services.ts';
import { fieldRefused } from '../validation.ts';

const REFUSALS: Record<ChangeRefused, () => ProblemError> = {
  'wrong-password': () => wrongPassword('old_password'),
  'handle-taken': handleTaken,
  'limit-reached': handlesLimitReached,
};

/** For users who are logged in. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  const { database, clock, throttle, compatibility } = services;
  const emailTaken = () => emailInUse(compatibility.emailInUse);
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get('/profile', { schema: { response: { 200: OwnUser } } }, async (request) => readOwnUser(database, request));

  typed.put(
    '/profile',
    {
      preValidation: dropUnfilled(compatibility),
      config: {
        refuses: [
          oldPasswordMissing(),
          emailTaken(),
          ...Object.values(REFUSALS).map((make) => make()),
          generic('overloaded'),
        ],
      },
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
      const changesSince = (before: OwnCredentials) => listChanges(before, change, password !== undefined);
      const eventsOf = (before: OwnCredentials) => changesSince(before).map((event) => eventOf(request, event));
      const write = unlessTaken(
        'email_key',
        changeUser(database, request, change, { password, eventsOf }, clock()),
        emailTaken,
      );
      const result = await logRefusal(request, 'user_update_fail', { email }, write);
      if (typeof result === 'string') throw REFUSALS[result]();
      for (const event of changesSince(result)) logEvent(request, event, event === 'user_updated' ? change : {});
      return readOwnUser(database, request);
    },
  );

  typed.get('/profile/export', { schema: { response: { 200: ProfileExport } } }, async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
    const event = eventOf(request, 'sensitive_read');
    await writeAs(database, request, (transaction) => addExportEvent(transaction, request.userId, event, clock()));
    logEvent(request, 'sensitive_read');
    return exportProfile(services, request);
  });

  typed.get('/profile/events', { schema: { response: { 200: z.array(AccountEvent) } } }, async ({ userId }) =>
    listEvents(database, userId, EVENTS_LISTED),
  );

  typed.get('/profile/history', { schema: { response: { 200: z.array(LevelChange) } } }, async ({ userId }) =>
    listLevelChanges(database, userId),
  );
}

/** The security events of a change. */
function listChanges(
  before: OwnCredentials,
  { email, visibility = before.visibility }: Pick<ProfileChange, 'email' | 'visibility'>,
  withPassword: boolean,
) {
  const hasNewEmail = email !== undefined && emailKey(email) !== before.email_key;
  const switched = visibility === 'public' ? 'user_published' : 'user_hidden';
  return [
    ...(withPassword ? (['authn_password_change'] as const) : []),
    ...(hasNewEmail ? (['user_updated'] as const) : []),
    ...(visibility === before.visibility ? [] : ([switched] as const)),
  ];
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
  const user = { name: name ?? own.name, email: email ?? own.email_key };
  const broken = password === undefined ? undefined : brokenRule(passwordProfile, password, user);
  if (broken !== undefined) throw fieldRefused('password', broken);
  const from = await requirePassword(services, request, 'old_password', old_password);
  return password === undefined ? undefined : { from, to: await passwords.hash(password, networkOf(request.ip)) };
}

/** Forms in use send an empty text, or null, for a field that nobody filled in: it changes nothing. */
function dropUnfilled({ nullable }: Compatibility): preValidationAsyncHookHandler {
  const isUnfilled = ([name, value]: [string, unknown]) =>
    (typeof value === 'string' && value.trim() === '') || (value === null && nullable.includes(name));
  return async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    request.body = Object.fromEntries(Object.entries(body).filter((entry) => !isUnfilled(entry)));
  };
}
