import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Technology } from '#contract/technology.ts';
import { PrivateUser, PublicUser } from '#contract/user.ts';
import { startServer } from '../../helpers/start-server.ts';

const technology = { id: '1', title: 'React', status: 'Iniciante', created_at: 'then', updated_at: 'now' };
const visible = { id: '2', name: 'Ana', course_module: 'M1', created_at: 'then', updated_at: 'now' };
const hidden = { password_hash: 'secret', email: 'secret', sequence: 1 };

test('a response has only the properties of its schema, at any depth (X-301)', async () => {
  const { app } = await startServer();
  const user = { ...visible, bio: 'b', contact: 'c', works: [], avatar_url: null };
  const schema = { response: { 200: z.object({ list: z.array(z.union([PublicUser, PrivateUser])) }) } };
  const rows = [{ ...user, ...hidden, techs: [{ ...technology, ...hidden }] }];
  app.get('/listed', { schema }, async () => ({ list: rows, ...hidden }));
  app.get('/perhaps', { schema: { response: { 200: z.nullable(Technology) } } }, async () => null);
  expect((await app.inject('/listed')).json()).toEqual({ list: [{ ...user, techs: [technology] }] });
  expect((await app.inject('/perhaps')).json()).toBeNull();
});

test('a response that fits no schema is an internal error without details (X-301)', async () => {
  const { app } = await startServer();
  app.get('/wrong', { schema: { response: { 200: z.union([PublicUser, PrivateUser]) } } }, async () => hidden);
  const answer = await app.inject('/wrong');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'internal' });
});

test.for([
  [`/users/tr_${'x'.repeat(43)}?secret=1`, '/users/[Redacted]'],
  ['/turma/ABCD2345?secret=1', '/turma/[Redacted]'],
  ['//Turma/ABCD2345', '//Turma/[Redacted]'],
  ['/turma%2FABCD2345', '/turma%2F[Redacted]'],
  ['/t%75rm%61/ABCD2345', '/turma/[Redacted]'],
  [`/${'x'.repeat(7_000)}`, `/${'x'.repeat(199)}`],
] as const)(
  'a request is one short line of the log, without query, token or class code (X-740)',
  async ([path, url]) => {
    const server = await startServer();
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    server.log.length = 0;
    expect((await fetch(address + path)).status).toBe(404);
    await expect.poll(() => server.log.length).toBeGreaterThan(0);
    const line = { msg: 'request completed', req: { method: 'GET', url }, res: { statusCode: 404 } };
    expect(server.log.map((text) => JSON.parse(text))).toMatchObject([{ ...line, reqId: expect.any(String) }]);
  },
);

test('a start has no time limit (X-448)', async () => {
  const { app } = await startServer();
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  app.register(async () => {
    begun.resolve();
    await over.promise;
  });
  const answer = app.inject('/healthz');
  await begun.promise;
  vi.advanceTimersByTime(60 * 60_000);
  over.resolve();
  expect((await answer).statusCode).toBe(200);
});
