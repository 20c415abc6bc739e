import { expect, test } from 'vitest';
import type { Class, ClassWithRoster } from '#contract/class.ts';
import { startServer } from '../helpers/start-server.ts';

const server = await startServer();
const read = (token: string, { id }: Pick<Class, 'id'>) =>
  server.ask<ClassWithRoster>('GET', `/classes/${id}`, { token });
const list = async (token: string) => (await server.ask<Class[]>('GET', '/classes', { token })).body;

test('a student joins by the code, is in the roster, and leaves', async () => {
  const [teacher, student] = [await server.signUp(), await server.signUp({ name: 'Bruno Lima' })];
  const { title, status } = await server.addTechnology(student.token, { title: 'React' });
  const opened = await server.openClass(teacher.token, 'Turma 12');
  const { code = '', ...shared } = opened;
  expect(opened).toMatchObject({ name: 'Turma 12', role: 'teacher', members: 0 });
  expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{8}$/);
  const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
  const joined = { ...shared, role: 'student', members: 1 };
  expect(await server.joinClass(student.token, { code: typed })).toEqual(joined);
  expect(await server.joinClass(student.token, { code })).toEqual(joined);
  expect(await list(student.token)).toEqual([joined]);
  expect(await list(teacher.token)).toEqual([{ ...opened, members: 1 }]);
  const member = {
    id: student.user.id,
    name: 'Bruno Lima',
    course_module: student.user.course_module,
    handle: null,
    avatar_url: null,
    joined_at: '2026-03-01T12:00:00.000Z',
    techs: [{ title, status }],
  };
  expect((await read(student.token, opened)).body).toEqual({ ...joined, roster: [member] });
  const seen = { ...opened, members: 1, roster: [{ ...member, changed_at: '2026-03-01T12:00:00.000Z' }] };
  expect((await read(teacher.token, opened)).body).toEqual(seen);

  const left = await server.ask('DELETE', `/classes/${opened.id}/members/${student.user.id}`, { token: student.token });
  expect(left.status).toBe(204);
  expect((await read(student.token, opened)).status).toBe(404);
  expect((await read(teacher.token, opened)).body).toEqual({ ...opened, roster: [] });
});
