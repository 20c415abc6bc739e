import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aPerson, aTechnology } from '../../helpers/make.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { startServer } from '../../helpers/start-server.ts';
import { aPath } from './files.ts';

function isWritten(path: string, data: string | Uint8Array): boolean {
  return readdirSync(dirname(path)).some((name) => readFileSync(join(dirname(path), name)).includes(data));
}

async function call(method: string, url: string, token: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

async function start() {
  const path = aPath();
  const server = await startServer({ database: await openDatabase(path) });
  return { path, server, ...(await server.signUp()) };
}

describe('deleted data', () => {
  test('and replaced data soon disappear from all files of the database', async () => {
    const path = aPath();
    // Another process, because reading its files here would release the locks of this one.
    const address = await new ServerProcess({ DATABASE_URL: `sqlite:${path}` }).ready();
    const [person, other] = [aPerson({ bio: 'uma biografia inconfundível' }), aPerson()];
    for (const each of [person, other]) expect((await signUp(address, each)).status).toBe(201);
    const session = await call('POST', `${address}/sessions`, '', person);
    const { token, user } = (await session.json()) as { token: string; user: { id: string } };
    expect(isWritten(path, person.email)).toBe(true);
    expect((await call('PUT', `${address}/profile`, token, { bio: 'outra' })).status).toBe(200);
    await expect.poll(() => isWritten(path, person.bio)).toBe(false);
    const putPhoto = async (colour: string): Promise<Uint8Array> => {
      const body = aForm(await aPicture('png', colour));
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${address}/users/avatar`, { method: 'PATCH', headers, body });
      const { avatar_url: url } = (await response.json()) as { avatar_url: string };
      return (await fetch(url)).bytes();
    };
    const photo = await putPhoto('red');
    expect(isWritten(path, photo)).toBe(true);
    await putPhoto('green');
    // A sweep would erase it too, but only after a minute.
    await expect.poll(() => isWritten(path, photo), { timeout: 30_000 }).toBe(false);
    expect((await call('DELETE', `${address}/users/${user.id}`, token, {})).status).toBe(204);
    await expect.poll(() => isWritten(path, person.email)).toBe(false);
    expect(isWritten(path, other.email)).toBe(true);
  });

  test('leave the write-ahead log when no reader needs it', async () => {
    const { path, server, token, user } = await start();
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('begin; select * from users');
    expect((await server.ask('DELETE', `/users/${user.id}`, { token, body: {} })).status).toBe(204);
    reader.exec('rollback');
    reader.close();
    await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
  });
});

const replace = (path: string) => {
  renameSync(path, `${path}.before`);
  copyFileSync(`${path}.before`, path);
};

describe('a database file', () => {
  test.for([
    ['deleted', (path: string) => rmSync(path)],
    ['replaced', replace],
  ] as const)('that was %s makes the server unavailable', async ([, lose]) => {
    const { path, server, token } = await start();
    expect((await server.ask('GET', '/readyz')).status).toBe(200);
    lose(path);
    expect((await server.ask('POST', '/users', { body: aPerson() })).status).toBe(503);
    expect((await server.ask('GET', '/readyz')).status).toBe(503);
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
    expect((await server.ask('POST', '/users/techs', { token, body: aTechnology() })).status).toBe(503);
  });

  test('that was moved is used again when it returns', async () => {
    const { path, server } = await start();
    const status = async () => (await server.ask('GET', '/readyz')).status;
    renameSync(path, `${path}.away`);
    await expect.poll(status).toBe(503);
    renameSync(`${path}.away`, path);
    expect(await status()).toBe(200);
  });
});
