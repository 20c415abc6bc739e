import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  ByMember,
  Class,
  ClassChange,
  ClassForm,
  ClassJoin,
  ClassWithRoster,
  Invitation,
  MemberRemoval,
} from '#contract/class.ts';
import { ById } from '#contract/field-rules.ts';
import { classFileName, rosterCsv } from '../accounts/roster-csv.ts';
import { logForeign } from '../accounts/security-log.ts';
import { accountKey } from '../accounts/throttle.ts';
import { memberVisibleTo, visibleClass } from '../accounts/visibility.ts';
import { addClass, changeClass, removeClass, selectClassesOf } from '../database/classes/classes.ts';
import { joinClass, readInvitation } from '../database/classes/joining.ts';
import { findClass, readMembers, readRoster, removeMember } from '../database/classes/members.ts';
import { checkAgain, inQueue } from '../load/fairness.ts';
import { classFull, classNotFound, joinedClassesLimitReached, taughtClassesLimitReached } from '../problems.ts';
import type { App, Services } from '../services.ts';

// A class with more of either is read in tens of milliseconds, so smaller ones do not wait for it.
const LARGE_CLASS = { members: 60, technologies: 3_000 };

const notFoundIn = { refuses: [classNotFound()] };

/** Unknown, ended and other people's classes get the same 404. */
export function classRoutes(app: App, { database, clock }: Services): void {
  app.get('/classes', { schema: { response: { 200: z.array(Class) } } }, async ({ userId }) =>
    (await selectClassesOf(database, userId, clock()).execute()).map((row) => visibleClass(userId, row)),
  );

  app.post(
    '/classes',
    { config: { refuses: [taughtClassesLimitReached()] }, schema: { body: ClassForm, response: { 201: Class } } },
    async (request, reply) => {
      const row = await addClass(database, request, request.body.name, clock());
      if (row === 'limit-reached') throw taughtClassesLimitReached();
      return reply.code(201).send(visibleClass(request.userId, row));
    },
  );

  app.put(
    '/classes/:id',
    { config: notFoundIn, schema: { params: ById, body: ClassChange, response: { 200: Class } } },
    async (request) => {
      const row = await changeClass(database, request, request.params.id, request.body, clock());
      if (!row) throw await logForeign(database, request, 'classes', classNotFound());
      return visibleClass(request.userId, row);
    },
  );

  app.delete('/classes/:id', { config: notFoundIn, schema: { params: ById } }, async (request, reply) => {
    const isRemoved = await removeClass(database, request, request.params.id, clock());
    if (!isRemoved) throw await logForeign(database, request, 'classes', classNotFound());
    return reply.code(204).send();
  });
}

export function classJoinRoutes(app: App, { database, clock, throttle }: Services): void {
  /** Throttles guesses at codes. `find` returns undefined for a wrong one, which throws `not-found`. */
  async function guess<Found>({ userId, ip }: FastifyRequest, find: () => Promise<Found | undefined>): Promise<Found> {
    let row: Found | undefined;
    const attempt = { account: accountKey(userId), userId, ip, isCode: true } as const;
    const search = async () => {
      row = await find();
      return row !== undefined;
    };
    await throttle.attempt(attempt, search, 'excess_rate_limit_exceeded');
    if (row === undefined) throw classNotFound();
    return row;
  }

  app.get(
    '/classes/join',
    { config: notFoundIn, schema: { querystring: z.object(ClassJoin.shape), response: { 200: Invitation } } },
    async (request) => {
      const row = await guess(request, () => readInvitation(database, request, request.query.code, clock()));
      return 'id' in row ? visibleClass(request.userId, row) : row;
    },
  );

  app.post(
    '/classes/join',
    {
      config: { refuses: [classNotFound(), classFull(), joinedClassesLimitReached()] },
      schema: { body: ClassJoin, response: { 200: Class } },
    },
    async (request) => {
      const row = await guess(request, () => joinClass(database, request, request.body.code, clock()));
      if (row === 'class-full') throw classFull();
      if (row === 'limit-reached') throw joinedClassesLimitReached();
      return visibleClass(request.userId, row);
    },
  );
}

export function classMemberRoutes(app: App, { database, clock }: Services): void {
  const config = { ...notFoundIn, queue: 'documents' } as const;

  async function readClass(request: FastifyRequest, id: string) {
    const find = () => findClass(database, request.userId, id, clock());
    const found = await find();
    if (!found) return undefined;
    const members = found.members > LARGE_CLASS.members ? undefined : await readMembers(database, id);
    const technologies = members?.reduce((sum, member) => sum + member.technologies, 0) ?? Infinity;
    const roster =
      members && technologies <= LARGE_CLASS.technologies
        ? await readRoster(database, id, members)
        : await inQueue(request, 'rosters', async () => readRoster(database, id, await readMembers(database, id)));
    // The session or the membership may have ended meanwhile.
    await checkAgain(request);
    const current = await find();
    return current && { ...current, roster };
  }

  app.get('/classes/:id', { config, schema: { params: ById, response: { 200: ClassWithRoster } } }, async (request) => {
    const { userId, origin } = request;
    const row = await readClass(request, request.params.id);
    if (!row) throw await logForeign(database, request, 'classes', classNotFound());
    const relation = row.teacher_id === userId ? 'teacher' : 'classmate';
    return {
      ...visibleClass(userId, row),
      roster: row.roster.map((member) => memberVisibleTo(relation, member, origin)),
    };
  });

  app.get(
    '/classes/:id/members.csv',
    { config: { ...config, mediaType: 'text/csv' }, schema: { params: ById } },
    async (request, reply) => {
      const row = await readClass(request, request.params.id);
      if (row?.teacher_id !== request.userId) throw await logForeign(database, request, 'classes', classNotFound());
      const members = row.roster.map((member) => memberVisibleTo('teacher', member, request.origin));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${classFileName(row.name)}"`)
        .send(await rosterCsv(members));
    },
  );

  app.delete(
    '/classes/:id/members/:userId',
    { config: notFoundIn, schema: { params: ByMember, querystring: MemberRemoval } },
    async (request, reply) => {
      const { id, userId } = request.params;
      const removal = { id, memberId: userId, joinedUntil: request.query.joined_until };
      const isRemoved = await removeMember(database, request, removal, clock());
      if (!isRemoved) throw await logForeign(database, request, 'classes', classNotFound());
      return reply.code(204).send();
    },
  );
}
