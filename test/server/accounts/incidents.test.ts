import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aPerson } from '../../helpers/make.ts';
import { LIMITS } from '../../../server/load/limits.ts';
import { ratesOf, startServer, type TestServer } from '../../helpers/start-server.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/incidents.md'), 'utf8');

/** Wrong passwords for one account, then a login and a takeover. */
async function takeOver(server: TestServer) {
  const person = aPerson();
  const owner = await server.signUp(person);
  for (let count = 0; count < 4; count += 1) {
    await server.ask('POST', '/sessions', { body: { email: person.email, password: 'errada12' } });
  }
  const { token } = await server.logIn(person);
  const password = { password: 'nova1234', old_password: person.password };
  expect((await server.ask('PUT', '/profile', { token, body: password })).status).toBe(200);
  expect((await server.ask('DELETE', '/sessions/others', { token })).status).toBe(204);
  expect((await server.ask('DELETE', `/users/${owner.user.id}`, { token })).status).toBe(204);
}

test('the SQL of docs/incidents.md ends all sessions and revokes reset links', async () => {
  const server = await startServer();
  const someone = await server.signUp();
  const body = { token: await server.makeResetToken(someone), password: 'nova1234' };
  const commands = [...page.matchAll(/'(delete from [^']+)'/g)].map(([, command = '']) => command);
  expect(commands).toEqual(Array(2).fill('delete from sessions; delete from password_resets'));
  for (const statement of commands[0]?.split(';') ?? []) await sql.raw(statement).execute(server.database);
  expect((await server.ask('GET', '/profile', { token: someone.token })).status).toBe(401);
  expect((await server.ask('POST', '/password-resets', { body })).status).toBe(400);
});

test('each log line that docs/incidents.md names is one that the server writes', async () => {
  const [server, busy] = [await startServer(), await startServer({ pressure: { heap: 1 } })];
  const strict = await startServer({ machine: ratesOf({ read: 1 }) });
  const flooded = await startServer({ machine: { rates: { ...LIMITS.rates, logged: 0 } } });
  server.app.get('/fails', () => {
    throw new Error('a fault');
  });
  await takeOver(server);
  await server.ask('GET', '/fails');
  for (let count = 0; count < 6; count += 1)
    await server.ask('POST', '/sessions', { body: aPerson({ email: 'a@b.cc' }) });
  for (let count = 0; count < 2; count += 1) await strict.ask('GET', '/users');
  await flooded.ask('POST', '/sessions', { body: {} });
  await expect.poll(async () => (await busy.ask('GET', '/users')).status).toBe(503);
  const rows = [...page.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const names = rows.flatMap((cell) => [...cell.matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(5);
  const log = [server, busy, strict, flooded]
    .flatMap((each) => each.log)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(names.filter((name) => !log.includes(name))).toEqual([]);
});
