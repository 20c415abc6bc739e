import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Class, ClassMember, ClassWithRoster } from '#contract/class.ts';
import { CLASS_TECHNOLOGIES_LIMIT, ROSTER_LIMIT } from '#contract/limits.ts';
import type { ProfileExport } from '#contract/user.ts';
import { statementName } from '../../../server/database/statements/prepared.ts';
import { afterStatement } from '../../helpers/database/after-statement.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const HOUR = 60 * 60_000;
const server = await startServer();

const read = ({ token }: SignedIn, { id }: Class) => server.ask<ClassWithRoster>('GET', `/classes/${id}`, { token });
const list = async ({ token }: SignedIn) => (await server.ask<Class[]>('GET', '/classes', { token })).body;
const rosterOf = async (reader: SignedIn, opened: Class) => (await read(reader, opened)).body.roster;
const put = ({ token }: SignedIn, body: object) => server.ask('PUT', '/profile', { token, body });
const pathOf = ({ avatar_url }: Pick<ClassMember, 'avatar_url'>) => new URL(avatar_url ?? '').pathname;

async function aClass(overrides: Parameters<typeof server.signUp>[0] = {}) {
  const [teacher, student] = [await server.signUp(), await server.signUp(overrides)];
  const opened = await server.openClass(teacher.token);
  await server.joinClass(student.token, opened);
  return { teacher, student, opened };
}

type Made = Awaited<ReturnType<typeof aClass>>;

test('a student joins by the code, however it is typed, and both see the class', async () => {
  const [teacher, student] = [await server.signUp(), await server.signUp({ name: 'Bruno Lima' })];
  const { title, status } = await server.addTechnology(student.token, { title: 'React' });
  const opened = await server.openClass(teacher.token, 'Turma 12');
  const { code = '', ...shared } = opened;
  expect(opened).toMatchObject({ name: 'Turma 12', role: 'teacher', members: 0 });
  expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{8}$/);
  const joined = { ...shared, role: 'student', members: 1 };
  for (const typed of [`${code.slice(0, 4).toLowerCase()} – ${code.slice(4)} `, code]) {
    expect(await server.joinClass(student.token, { code: typed })).toEqual(joined);
  }
  expect(await list(student)).toEqual([joined]);
  expect(await list(teacher)).toEqual([{ ...opened, members: 1 }]);
  const { id, name, course_module } = student.user;
  const joined_at = '2026-03-01T12:00:00.000Z';
  const member = { id, name, course_module, handle: null, avatar_url: null, joined_at, techs: [{ title, status }] };
  expect((await read(student, opened)).body).toEqual({ ...joined, roster: [member] });
  const seen = { ...opened, members: 1, roster: [{ ...member, changed_at: joined_at }] };
  expect((await read(teacher, opened)).body).toEqual(seen);
});

describe('a member', () => {
  test('is shown to the class as a private profile is, with the avatar (X-704)', async () => {
    const secrets = { bio: 'segredo', contact: 'https://example.com/segredo' };
    const { teacher, student, opened } = await aClass(secrets);
    const { token, person } = student;
    await server.addWork(token, { title: 'segredo' });
    const { id } = await server.addTechnology(token, { title: 'segredo' });
    await server.ask('DELETE', `/users/techs/${id}`, { token });
    const handle = await server.chooseHandle(token);
    const own = await server.addAvatar(token);
    const classmate = await server.signUp();
    await server.joinClass(classmate.token, opened);
    for (const reader of [teacher, classmate]) {
      const { text, body } = await read(reader, opened);
      for (const secret of ['segredo', person.email, handle, own]) expect(text).not.toContain(secret);
      expect(body.roster[0]).toMatchObject({ handle: null, avatar_url: expect.any(String) });
    }
    await put(student, { visibility: 'public' });
    expect(await rosterOf(classmate, opened)).toMatchObject([{ handle }, { handle: null }]);
  });

  test('has an avatar URL of the class, which ends with the membership (X-705)', async () => {
    const { teacher, student, opened } = await aClass();
    const own = await server.addAvatar(student.token);
    const other = await server.openClass(teacher.token);
    await server.joinClass(student.token, other);
    const paths = [];
    for (const each of [opened, other]) for (const member of await rosterOf(teacher, each)) paths.push(pathOf(member));
    const [path = '', elsewhere = ''] = paths;
    expect(new Set([own, ...paths]).size).toBe(3);
    const [before, named] = [await server.ask('GET', path), await server.ask('GET', own)];
    expect(before.bytes.equals(named.bytes)).toBe(true);
    // The image may change, and a shared cache would keep it after the membership.
    expect(before.headers['cache-control']).toBe('private, max-age=300');
    const left = await server.ask('DELETE', `/classes/${opened.id}/members/${student.user.id}`, student);
    expect(left.status).toBe(204);
    const statuses = async () => {
      const answers = await Promise.all([path, elsewhere, own].map((each) => server.ask('GET', each)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([404, 200, 200]);
    await server.ask('DELETE', `/classes/${other.id}`, teacher);
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  test('has another avatar URL after each photo: former classmates may have saved one (X-705)', async () => {
    const { teacher, student, opened } = await aClass();
    const saved = [];
    for (let photos = 0; photos < 3; photos += 1) {
      await server.addAvatar(student.token);
      const [member] = await rosterOf(teacher, opened);
      if (member) saved.push(pathOf(member));
    }
    const answers = await Promise.all(saved.map((path) => server.ask('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  test.for<[string, (someone: Awaited<ReturnType<typeof aClass>>) => Promise<unknown>]>([
    [
      'leaves',
      ({ student, opened }) => server.ask('DELETE', `/classes/${opened.id}/members/${student.user.id}`, student),
    ],
    [
      'is removed',
      ({ teacher, student, opened }) =>
        server.ask('DELETE', `/classes/${opened.id}/members/${student.user.id}`, teacher),
    ],
    ['deletes the account', ({ student }) => server.ask('DELETE', `/users/${student.user.id}`, student)],
  ])('who %s is nowhere, and can come back unless gone (X-706)', async ([, act]) => {
    const made = await aClass({ name: 'Fulana de Tal' });
    const { teacher, student, opened } = made;
    const { token } = await server.logIn(student.person);
    expect(await act(made)).toMatchObject({ status: 204 });
    expect((await read(teacher, opened)).body).toEqual({ ...opened, members: 0, roster: [] });
    expect(await list(teacher)).toEqual([opened]);
    const { text } = await server.ask('GET', `/classes/${opened.id}/members.csv`, teacher);
    expect(text).not.toContain('Fulana');
    const { status } = await server.ask('GET', `/classes/${opened.id}`, { token });
    if (status === 401) return;
    expect(status).toBe(404);
    const { body } = await server.ask<ProfileExport>('GET', '/profile/export', { token });
    expect(body.classes).toEqual([]);
    await server.joinClass(token, opened);
    expect(await rosterOf(teacher, opened)).toMatchObject([{ name: 'Fulana de Tal' }]);
  });

  test('changes the list by a level, a title, a new technology and a removal (X-707)', async () => {
    const { teacher, student, opened } = await aClass();
    const { token } = student;
    const changedAt = async () => (await rosterOf(teacher, opened))[0]?.changed_at;
    const before = Date.parse(student.user.created_at);
    expect(await changedAt()).toBe(null);
    const { id } = await server.addTechnology(token, { status: 'Iniciante' });
    const { id: other } = await server.addTechnology(token);
    const path = `/users/techs/${id}`;
    const changes = [
      () => server.ask('PUT', path, { token, body: { status: 'Avançado' } }),
      () => server.ask('PUT', path, { token, body: { title: 'Vue.js' } }),
      () => server.ask('DELETE', path, { token }),
      () => server.ask('POST', `${path}/restore`, { token }),
      () => server.ask('DELETE', `/users/techs/${other}`, { token }),
      () => server.ask('DELETE', path, { token }),
    ];
    for (const [index, change] of changes.entries()) {
      server.turnClock(1_000);
      expect((await change()).status).toBeLessThan(300);
      expect(Date.parse((await changedAt()) ?? '') - before).toBe((index + 1) * 1_000);
    }
    await put(student, { name: 'Outro Nome' });
    expect(Date.parse((await changedAt()) ?? '') - before).toBe(changes.length * 1_000);
    server.turnClock(-changes.length * 1_000);
  });
});

const csvOf = ({ token }: SignedIn, { id }: Class) => server.ask('GET', `/classes/${id}/members.csv`, { token });
const rowsOf = (text: string) =>
  text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('";"'));

const skillsOf = (member: number) =>
  Array.from({ length: 499 }, (_, index) => ({ name: `${member} ${index} ${'\u{1F600}'.repeat(90)}` }));

describe('during a read of the class', () => {
  test('a student who leaves is in it no more (X-706)', async () => {
    const { teacher, student, opened } = await aClass();
    const path = `/classes/${opened.id}/members/${student.user.id}`;
    afterStatement(server.database, 'read-roster', () => server.ask('DELETE', path, student));
    expect((await read(teacher, opened)).body).toEqual({ ...opened, members: 0, roster: [] });
  });

  test.each([
    ['is removed', 404, (path: string, { teacher }: Made) => server.ask('DELETE', path, teacher)],
    ['logs out', 401, (_path: string, { student }: Made) => server.ask('DELETE', '/sessions', student)],
  ])('a student who %s reads nothing (X-644)', async (_how, status, act) => {
    const made = await aClass();
    const { student, opened } = made;
    await server.addTechnology(student.token);
    const path = `/classes/${opened.id}/members/${student.user.id}`;
    afterStatement(server.database, 'read-technologies', () => act(path, made));
    expect(await read(student, opened)).toMatchObject({ status });
  });
});

test('a class of very long lists returns an equal share of each in few statements (X-714)', async () => {
  const [teacher, student] = [await server.signUp(), await server.signUp()];
  const opened = await server.openClass(teacher.token);
  for (let member = 0; member < 24; member += 1) {
    const { token } = await server.signUp();
    await server.ask('POST', '/profile/resume?apply=true', {
      token,
      body: { skills: [{ name: 'Git' }, ...skillsOf(member)] },
    });
    await server.joinClass(token, opened);
  }
  await server.addTechnology(student.token, { title: 'React' });
  await server.joinClass(student.token, opened);
  const run = vi.spyOn(server.database.engine, 'run');
  onTestFinished(() => run.mockRestore());
  const { body } = await read(teacher, opened);
  const reads = run.mock.calls.filter(([{ sql }]) => statementName(sql) === 'read-technologies');
  expect(reads.length).toBeLessThan(10);
  expect(JSON.stringify(body.roster.map(({ techs }) => techs)).length).toBeLessThan(ROSTER_LIMIT);
  const [most = [], ...lists] = body.roster
    .map(({ techs }) => techs)
    .toSorted((one, other) => other.length - one.length);
  expect(most.length).toBeLessThan(500);
  expect(lists.at(-2)?.length).toBeGreaterThan(most.length - 5);
  expect(lists.at(-1)?.map(({ title }) => title)).toEqual(['React']);
  const [heads = []] = rowsOf((await csvOf(teacher, opened)).text);
  expect(heads).toHaveLength(4 + CLASS_TECHNOLOGIES_LIMIT);
  expect(heads).toContain('Git');
});

test('a long list in a large class is complete where short ones leave room (X-714)', async () => {
  const { teacher, student, opened } = await aClass();
  const skills = Array.from({ length: 500 }, (_, index) => ({ name: `Tecnologia ${index}` }));
  await server.ask('POST', '/profile/resume?apply=true', { token: student.token, body: { skills } });
  const join = async () => server.joinClass((await server.signUp()).token, opened);
  await Promise.all(Array.from({ length: 35 }, join));
  const roster = await rosterOf(student, opened);
  expect(roster.map(({ techs }) => techs.length)).toEqual([500, ...Array.from({ length: 35 }, () => 0)]);
  const [heads = []] = rowsOf((await csvOf(teacher, opened)).text);
  expect(heads).toHaveLength(4 + 500);
});

describe('the CSV', () => {
  test('normalizes each title a few times, not in each comparison of its order', async () => {
    const { teacher, student, opened } = await aClass();
    for (let count = 0; count < 40; count += 1) await server.addTechnology(student.token, { title: `Á ${count}` });
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    await csvOf(teacher, opened);
    expect(normalize.mock.contexts.filter((text) => String(text).startsWith('Á')).length).toBeLessThan(40 * 4);
  });

  test('has one row a person and one column a technology, for Excel in Brazil', async () => {
    const teacher = await server.signUp();
    const opened = await server.openClass(teacher.token, 'Ação & Reação: 2/2026');
    const ana = await server.signUp({ name: 'Ana Conceição' });
    await server.addTechnology(ana.token, { title: 'reactjs', status: 'Avançado' });
    await server.addTechnology(ana.token, { title: 'Sapateado "clássico"; e +', status: 'Iniciante' });
    const bia = await server.signUp({ name: 'Bia' });
    await server.addTechnology(bia.token, { title: 'React', status: 'Intermediario' });
    for (const title of ['Git', 'HTML', 'Node']) await server.addTechnology(ana.token, { title, status: 'Iniciante' });
    for (const title of ['GitHub', 'html-5', 'NÓDE.js'])
      await server.addTechnology(bia.token, { title, status: 'Avançado' });
    server.turnClock(12 * HOUR);
    for (const { token } of [ana, bia]) await server.joinClass(token, opened);
    server.turnClock(-12 * HOUR);
    const { headers, bytes, text } = await csvOf(teacher, opened);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="turma-acao-reacao-2-2026.csv"',
    });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text.endsWith('\r\n')).toBe(true);
    const { course_module: course } = ana.user;
    const [heads, ...rows] = rowsOf(text);
    expect(heads?.slice(0, 4)).toEqual(['Nome', 'Módulo', 'Entrou em', 'Última mudança']);
    expect(heads?.slice(4)).toEqual(['Git', 'GitHub', 'HTML', 'Node.js', 'React', 'Sapateado ""clássico""; e +']);
    // Midnight in UTC is still the day before in Brazil.
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['Ana Conceição', course, '2026-03-01', '2026-03-01'],
      ['Bia', course, '2026-03-01', '2026-03-01'],
    ]);
    expect(rows.map((row) => row.slice(4))).toEqual([
      ['Iniciante', '', 'Iniciante', 'Iniciante', 'Avançado', 'Iniciante'],
      ['', 'Avançado', 'Avançado', 'Avançado', 'Intermediário', ''],
    ]);
  });

  test('starts no cell with a formula, whatever the separator (X-708)', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(1)', 'Ana,=1', 'Ana";"=1', 'Ana; -1', '＝1', '\u200B =1', '\uFE0F=1'];
    const teacher = await server.signUp();
    const opened = await server.openClass(teacher.token, '../../=x');
    for (const name of names) await server.joinClass((await server.signUp({ name })).token, opened);
    const { headers, text } = await csvOf(teacher, opened);
    expect(headers['content-disposition']).toBe('attachment; filename="turma-x.csv"');
    const written = text.match(/^"(?:[^"]|"")*"(?=;)/gm) ?? [];
    const cells = [`'=1+1`, `'+1`, `'-1`, `'@SUM(1)`, `Ana,'=1`, `Ana"";""'=1`, `Ana;' -1`, `'＝1`];
    expect(written).toEqual([...cells, `'\u200B =1`, `'\uFE0F=1`].map((cell) => `"${cell}"`));
  });
});

const download = async ({ token }: SignedIn) =>
  (await server.ask<ProfileExport>('GET', '/profile/export', { token })).body.classes;

test('the export names the classes that one teaches and is in', async () => {
  const { teacher, student, opened } = await aClass();
  expect(await download(teacher)).toEqual([{ ...opened, members: 1, joined_at: null }]);
  const { code: _code, ...shared } = opened;
  const joined = { ...shared, role: 'student', members: 1, joined_at: '2026-03-01T12:00:00.000Z' };
  expect(await download(student)).toEqual([joined]);
});
