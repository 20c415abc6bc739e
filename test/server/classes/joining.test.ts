import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Class } from '#contract/class.ts';
import { CLASS_DAYS, CLASS_MEMBERS_LIMIT, CLASSES_LIMIT } from '#contract/limits.ts';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { lockAccount } from '../../../server/database/accounts/administration.ts';
import { addClass, changeClass } from '../../../server/database/classes/classes.ts';
import { type Answer, type SignedIn, startServer, statusesOf } from '../../helpers/start-server.ts';

// `npm run test:races` asks for 200.
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const SECOND = 1_000;
const server = await startServer();
const { database } = server;

/** One after the other, because a slow machine would refuse the last of many writes. */
async function people(count: number, on = server): Promise<SignedIn[]> {
  const signedUp = [];
  while (signedUp.length < count) signedUp.push(await on.signUp());
  return signedUp;
}

const join = ({ token }: SignedIn, code: string | undefined, from?: string, on = server) =>
  on.ask<Class>('POST', '/classes/join', { token, body: { code }, from });
const open = ({ token }: SignedIn, on = server) =>
  on.ask<Class>('POST', '/classes', { token, body: { name: 'Turma' } });
const read = ({ token }: SignedIn, { id }: Class) => server.ask<Class>('GET', `/classes/${id}`, { token });
const membersOf = async ({ id }: Class, on = server) =>
  (await on.rows()).class_members.filter(({ class_id }) => class_id === id).map(({ user_id }) => user_id);

const LIMIT_REACHED = { status: 400, body: { code: 'limit-reached' } };

describe('the limits', () => {
  test('admit each of the concurrent students once, and none above the maximum (X-709)', async () => {
    const teacher = await server.signUp();
    const students = await people(10);
    const opened = await server.openClass(teacher.token);
    await server.fillClass(opened, CLASS_MEMBERS_LIMIT - 5);
    // Each of them presses twice.
    const answers = await Promise.all([...students, ...students].map((student) => join(student, opened.code)));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(statusesOf(answers)).toEqual([
      ...Array<number>(accepted).fill(200),
      ...Array<number>(20 - accepted).fill(409),
    ]);
    const full = { status: 409, body: { status: 'error', message: expect.any(String), code: 'class-full' } };
    expect(answers.find(({ status }) => status === 409)).toMatchObject(full);
    const members = await membersOf(opened);
    expect([members.length, new Set(members).size]).toEqual([CLASS_MEMBERS_LIMIT, CLASS_MEMBERS_LIMIT]);
    const inside = students.filter(({ user }) => members.includes(user.id));
    expect(inside).toHaveLength(5);
    expect(await join(inside[0] ?? teacher, opened.code)).toMatchObject({
      status: 200,
      body: { members: CLASS_MEMBERS_LIMIT },
    });
    expect(await read(teacher, opened)).toMatchObject({ body: { roster: { length: CLASS_MEMBERS_LIMIT } } });
  });

  test('are twenty classes to teach and twenty to be in, also concurrently (X-709)', async () => {
    const own = await startServer();
    const [teacher, colleague, student] = [await own.signUp(), await own.signUp(), await own.signUp()];
    const ask = (path: string, { token }: { token: string }, body: object) =>
      own.ask<Class>('POST', path, { token, body });
    const opening = (who: SignedIn) => ask('/classes', who, { name: 'Turma' });
    const joining = (who: { token: string }, code: string | undefined) => ask('/classes/join', who, { code });
    const opened = await Promise.all(Array.from({ length: CLASSES_LIMIT + 5 }, () => opening(teacher)));
    expect(opened.filter(({ status }) => status === 201)).toHaveLength(CLASSES_LIMIT);
    expect(await opening(teacher)).toMatchObject(LIMIT_REACHED);
    const codes = opened.flatMap(({ status, body }) => (status === 201 ? [body.code] : []));
    codes.push(...(await Promise.all([opening(colleague), opening(colleague)])).map(({ body }) => body.code));
    const joined = await Promise.all(codes.map((code) => joining(student, code)));
    expect(statusesOf(joined)).toEqual([...Array<number>(CLASSES_LIMIT).fill(200), 400, 400]);
    expect(await own.ask('GET', '/classes', student)).toMatchObject({ body: { length: CLASSES_LIMIT } });
    // Those of a locked teacher do.
    const event = adminEvent('locked');
    await lockAccount(own.database, { userId: teacher.user.id, event, now: new Date() });
    expect(await joining(student, (await opening(colleague)).body.code)).toMatchObject(LIMIT_REACHED);
    // Ended classes do not count.
    own.turnClock(CLASS_DAYS * 24 * 60 * 60 * SECOND);
    const { body: fresh } = await opening({ ...colleague, ...(await own.logIn(colleague.person)) });
    expect(await joining(await own.logIn(student.person), fresh.code)).toMatchObject({ status: 200 });
  });
});

let hosts = 0;
const network = () => `203.0.113.${(hosts += 1)}`;
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

async function guess(times: number, someone: SignedIn, from: string): Promise<Answer[]> {
  const answers = [];
  for (let count = 0; count < times; count += 1) answers.push(await join(someone, 'AAAAAAAA', from));
  return answers;
}

describe('guesses at codes', () => {
  test('are delayed like passwords, even a correct code, which resets nothing (X-710)', async () => {
    const [teacher, student] = [await server.signUp(), await server.signUp()];
    const opened = await server.openClass(teacher.token);
    const from = network();
    const look = (code: string | undefined) =>
      server.ask('GET', `/classes/join?code=${code}`, { token: student.token, from });
    expect((await look('AAAAAAAA')).status).toBe(404);
    expect(await look(opened.code?.toLowerCase())).toMatchObject({ status: 200, body: { name: opened.name } });
    expect((await look('AAAAAAAA')).status).toBe(404);
    expect(statuses(await guess(4, student, from))).toEqual([404, 404, 404, 429]);
    const wait = { status: 429, body: { code: 'too-many-requests' }, headers: { 'retry-after': '1' } };
    for (const answer of [await join(student, opened.code, from), await look(opened.code)]) {
      expect(answer).toMatchObject(wait);
    }
    expect(await membersOf(opened)).toEqual([]);
    // Neither the login nor other students in the same classroom wait.
    const { email, password } = student.person;
    expect((await server.ask('POST', '/sessions', { body: { email, password }, from })).status).toBe(200);
    expect((await join(teacher, opened.code, from)).status).toBe(200);
    server.turnClock(SECOND);
    expect((await join(student, opened.code, from)).status).toBe(200);
    expect(statuses(await guess(2, student, from))).toEqual([404, 429]);
  });

  test('of many accounts leave each other user in their network one (X-710)', async () => {
    const from = network();
    for (let count = 0; count < 20; count += 1) await guess(5, await server.signUp(), from);
    const [teacher, others] = [await server.signUp(), await people(3)];
    const opened = await server.openClass(teacher.token);
    for (const student of others) {
      const invitation = await server.ask('GET', `/classes/join?code=${opened.code}`, { token: student.token, from });
      expect([invitation.status, (await join(student, opened.code, from)).status]).toEqual([200, 200]);
    }
    expect(statuses(await guess(2, teacher, from))).toEqual([404, 429]);
    expect(statuses(await guess(2, teacher, network()))).toEqual([404, 404]);
  });
});

test('a code that is taken is replaced by another', async () => {
  const { user, token } = await server.signUp();
  const writer = { userId: user.id, tokenHash: fingerprint(token) };
  const { code: taken = '' } = await server.openClass(token);
  const codes = () => {
    const next = [taken, taken, `FREE${(free += 1)}`];
    return () => next.shift() ?? '';
  };
  let free = 0;
  const now = new Date('2026-03-01T12:00:00.000Z');
  expect(await addClass(database, writer, 'Turma', now, codes())).toMatchObject({ code: 'FREE1' });
  const { id } = await server.openClass(token);
  expect(await changeClass(database, writer, id, { renew_code: true }, now, codes())).toMatchObject({ code: 'FREE2' });
});

// Without the throttle, which in many rounds would delay the students whom the limit refuses.
const free = await startServer({ rateLimit: false });

describe('while students join', () => {
  const CHANGES: Record<string, (teacher: SignedIn, opened: Class) => Promise<Answer<Class>>> = {
    renewed: ({ token }, { id }) => free.ask('PUT', `/classes/${id}`, { token, body: { renew_code: true } }),
    ended: ({ token }, { id }) => free.ask('DELETE', `/classes/${id}`, { token }),
    'left by its teacher, whose account is deleted': ({ token, user }) =>
      free.ask('DELETE', `/users/${user.id}`, { token }),
  };

  test.for(Object.entries(CHANGES))('the class may be %s', async ([name, change]) => {
    const students = await people(6, free);
    for (let round = 0; round < ROUNDS; round += 1) {
      const teacher = await free.signUp();
      const { body: opened } = await open(teacher, free);
      const joins = students.slice(0, 3).map((student) => join(student, opened.code, undefined, free));
      const changed = change(teacher, opened);
      const late = students.slice(3).map((student) => join(student, opened.code, undefined, free));
      const answers = await Promise.all([...joins, ...late]);
      expect((await changed).status).toBeLessThan(300);
      expect(new Set([200, 404, ...statusesOf(answers)]).size).toBe(2);
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect(await membersOf(opened, free)).toHaveLength(name === 'renewed' ? accepted : 0);
    }
  });
});

test('teachers who are in each other’s classes can delete their accounts concurrently', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const teachers = await people(4, free);
    const classes = await Promise.all(teachers.map(({ token }) => free.openClass(token)));
    for (const { token } of teachers) for (const each of classes) await free.joinClass(token, each);
    const answers = await Promise.all(
      teachers.map(({ token, user }) => free.ask('DELETE', `/users/${user.id}`, { token })),
    );
    expect(statusesOf(answers)).toEqual([204, 204, 204, 204]);
    for (const each of classes) expect(await membersOf(each, free)).toEqual([]);
  }
});

test('the deletion of an account deletes all of its classes in one transaction', async () => {
  const teacher = await free.signUp();
  const classes = await Promise.all(Array.from({ length: 10 }, () => free.openClass(teacher.token)));
  for (const each of classes) await free.fillClass(each, 2);
  const counts = () =>
    free.database
      .selectFrom('classes')
      .innerJoin('class_members', 'class_members.class_id', 'classes.id')
      .where('teacher_id', '=', teacher.user.id)
      .groupBy('classes.id')
      .select((row) => row.fn.countAll<number>().as('members'))
      .execute();
  const deletion = free.ask('DELETE', `/users/${teacher.user.id}`, { token: teacher.token });
  const seen = new Set<number>();
  do {
    const rows = await counts();
    seen.add(rows.length);
    expect(rows.filter(({ members }) => members !== 2)).toEqual([]);
    await setImmediate();
  } while (!seen.has(0));
  expect((await deletion).status).toBe(204);
  expect([...seen]).toEqual([10, 0]);
});
