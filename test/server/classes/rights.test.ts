import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Class, ClassWithRoster } from '#contract/class.ts';
import { CLASS_DAYS } from '#contract/limits.ts';
import type { ProfileExport } from '#contract/user.ts';
import { sweepClasses } from '../../../server/database/classes/classes.ts';
import { lockAccount, unlockAccount } from '../../../server/database/accounts/administration.ts';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const DAY = 24 * 60 * 60_000;
const server = await startServer();

/** A class with its teacher and two students, a former student, and a student and a teacher of another class. */
async function aClass() {
  const [teacher, student, classmate] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const [former, stranger, otherTeacher] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const opened = await server.openClass(teacher.token);
  for (const { token } of [student, classmate, former]) await server.joinClass(token, opened);
  await remove(former, opened, former);
  const other = await server.openClass(otherTeacher.token);
  await server.joinClass(stranger.token, other);
  return { opened, people: { teacher, student, classmate, former, stranger, otherTeacher } };
}

const remove = ({ token }: SignedIn, { id }: Class, { user }: SignedIn) =>
  server.ask('DELETE', `/classes/${id}/members/${user.id}`, { token });
const list = async ({ token }: SignedIn) => (await server.ask<Class[]>('GET', '/classes', { token })).body;
const join = ({ token }: SignedIn, { code }: Class) => server.ask('POST', '/classes/join', { token, body: { code } });

const operate = (act: typeof lockAccount, { user }: SignedIn) =>
  act(server.database, { userId: user.id, event: adminEvent('locked'), now: new Date() });

/** The calls on a class. */
const CALLS = {
  read: ['GET', ''],
  csv: ['GET', '/members.csv'],
  rename: ['PUT', '', { name: 'Outra' }],
  'renew the code of': ['PUT', '', { renew_code: true }],
  'remove a student from': ['DELETE', '/members/:classmate'],
  end: ['DELETE', ''],
} as const satisfies Record<string, readonly [method: string, path: string, body?: object]>;

const NOT_FOUND = { status: 404, body: { status: 'error', message: 'Class not found.', code: 'not-found' } };

describe('a class', () => {
  test.for(Object.entries(CALLS))(
    'lets its teacher %s it, and its students only read it (X-700, X-701, X-702)',
    async ([name, [method, path, body]]) => {
      const { opened, people } = await aClass();
      const url = `/classes/${opened.id}${path.replace(':classmate', people.classmate.user.id)}`;
      const call = ({ token }: SignedIn) => server.ask(method, url, { token, body });
      const before = await server.rows();
      const { teacher, student, ...others } = people;
      const refused = [...Object.values(others).slice(1), ...(name === 'read' ? [] : [student])];
      for (const someone of refused) expect(await call(someone)).toMatchObject(NOT_FOUND);
      expect(await server.rows()).toEqual(before);
      if (name === 'read') expect((await call(student)).status).toBe(200);
      expect((await call(teacher)).status).toBeLessThan(300);
    },
  );

  test('is refused with the same bytes as an unknown, a malformed and an ended one (X-703)', async () => {
    const { opened, people } = await aClass();
    const { opened: ended, people: once } = await aClass();
    await server.ask('DELETE', `/classes/${ended.id}`, { token: once.teacher.token });
    for (const [method, path, body] of Object.values(CALLS)) {
      const answers = [opened.id, ended.id, randomUUID(), 'x'].map(async (id) => {
        const url = `/classes/${id}${path.replace(':classmate', people.classmate.user.id)}`;
        const { status, text } = await server.ask(method, url, { token: people.otherTeacher.token, body });
        return [status, text];
      });
      const [first, ...others] = await Promise.all(answers);
      for (const each of others) expect(each).toEqual(first);
    }
    const wrong = await join(people.stranger, { ...opened, code: 'AAAAAAAA' });
    expect(await join(people.stranger, ended)).toMatchObject({ status: 404, text: wrong.text });
  });

  test('shows its code to its teacher only, who can renew it (X-701)', async () => {
    const { opened, people } = await aClass();
    const { teacher, student, former } = people;
    const path = `/classes/${opened.id}`;
    for (const url of ['/classes', path]) {
      const { text } = await server.ask('GET', url, student);
      expect(text).toContain(opened.id);
      for (const secret of [opened.code, 'changed_at']) expect(text).not.toContain(secret);
    }
    const put = (body: object) => server.ask<Class>('PUT', path, { token: teacher.token, body });
    expect((await put({})).body).toEqual({ ...opened, members: 2 });
    expect((await put({ name: 'Turma 13' })).body).toEqual({ ...opened, name: 'Turma 13', members: 2 });
    const { body: renewed } = await put({ renew_code: true });
    expect(renewed).toEqual({
      ...opened,
      name: 'Turma 13',
      members: 2,
      code: expect.not.stringMatching(`${opened.code}`),
    });
    expect((await join(former, opened)).status).toBe(404);
    expect((await join(former, renewed)).status).toBe(200);
    const invalid = { status: 400, body: { fields: { renew_code: 'invalid' } } };
    expect(await put({ renew_code: false })).toMatchObject(invalid);
    expect(await put({ name: 'a'.repeat(81) })).toMatchObject({ status: 400, body: { fields: { name: 'too-long' } } });
  });

  test('ends after a year for everybody, and is then deleted (X-703)', async () => {
    const own = await startServer();
    const [teacher, student] = [await own.signUp(), await own.signUp()];
    const opened = await own.openClass(teacher.token);
    await own.joinClass(student.token, opened);
    await own.addAvatar(student.token);
    const { token } = teacher;
    const { body } = await own.ask<{ roster: Array<{ avatar_url: string }> }>('GET', `/classes/${opened.id}`, {
      token,
    });
    const avatar = new URL(body.roster[0]?.avatar_url ?? '').pathname;
    expect(Date.parse(opened.ends_at) - Date.parse(opened.created_at)).toBe(CLASS_DAYS * DAY);

    own.turnClock(CLASS_DAYS * DAY - 1);
    const { token: later } = await own.logIn(teacher.person);
    const statuses = async () => {
      const paths = [`/classes/${opened.id}`, `/classes/${opened.id}/members.csv`, avatar];
      const answers = await Promise.all(paths.map((path) => own.ask('GET', path, { token: later })));
      const { body: classes } = await own.ask<Class[]>('GET', '/classes', { token: later });
      const { body: exported } = await own.ask<ProfileExport>('GET', '/profile/export', { token: later });
      return [...answers.map(({ status }) => status), classes.length, exported.classes.length];
    };
    expect(await statuses()).toEqual([200, 200, 200, 1, 1]);
    own.turnClock(1);
    expect(await statuses()).toEqual([404, 404, 404, 0, 0]);
    const calls = [
      ['PUT', `/classes/${opened.id}`, { name: 'De novo' }],
      ['DELETE', `/classes/${opened.id}`],
      ['DELETE', `/classes/${opened.id}/members/${student.user.id}`],
      ['POST', '/classes/join', { code: opened.code }],
    ] as const;
    for (const [method, path, sent] of calls) {
      expect(await own.ask(method, path, { token: later, body: sent }), method).toMatchObject(NOT_FOUND);
    }
    await sweepClasses(own.database, new Date(Date.parse(opened.ends_at) - 1));
    expect((await own.rows()).class_members).toHaveLength(1);
    await sweepClasses(own.database, new Date(opened.ends_at));
    const { classes, class_members } = await own.rows();
    expect([...classes, ...class_members]).toEqual([]);
  });

  test('of a locked teacher, or a locked member of it, is hidden until unlocked (X-711)', async () => {
    const { opened, people } = await aClass();
    const { teacher, student, classmate } = people;
    const roster = async () =>
      (await server.ask<{ roster: unknown[]; members: number }>('GET', `/classes/${opened.id}`, student)).body;
    expect(await roster()).toMatchObject({ members: 2, roster: { length: 2 } });
    await operate(lockAccount, classmate);
    expect(await roster()).toMatchObject({ members: 1, roster: [{ id: student.user.id }] });
    expect(await list(student)).toMatchObject([{ members: 1 }]);
    await operate(unlockAccount, classmate);
    expect(await list(student)).toMatchObject([{ members: 2 }]);
    await operate(lockAccount, teacher);
    expect(await list(student)).toEqual([]);
    expect(await join(people.former, opened)).toMatchObject(NOT_FOUND);
    await operate(unlockAccount, teacher);
    expect(await list(student)).toHaveLength(1);
  });

  test('of a locked teacher can be left (X-711)', async () => {
    const { opened, people } = await aClass();
    const { teacher, student } = people;
    await operate(lockAccount, teacher);
    expect((await remove(student, opened, student)).status).toBe(204);
    await operate(unlockAccount, teacher);
    expect(await list(student)).toEqual([]);
  });
});

test('an invitation has only the name of the class, except for its members (X-700)', async () => {
  const { opened, people } = await aClass();
  const read = async ({ token }: SignedIn) =>
    (await server.ask('GET', `/classes/join?code=${opened.code}`, { token })).body;
  const { code: _code, ...shared } = opened;
  expect(await read(people.stranger)).toEqual({ name: opened.name });
  expect(await read(people.former)).toEqual({ name: opened.name });
  expect(await read(people.student)).toEqual({ ...shared, role: 'student', members: 2 });
  expect(await read(people.teacher)).toEqual({ ...opened, members: 2 });
});

test('its teacher joins nothing, and students remove only themselves (X-702)', async () => {
  const { opened, people } = await aClass();
  const { teacher, student, classmate } = people;
  expect(await join(teacher, opened)).toMatchObject({ status: 200, body: { ...opened, members: 2 } });
  expect(await remove(student, opened, classmate)).toMatchObject(NOT_FOUND);
  expect(await remove(student, opened, student)).toMatchObject({ status: 204, text: '' });
  expect(await remove(student, opened, student)).toMatchObject(NOT_FOUND);
  expect(await remove(teacher, opened, student)).toMatchObject(NOT_FOUND);
  expect((await list(teacher))[0]).toMatchObject({ members: 1 });
});

test('a teacher removes a student and who joined later until a time (X-702, X-711)', async () => {
  const { opened, people } = await aClass();
  const { teacher, student, classmate, former, stranger, otherTeacher } = people;
  for (const someone of [former, stranger, otherTeacher, await server.signUp()]) {
    server.turnClock(1);
    await join(someone, opened);
  }
  await operate(lockAccount, stranger);
  const roster = async () =>
    (await server.ask<ClassWithRoster>('GET', `/classes/${opened.id}`, { token: teacher.token })).body.roster;
  const before = await roster();
  const until = before.find(({ id }) => id === otherTeacher.user.id)?.joined_at ?? '';
  const removeUntil = ({ token }: SignedIn, { user }: SignedIn, time: string) =>
    server.ask('DELETE', `/classes/${opened.id}/members/${user.id}?joined_until=${time}`, { token });
  for (const someone of [student, former]) {
    expect(await removeUntil(someone, former, until)).toMatchObject(NOT_FOUND);
  }
  for (const time of ['x', '2026-03-01', '0000-01-01T00:00:00.000Z']) {
    expect(await removeUntil(teacher, former, time)).toMatchObject({
      status: 400,
      body: { fields: { joined_until: 'invalid' } },
    });
  }
  expect((await removeUntil(teacher, former, until)).status).toBe(204);
  expect(await removeUntil(teacher, former, until)).toMatchObject(NOT_FOUND);
  await operate(unlockAccount, stranger);
  expect(await roster()).toEqual([...before.slice(0, 2), before.at(-1)]);
  expect((await removeUntil(teacher, classmate, '2026-01-01T00:00:00.000Z')).status).toBe(204);
  expect(await roster()).toEqual([before[0], before.at(-1)]);
});
