import { describe, expect, test } from 'vitest';
import { lockUser } from '../../../server/database/statements/write-as.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { aTechnology } from '../../helpers/make.ts';
import { startServer } from '../../helpers/start-server.ts';

/** A server whose round trips to the database are counted. */
async function start(pool = 1) {
  const url = await makeDatabase('migrated');
  const proxy = await Proxy.to(url);
  const server = await startServer({ database: await openDatabase(proxy.url, { pool, connectTimeOut: 60_000 }) });
  const someone = await server.signUp();
  const { token } = someone;
  const add = (title: string) => server.ask('POST', '/users/techs', { token, body: aTechnology({ title }) });
  return { server, proxy, someone, add, name: new URL(url).pathname.slice(1) };
}

describe('adding a technology', () => {
  test('takes two round trips, adding a work six, or seven if its user is public', async () => {
    const { server, proxy, someone, add } = await start();
    const addWork = () => server.addWork(someone.token);
    const tripsOf = async (act: () => Promise<unknown>) => {
      const before = proxy.asked;
      await act();
      return proxy.asked - before;
    };
    // The first of each prepares its statements.
    await add('HTML');
    await addWork();
    let added = 0;
    const addNext = () => add(`CSS ${(added += 1)}`);
    // Again on a slow machine, where a request that has waited reads its session twice.
    // One for the session, and one for everything that is written.
    await expect.poll(() => tripsOf(addNext)).toBe(2);
    // The session; the beginning with the lock; the count; the row, written and read; the end.
    await expect.poll(() => tripsOf(addWork)).toBe(6);
    await server.ask('PUT', '/profile', { token: someone.token, body: { visibility: 'public' } });
    await addWork();
    // The rank.
    await expect.poll(() => tripsOf(addWork)).toBe(7);
    expect((await server.rowsOf(someone)).technologies).toHaveLength(1 + added);
  });

  test('writes nothing when refused, and its connection stays usable (X-431)', async () => {
    const { server, proxy, someone, add } = await start();
    await add('HTML');
    // A new connection has prepared no statement yet.
    proxy.cut();
    await expect.poll(async () => (await add('html')).status).toBe(409);
    expect((await add('CSS')).status).toBe(201);
    expect((await add('css')).status).toBe(409);
    const { technologies, level_changes } = await server.rowsOf(someone);
    expect([technologies.length, level_changes.length]).toEqual([2, 2]);
    expect(proxy.connections).toBe(1);
  });

  test('is refused when its session ends while it waits for its turn (X-432)', async () => {
    const { server, someone, add, name } = await start(2);
    const { user } = someone;
    const [adding] = await server.database.transaction().execute(async (transaction) => {
      await lockUser(transaction, user.id);
      await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      const added = add('HTML');
      const waiting = `select 1 from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await asOwner(waiting)).length).toBe(1);
      // In a list, because a promise would be awaited here.
      return [added];
    });
    expect((await adding)?.status).toBe(401);
    const { technologies, level_changes } = await server.rowsOf(someone);
    expect([technologies, level_changes]).toEqual([[], []]);
  });
});

test('an export reads all but the profile in one round trip (X-625)', async () => {
  const { server, proxy, someone } = await start();
  const tripsOfExport = async () => {
    const before = proxy.asked;
    expect((await server.ask('GET', '/profile/export', { token: someone.token })).status).toBe(200);
    return proxy.asked - before;
  };
  await tripsOfExport();
  // The session; the lock, the recent events and the end; the session again; the profile; the rest.
  await expect.poll(tripsOfExport).toBe(7);
});
