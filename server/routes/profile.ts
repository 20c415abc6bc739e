import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { AccountEvent } from '#contract/event.ts';
import { LevelChange } from '#contract/level-change.ts';
import { EVENTS_LISTED_PER_KIND } from '#contract/limits.ts';
import { HandleAvailability, HandleForm, OwnUser, type ProfileChange, ProfileExport } from '#contract/user.ts';
import { requireCredentials, requirePassword } from '../accounts/authentication.ts';
import { exportProfile } from '../accounts/export.ts';
import { accountKey } from '../accounts/throttle.ts';
import { requireRules } from '../accounts/password-rules.ts';
import { type AccountChange, activityEntry } from '../accounts/security-log.ts';
import type { Compatibility } from '../compatibility.ts';
import { readOwnUser } from '../accounts/visibility.ts';
import { listLevelChanges } from '../database/technologies/level-changes.ts';
import { addFrequentEvent, selectEvents } from '../database/accounts/events.ts';
import {
  type ChangeConflict,
  changeUser,
  emailKey,
  type CheckedPassword,
  type OwnCredentials,
} from '../database/users/users.ts';
import { isHandleFree } from '../database/users/handles.ts';
import { writeAs } from '../database/statements/write-as.ts';
import { addressClientOf } from '../load/clients.ts';
import { inQueue, withoutSlot } from '../load/fairness.ts';
import {
  changedEmailTaken,
  handlesLimitReached,
  handleTaken,
  oldPasswordMissing,
  passwordMissing,
  type ProblemError,
  unlessTaken,
  wrongPassword,
} from '../problems.ts';
import type { App, Services } from '../services.ts';
import { invalidField } from '../validation.ts';

const CONFLICTS: Record<ChangeConflict, () => ProblemError> = {
  'wrong-password': () => wrongPassword('old_password'),
  'handle-taken': handleTaken,
  'limit-reached': handlesLimitReached,
  'unknown-technology': () => invalidField('featured', 'invalid'),
};

export function profileRoutes(app: App, services: Services): void {
  const { database, clock, compatibility, throttle } = services;
  const emailConflict = () => changedEmailTaken(compatibility.emailConflict);
  const conflicts = Object.values(CONFLICTS).map((make) => make());

  app.get('/profile', { config: { queue: 'profiles' }, schema: { response: { 200: OwnUser } } }, async (request) =>
    readOwnUser(database, request),
  );

  app.put(
    '/profile',
    {
      preValidation: dropUnfilled(compatibility),
      config: { refuses: [oldPasswordMissing(), emailConflict(), ...conflicts] },
      schema: { body: compatibility.inputs.ProfileChange, response: { 200: OwnUser } },
    },
    async (request) => {
      const { userId, ip } = request;
      const { password: _new, old_password: _old, ...change } = request.body;
      const user = await requireCredentials(database, request);
      const email = newEmail(change, user);
      const password = await checkPassword(services, request, { ...request.body, email }, user);
      request.audit = { email };
      // The response reveals whether another account has the e-mail.
      if (email !== undefined) await throttle.changeEmail({ account: accountKey(userId), userId, ip });
      const changesSince = (before: OwnCredentials) => accountChanges(before, { ...change, email }, password);
      const activity = (before: OwnCredentials) =>
        changesSince(before).map(({ event }) => activityEntry(request, event));
      const checkedEmail = user.email_key;
      const write = changeUser(database, request, change, { checkedEmail, password, activity }, clock());
      const result = await unlessTaken('email_key', write, emailConflict);
      if (typeof result === 'string') throw CONFLICTS[result]();
      request.audit = { changes: changesSince(result) };
      return inQueue(request, 'profiles', () => readOwnUser(database, request));
    },
  );

  // Reveals whether the handle is taken but not by whom, as a refused `PUT /profile` does.
  app.get(
    '/profile/handles/:handle',
    {
      config: { refuses: [invalidField('handle', 'invalid'), invalidField('handle', 'not-allowed')] },
      schema: { params: HandleForm, response: { 200: HandleAvailability } },
    },
    async ({ userId, params: { handle } }) => ({
      handle,
      available: await isHandleFree(database, userId, handle, clock()),
    }),
  );
}

/** What the server has recorded about the user. */
export function recordRoutes(app: App, services: Services): void {
  const { database, clock } = services;

  app.get(
    '/profile/export',
    { config: { event: 'sensitive_read' }, schema: { response: { 200: ProfileExport } } },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="trilha-meus-dados.json"');
      const entry = activityEntry(request, 'sensitive_read');
      await writeAs(database, request, (transaction) => addFrequentEvent(transaction, request.userId, entry, clock()));
      return inQueue(request, 'documents', () => exportProfile(services, request));
    },
  );

  app.get('/profile/events', { schema: { response: { 200: z.array(AccountEvent) } } }, async ({ userId }) =>
    selectEvents(database, userId, EVENTS_LISTED_PER_KIND).execute(),
  );

  app.get(
    '/profile/history',
    { config: { queue: 'profiles' }, schema: { response: { 200: z.array(LevelChange) } } },
    async ({ userId }) => listLevelChanges(database, userId),
  );
}

function newEmail({ email }: ProfileChange, before: OwnCredentials): string | undefined {
  return email === undefined || emailKey(email) === before.email_key ? undefined : email;
}

/** Returns undefined if no password is required: it stays the same, and strict passwords require it for a new e-mail. */
async function checkPassword(
  services: Services,
  request: FastifyRequest,
  { name, email, password, old_password }: ProfileChange,
  user: OwnCredentials,
): Promise<CheckedPassword | undefined> {
  const { passwords, passwordProfile } = services;
  const needsPassword = passwordProfile === 'strict' && email !== undefined;
  if (password === undefined && !needsPassword) return undefined;
  if (old_password === undefined) throw password === undefined ? passwordMissing('old_password') : oldPasswordMissing();
  if (password !== undefined) {
    requireRules(passwordProfile, password, { name: name ?? user.name, email: email ?? user.email_key });
  }
  const from = user.password_hash;
  return withoutSlot(request, async () => {
    await requirePassword(services, request, { field: 'old_password', password: old_password, hash: from });
    if (password === undefined) return { from };
    return { from, to: await passwords.hash(password, addressClientOf(request.ip), 1) };
  });
}

function accountChanges(before: OwnCredentials, change: ProfileChange, password: CheckedPassword | undefined) {
  const email = newEmail(change, before);
  const { visibility = before.visibility } = change;
  const changes: Array<AccountChange | false> = [
    password?.to !== undefined && { event: 'authn_password_change' },
    email !== undefined && { event: 'user_updated', email },
    visibility !== before.visibility && { event: visibility === 'public' ? 'user_published' : 'user_hidden' },
  ];
  return changes.filter((each) => each !== false);
}

/** Existing front ends send '' or null for empty fields. Drops such a field if its schema rejects the value. */
function dropUnfilled({ inputs, ignoredNulls }: Compatibility): preValidationAsyncHookHandler {
  const fields = Object.entries(inputs.ProfileChange.shape);
  const refusing = (value: unknown) =>
    new Set(fields.filter(([, schema]) => !z.safeParse(schema, value).success).map(([name]) => name));
  const [refuseEmpty, refuseNull] = [refusing(''), refusing(null)];
  const isUnfilled = ([name, value]: [string, unknown]) =>
    value === null
      ? refuseNull.has(name) && ignoredNulls.includes(name)
      : typeof value === 'string' && value.trim() === '' && refuseEmpty.has(name);
  return async (request) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    request.body = Object.fromEntries(Object.entries(body).filter((entry) => !isUnfilled(entry)));
  };
}
