import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { AccountEvent } from '#contract/event.ts';
import { LevelChange } from '#contract/level-change.ts';
import { EVENTS_LISTED } from '#contract/limits.ts';
import { OwnUser, type ProfileChange, ProfileExport } from '#contract/user.ts';
import { requirePassword } from '../accounts/authentication.ts';
import { exportProfile } from '../accounts/export.ts';
import { accountKey } from '../accounts/throttle.ts';
import { requireRules } from '../accounts/password-rules.ts';
import { type AccountSecurityEvent, eventOf, logEvent, logRefusal } from '../accounts/security-log.ts';
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
  handlesLimitReached,
  handleTaken,
  oldPasswordMissing,
  passwordMissing,
  type ProblemError,
  unauthenticated,
  unlessTaken,
  wrongPassword,
} from '../problems.ts';
import type { App, Services } from '../services.ts';
import { fieldRefused } from '../validation.ts';

const REFUSALS: Record<ChangeRefused, () => ProblemError> = {
  'wrong-password': () => wrongPassword('old_password'),
  'handle-taken': handleTaken,
  'limit-reached': handlesLimitReached,
  'unknown-technology': () => fieldRefused('featured', 'invalid'),
};

export function profileRoutes(app: App, services: Services): void {
  const { database, clock, compatibility } = services;
  const refusals = [emailInUse(compatibility.emailConflict), ...Object.values(REFUSALS).map((make) => make())];

  app.get('/profile', { schema: { response: { 200: OwnUser } } }, async (request) => readOwnUser(database, request));

  app.put(
    '/profile',
    {
      preValidation: dropUnfilled(compatibility),
      config: { refuses: [oldPasswordMissing(), ...refusals] },
      schema: { body: compatibility.inputs.ProfileChange, response: { 200: OwnUser } },
    },
    async (request) => {
      const { password: _new, old_password: _old, ...change } = request.body;
      const user = await readOwnCredentials(database, request);
      if (!user) throw unauthenticated();
      const email = newEmail(request.body, user);
      const password = await newPassword(services, request, { ...request.body, email }, user);
      if (email !== undefined) await requireEmailPace(services, request, email);
      await saveChange(services, request, { change, email, password });
      return readOwnUser(database, request);
    },
  );

  app.get('/profile/export', { schema: { response: { 200: ProfileExport } } }, async (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
    const event = eventOf(request, 'sensitive_read');
    await writeAs(database, request, (transaction) => addExportEvent(transaction, request.userId, event, clock()));
    logEvent(request, 'sensitive_read');
    return exportProfile(services, request);
  });

  app.get('/profile/events', { schema: { response: { 200: z.array(AccountEvent) } } }, async ({ userId }) =>
    listEvents(database, userId, EVENTS_LISTED),
  );

  app.get('/profile/history', { schema: { response: { 200: z.array(LevelChange) } } }, async ({ userId }) =>
    listLevelChanges(database, userId),
  );
}

function newEmail({ email }: ProfileChange, before: OwnCredentials): string | undefined {
  return email === undefined || emailKey(email) === before.email_key ? undefined : email;
}

/** Returns undefined if the password stays the same. Strict passwords also require the old one for a new e-mail. */
async function newPassword(
  services: Services,
  request: FastifyRequest,
  { name, email, password, old_password }: ProfileChange,
  user: OwnCredentials,
): Promise<NewPassword | undefined> {
  const { passwords, passwordProfile } = services;
  const needsPassword = passwordProfile === 'strict' && email !== undefined;
  if (password === undefined && !needsPassword) return undefined;
  if (old_password === undefined) throw password === undefined ? passwordMissing('old_password') : oldPasswordMissing();
  if (password !== undefined) {
    requireRules(passwordProfile, password, { name: name ?? user.name, email: email ?? user.email_key });
  }
  const from = await requirePassword(services, request, 'old_password', old_password);
  return password === undefined ? undefined : { from, to: await passwords.hash(password, networkOf(request.ip)) };
}

/** Throttles e-mail changes: the response reveals whether another account has the e-mail. */
async function requireEmailPace({ throttle }: Services, request: FastifyRequest, email: string): Promise<void> {
  const { userId, ip } = request;
  const pace = throttle.changeEmail({ account: accountKey(userId), userId, ip });
  await logRefusal(request, 'excess_rate_limit_exceeded', { email }, pace);
}

type Save = { change: Parameters<typeof changeUser>[2]; email: string | undefined; password: NewPassword | undefined };

/** Stores the change and its security events in one transaction, then logs the events. */
async function saveChange(services: Services, request: FastifyRequest, { change, email, password }: Save) {
  const { database, clock, compatibility } = services;
  const changes = (before: OwnCredentials) => eventsOfChange(before, change, password);
  const eventsOf = (before: OwnCredentials) => changes(before).map((event) => eventOf(request, event));
  const write = changeUser(database, request, change, { password, eventsOf }, clock());
  const saved = unlessTaken('email_key', write, () => emailInUse(compatibility.emailConflict));
  const result = await logRefusal(request, 'user_update_fail', { email }, saved);
  if (typeof result === 'string') throw REFUSALS[result]();
  for (const event of changes(result)) logEvent(request, event, event === 'user_updated' ? { email } : {});
}

function eventsOfChange(before: OwnCredentials, change: ProfileChange, password: NewPassword | undefined) {
  const { visibility = before.visibility } = change;
  const events: Array<AccountSecurityEvent | false> = [
    password !== undefined && 'authn_password_change',
    newEmail(change, before) !== undefined && 'user_updated',
    visibility !== before.visibility && (visibility === 'public' ? 'user_published' : 'user_hidden'),
  ];
  return events.filter((event) => event !== false);
}

/** Existing front ends send '' or null for empty fields. Drops such a field if its schema rejects the value. */
function dropUnfilled({ inputs, nullKeeps }: Compatibility): preValidationAsyncHookHandler {
  const fields = Object.entries(inputs.ProfileChange.shape);
  const refusing = (value: unknown) =>
    new Set(fields.filter(([, schema]) => !z.safeParse(schema, value).success).map(([name]) => name));
  const [refuseEmpty, refuseNull] = [refusing(''), refusing(null)];
  const isUnfilled = ([name, value]: [string, unknown]) =>
    value === null
      ? refuseNull.has(name) && nullKeeps.includes(name)
      : typeof value === 'string' && value.trim() === '' && refuseEmpty.has(name);
  return async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    request.body = Object.fromEntries(Object.entries(body).filter((entry) => !isUnfilled(entry)));
  };
}
