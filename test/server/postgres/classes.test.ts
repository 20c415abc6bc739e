import { expect, test } from 'vitest';
import type { Class, ClassWithRoster } from '#contract/class.ts';
import { CLASS_MEMBERS_LIMIT } from '#contract/limits.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { asOwner, makeDatabase } from '../../helpers/database/postgres.ts';
import { Proxy } from '../../helpers/database/proxy.ts';
import { type SignedIn, startServer, statusesOf } from '../../helpers/start-server.ts';

const url = await makeDatabase('migrated');
// Without time limits, which a slow machine could exceed.
const open = () => openDatabase(url, { connectTimeOut: 60_000, timeOuts: false });

async function signUp(count: number, server: Awaited<ReturnType<typeof startServer>>) {
  const people: SignedIn[] = [];
  while (people.length < count) people.push(await server.signUp());
  return people;
}

function waitingIn(database: string): string {
  const name = new URL(database).pathname.slice(1);
  return `select 1 from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`;
}

test('thirty students join concurrently on two instances, at most to the cap, without a deadlock (X-713)', async () => {
  const instances = [
    await startServer({ database: await open() }),
    await startServer({ database: await open() }),
  ] as const;
  const [teacher, ...students] = (await signUp(31, instances[0])) as [SignedIn, ...SignedIn[]];
  const opened = await instances[0].openClass(teacher.token);
  await instances[0].fillClass(opened, CLASS_MEMBERS_LIMIT - 20);
  const body = { code: opened.code };
  const joins = students.flatMap(({ token }) =>
    instances.map((server) => server.ask<Class>('POST', '/classes/join', { token, body })),
  );
  expect(new Set(statusesOf(await Promise.all(joins)))).toEqual(new Set([200, 409]));
  const { roster } = (await instances[1].ask<ClassWithRoster>('GET', `/classes/${opened.id}`, teacher)).body;
  const members = new Set(roster.map(({ id }) => id));
  expect([roster.length, members.size]).toEqual([CLASS_MEMBERS_LIMIT, CLASS_MEMBERS_LIMIT]);
  expect(students.filter(({ user }) => members.has(user.id))).toHaveLength(20);

  // They delete their accounts together, and each other's classes with them.
  const classes = await Promise.all(students.slice(0, 8).map(({ token }) => instances[0].openClass(token)));
  for (const each of classes) for (const { token } of students.slice(0, 8)) await instances[0].joinClass(token, each);
  const removals = [teacher, ...students].map(({ token, user }, index) =>
    instances[index % 2 === 0 ? 0 : 1].ask('DELETE', `/users/${user.id}`, { token }),
  );
  expect(new Set(statusesOf(await Promise.all(removals)))).toEqual(new Set([204]));
  for (const server of instances) await server.app.close();
  await Promise.all(instances.map(({ database }) => database.destroy()));
  const name = new URL(url).pathname.slice(1);
  // Connections report their deadlocks when they end.
  expect(await asOwner(`select deadlocks::int from pg_stat_database where datname = '${name}'`)).toEqual([
    { deadlocks: 0 },
  ]);
});

test('concurrent joins of a class wait for and count each other (X-712)', async () => {
  const own = await makeDatabase('migrated');
  const server = await startServer({ database: await openDatabase(own, { connectTimeOut: 60_000, timeOuts: false }) });
  const [teacher, first, second] = (await signUp(3, server)) as [SignedIn, SignedIn, SignedIn];
  const opened = await server.openClass(teacher.token);
  await server.fillClass(opened, CLASS_MEMBERS_LIMIT - 1);
  const [joining] = await server.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('classes').select('id').where('id', '=', opened.id).forUpdate().execute();
    const times = { joined_at: opened.created_at, avatar_name: opened.id };
    const member = { class_id: opened.id, user_id: first.user.id, ...times };
    await transaction.insertInto('class_members').values(member).execute();
    const joins = server.ask('POST', '/classes/join', { token: second.token, body: { code: opened.code } });
    await expect.poll(async () => (await asOwner(waitingIn(own))).length).toBe(1);
    // In a list, because a promise would be awaited here.
    return [joins];
  });
  expect(await joining).toMatchObject({ status: 409, body: { code: 'class-full' } });
});

test('the deletion of an account waits for a lock on one of its classes (X-713)', async () => {
  const own = await makeDatabase('migrated');
  const server = await startServer({ database: await openDatabase(own, { connectTimeOut: 60_000, timeOuts: false }) });
  const [teacher, student] = (await signUp(2, server)) as [SignedIn, SignedIn];
  const opened = await server.openClass(teacher.token);
  await server.joinClass(student.token, opened);
  const [removal] = await server.database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('classes').select('id').where('id', '=', opened.id).forUpdate().execute();
    const asked = server.ask('DELETE', `/users/${student.user.id}`, { token: student.token });
    await expect.poll(async () => (await asOwner(waitingIn(own))).length).toBe(1);
    return [asked];
  });
  expect((await removal)?.status).toBe(204);
});

test('a small class is read in six round trips, with two for the session', async () => {
  const proxy = await Proxy.to(await makeDatabase('migrated'));
  const server = await startServer({ database: await openDatabase(proxy.url, { pool: 1, connectTimeOut: 60_000 }) });
  const [teacher, ...students] = (await signUp(4, server)) as [SignedIn, ...SignedIn[]];
  const opened = await server.openClass(teacher.token);
  for (const { token } of students) {
    await server.addTechnology(token);
    await server.joinClass(token, opened);
  }
  for (const path of [`/classes/${opened.id}`, `/classes/${opened.id}/members.csv`]) {
    // The first prepares the statement.
    await server.ask('GET', path, teacher);
    const before = proxy.asked;
    expect((await server.ask('GET', path, teacher)).status).toBe(200);
    expect(proxy.asked - before).toBe(6);
  }
});
