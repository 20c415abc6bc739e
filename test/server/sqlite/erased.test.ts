import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { aPerson, aTechnology } from '../../helpers/make.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { startServer } from '../../helpers/start-server.ts';
import { aPath } from './files.ts';

// Closing a file would end this process's locks on it, so the servers whose files are read are other processes.
function isWritten(path: string, text: string): boolean {
  return readdirSync(dirname(path)).some((name) => readFileSync(join(dirname(path), name)).includes(text));
}

async function call(method: string, url: string, token: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

describe('what is deleted', () => {
  test('is soon in no file of the database, nor is what was replaced (X-254)', async () => {
    const path = aPath();
    const address = await new ServerProcess({ DATABASE_URL: `sqlite:${path}` }).ready();
    const [person, other] = [aPerson({ bio: 'uma biografia inconfundível' }), aPerson()];
    for (const each of [person, other]) expect((await signUp(address, each)).status).toBe(201);
    const session = await call('POST', `${address}/sessions`, '', person);
    const { token, user } = (await session.json()) as { token: string; user: { id: string } };
    expect(isWritten(path, person.email)).toBe(true);
    expect((await call('PUT', `${address}/profile`, token, { bio: 'outra' })).status).toBe(200);
    await expect.poll(() => isWritten(path, person.bio)).toBe(false);
    expect((await call('DELETE', `${address}/users/${user.id}`, token, {})).status).toBe(204);
    await expect.poll(() => isWritten(path, person.email)).toBe(false);
    expect(isWritten(path, other.email)).toBe(true);
  });

  test('is erased as soon as nobody reads what was there before (X-254)', async () => {
    const path = aPath();
    const server = await startServer({ database: await openDatabase(path) });
    const { token, user } = await server.signUp();
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('begin; select * from users');
    expect((await server.ask('DELETE', `/users/${user.id}`, { token, body: {} })).status).toBe(204);
    reader.exec('rollback');
    reader.close();
    await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
  });
});

describe('a file that is no longer where it was', () => {
  test.for([
    ['deleted', (path: string) => rmSync(path)],
    [
      'replaced',
      (path: string) => {
        renameSync(path, `${path}.before`);
        copyFileSync(`${path}.before`, path);
      },
    ],
  ] as const)('because it was %s is told by 503, and nothing is acknowledged (X-255)', async ([, lose]) => {
    const path = aPath();
    const server = await startServer({ database: await openDatabase(path) });
    const { token } = await server.signUp();
    expect((await server.ask('GET', '/readyz')).status).toBe(200);
    lose(path);
    expect((await server.ask('POST', '/users', { body: aPerson() })).status).toBe(503);
    expect((await server.ask('GET', '/readyz')).status).toBe(503);
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
    expect((await server.ask('POST', '/users/techs', { token, body: aTechnology() })).status).toBe(503);
  });

  test('because it was moved away for a moment is used again (X-255)', async () => {
    const path = aPath();
    const server = await startServer({ database: await openDatabase(path) });
    renameSync(path, `${path}.away`);
    // Reads look for the file now and then.
    await expect.poll(async () => (await server.ask('GET', '/readyz')).status).toBe(503);
    renameSync(`${path}.away`, path);
    expect((await server.ask('GET', '/readyz')).status).toBe(200);
  });
});
