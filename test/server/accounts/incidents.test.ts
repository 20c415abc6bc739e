import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aPerson } from '../../helpers/make.ts';
import { startServer, type TestServer } from '../../helpers/start-server.ts';

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

// The commands are those of a POSIX shell.
test.skipIf(process.platform === 'win32')('each command of docs/incidents.md finds its lines in the log', async () => {
  const server = await startServer();
  await takeOver(server);
  const folder = mkdtempSync(join(tmpdir(), 'trilha-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'log'), server.log.join(''));
  const commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(1);
  for (const command of commands) {
    // The journal of a server that wrote this log.
    const found = execFileSync('sh', ['-c', `journalctl() { cat log; }\n${command}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(found).toMatch(/^ *4 "emailHash":"[\da-f]{12}"\n$/);
  }
});

test('the SQL of docs/incidents.md ends all sessions', async () => {
  const server = await startServer();
  const { token } = await server.signUp();
  const statements = [...page.matchAll(/'(delete from [^']+)'/g)].map(([, statement = '']) => statement);
  expect(statements).toEqual(['delete from sessions', 'delete from sessions']);
  for (const statement of statements) await sql.raw(statement).execute(server.database);
  expect((await server.ask('GET', '/profile', { token })).status).toBe(401);
});

test('each log line that docs/incidents.md names is one that the server writes', async () => {
  const [server, busy] = [await startServer(), await startServer({ pressure: { resident: 1 } })];
  server.app.get('/fails', () => {
    throw new Error('a fault');
  });
  await takeOver(server);
  await server.ask('GET', '/fails');
  await expect.poll(async () => (await busy.ask('GET', '/users')).status).toBe(503);
  const rows = [...page.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const names = rows.flatMap((cell) => [...cell.matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(5);
  const log = [...server.log, ...busy.log].map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(names.filter((name) => !log.includes(name))).toEqual([]);
});
