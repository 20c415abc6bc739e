import { describe, expect, test } from 'vitest';
import { lockUser } from '../../../server/database/writing/writer.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

/** A server with one connection at a time, whose questions are counted. */
async function start(pool = 1) {
  const url = await makeDatabase('migrated');
  const proxy = await Proxy.to(url);
  const server = await startServer({ database: await openDatabase(proxy.url, { pool }) });
  const someone = await server.signUp();
  const { token } = someone;
  const ask = (path: string, body: object) => server.ask<{ id: string }>('POST', path, { token, body });
  const add = (title: string) => ask('/users/techs', aTechnology({ title }));
  const addWork = () => ask('/users/works', { title: 'Agenda', description: 'Contatos.', deploy_url: 'https://a.br' });
  return { server, proxy, someone, add, addWork, name: new URL(url).pathname.slice(1) };
}

describe('an addition', () => {
  test('waits for the server twice: for its session, and for all that it writes (X-430)', async () => {
    const { proxy, add } = await start();
    await add('HTML');
    const before = proxy.asked;
    expect(await add('CSS')).toMatchObject({ status: 201 });
    expect(proxy.asked - before).toBe(2);
  });

  test('that is refused leaves a connection that still knows its statements, and nothing written (X-431)', async () => {
    const { server, proxy, someone, add } = await start();
    await add('HTML');
    // New connections have prepared nothing yet.
    proxy.cut();
    await expect.poll(async () => (await add('html')).status).toBe(409);
    expect(await add('CSS')).toMatchObject({ status: 201 });
    expect(await add('css')).toMatchObject({ status: 409 });
    const { technologies, level_changes } = await server.rowsOf(someone);
    expect([technologies.length, level_changes.length]).toEqual([2, 2]);
    expect(proxy.connections).toBe(1);
  });

  test('that waits for its turn while its session ends is refused, and changes nothing (X-432)', async () => {
    const { server, someone, add, name } = await start(2);
    const { user } = someone;
    const waiting = await server.database.transaction().execute(async (transaction) => {
      await lockUser(transaction, user.id);
      await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      const added = add('HTML');
      const inLine = `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await asOwner(inLine)).length).toBe(1);
      return [added];
    });
    expect(await waiting[0]).toMatchObject({ status: 401 });
    const { technologies, level_changes } = await server.rowsOf(someone);
    expect([technologies, level_changes]).toEqual([[], []]);
  });
});

test('another write begins with what it asks first (X-430)', async () => {
  const { proxy, addWork } = await start();
  await addWork();
  const before = proxy.asked;
  expect(await addWork()).toMatchObject({ status: 201 });
  // Its session; the beginning, with the lock; how many there are; the row, written and read; the end.
  expect(proxy.asked - before).toBe(6);
});
