import * as z from 'zod/mini';
import { ById } from '#contract/field-rules.ts';
import { PasswordConfirmation, OwnUser, UsersQuery, PublicUser, User } from '#contract/user.ts';
import { LAST_PAGE, USERS_PAGE_LIMIT } from '#contract/limits.ts';
import { rememberNetwork, requireConfirmation } from '../accounts/authentication.ts';
import { requireRules } from '../accounts/password-rules.ts';
import { listPublicProfiles } from '../database/public-profiles/list-profiles.ts';
import { type Profile, readUnlockedProfile } from '../database/users/profiles.ts';
import { addUser, removeUser } from '../database/users/users.ts';
import { isForwarded, isLoopback } from '../networks.ts';
import { addressClientOf } from '../load/clients.ts';
import { publicUser, readOwnUser, userVisibleTo } from '../accounts/visibility.ts';
import { emailTaken, generic, unlessTaken, userNotFound, wrongPassword } from '../problems.ts';
import { withoutSlot } from '../load/fairness.ts';
import { accountKey } from '../accounts/throttle.ts';
import type { App, Services } from '../services.ts';

export function signUpRoutes(
  app: App,
  { database, clock, passwords, passwordProfile, throttle, compatibility }: Services,
): void {
  const { inputs, conflict, visibility } = compatibility;
  app.post(
    '/users',
    {
      config: { refuses: [emailTaken(conflict)], event: 'user_created' },
      schema: { body: inputs.SignUp, response: { 201: OwnUser } },
    },
    async (request, reply) => {
      const { password, ...user } = request.body;
      requireRules(passwordProfile, password, user);
      request.audit = { email: user.email };
      // Clients on this machine are not throttled, unless a proxy forwards them.
      const isLocal = isLoopback(request.ip) && !isForwarded(request.headers);
      const priority = isLocal ? 1 : await throttle.signUp(request.ip);
      const passwordHash = await passwords.hash(password, addressClientOf(request.ip), priority);
      const access = { passwordHash, visibility };
      const write = addUser(database, user, access, clock());
      const userId = await unlessTaken('email_key', write, () => emailTaken(conflict));
      request.audit = { userId, email: user.email };
      // Otherwise one student's failed logins could delay the first logins of all others at a school.
      await rememberNetwork({ throttle }, request, userId, true);
      return reply.code(201).send(await readOwnUser(database, { userId, origin: request.origin }));
    },
  );
}

export function userRoutes(app: App, { database, compatibility }: Services): void {
  app.get(
    '/users',
    {
      config: { queue: 'lists', responseHeaders: ['page', 'perPage', 'nextUrl'] },
      schema: { querystring: UsersQuery, response: { 200: z.array(PublicUser) } },
    },
    async (request, reply) => {
      const { tech = '', after } = request.query;
      const page = Number(request.query.page ?? 1);
      const perPage = Math.min(Number(request.query.perPage ?? 15), compatibility.perPage);
      const skip = Math.min(Number(request.query.skip ?? 0), perPage);
      const { users, take } = pageOfUsers(request.origin);
      const range = { after, skip: (page - 1) * perPage + skip, limit: perPage - skip };
      const { count, more, edge } = await listPublicProfiles(database, { ...range, tech, take });
      reply.headers({ page, perPage });
      if (more || compatibility.lastPageHasNext) {
        const isCut = more && skip + count < perPage;
        const last = edge ?? users.at(-1)?.id ?? after;
        const next = new URLSearchParams({
          page: String(isCut ? page : Math.min(page + 1, LAST_PAGE)),
          perPage: String(perPage),
          ...(isCut && skip + count > 0 && { skip: String(skip + count) }),
          ...(tech && { tech }),
          ...(last !== undefined && { after: last }),
        });
        reply.header('nextUrl', `${request.origin}/users?${next.toString()}`);
      }
      return users;
    },
  );

  app.get(
    '/users/:id',
    { config: { queue: 'profiles', refuses: [userNotFound()] }, schema: { params: ById, response: { 200: User } } },
    async (request) => {
      const profile = await readUnlockedProfile(database, { userId: request.params.id });
      if (!profile) throw userNotFound();
      return userVisibleTo(profile.id === request.userId ? 'self' : 'anyone', profile, request.origin);
    },
  );
}

/** `take` adds a user, or returns false if the page is full. `bytes` is the size of the user's technologies and works. */
function pageOfUsers(origin: string) {
  const users: PublicUser[] = [];
  let size = 2;
  const take = (profile: Profile, bytes: number): boolean => {
    const user = publicUser(profile, origin);
    size += Buffer.byteLength(JSON.stringify({ ...user, techs: [], works: [] })) + bytes;
    if (users.length > 0 && size > USERS_PAGE_LIMIT) return false;
    users.push(user);
    return true;
  };
  return { users, take };
}

export function accountRoutes(app: App, services: Services): void {
  const { database } = services;
  app.delete(
    '/users/:id',
    {
      config: { refuses: [wrongPassword('password'), generic('forbidden')], event: 'user_deleted' },
      schema: { params: ById, body: PasswordConfirmation },
    },
    async (request, reply) => {
      if (request.params.id !== request.userId) throw generic('forbidden').loggedAs('authz_fail');
      await withoutSlot(request, () => requireConfirmation(services, request, request.body));
      await removeUser(database, request, accountKey(request.userId));
      return reply.code(204).send();
    },
  );
}
