import { hash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { HOUR, MINUTE } from '../../../server/database/statements/time.ts';
import { runCommand } from '../../helpers/database/command.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aPerson, aTechnology } from '../../helpers/make.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { startServer } from '../../helpers/start-server.ts';
import { aFolder, aPath, open } from './files.ts';

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

function notesIn(path: string): number {
  return new Set(readFileSync(path, 'latin1').match(/note [0-9a-f]{40}/g)).size;
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

  test('are in no backup, and after an hour in no unused part of a page (X-668)', async () => {
    const [path, copy, made] = [aPath(), join(aFolder(), 'copy.sqlite'), join(aFolder(), 'made.sqlite')];
    const database = await open(path);
    const erase = (time: number) => database.engine.eraseRemnants(new Date(Date.now() + time));
    await erase(HOUR);
    // Writes as a command does.
    using file = new DatabaseSync(path);
    file.exec('pragma secure_delete = on; create table notes (text); create index notes_text on notes (text); begin');
    const add = file.prepare('insert into notes values (?)');
    for (let index = 0; index < 2_000; index += 1) add.run(`note ${hash('sha1', `${index}`)}${'x'.repeat(index % 60)}`);
    file.exec('delete from notes where rowid % 3 > 0; commit');
    const notesInPages = async () => {
      await backup(file, copy);
      return notesIn(copy);
    };
    await erase(HOUR + MINUTE);
    // The same thirteen in each run. If there are none, SQLite erases them itself, and `eraseRemnants` is not needed.
    expect(await notesInPages()).toBeGreaterThan(666);
    expect((await runCommand('backup', [made], { DATABASE_URL: `sqlite:${path}` })).code).toBe(0);
    expect(notesIn(made)).toBe(666);
    await erase(2 * HOUR + MINUTE);
    expect(await notesInPages()).toBe(666);
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

test('a command that ends leaves no deleted data in the write-ahead log of a server (X-669)', async () => {
  const path = aPath();
  await open(path);
  const command = await openDatabase(path);
  await command.deleteFrom('events').execute();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await command.destroy();
  expect(statSync(`${path}-wal`).size).toBe(0);
});

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
