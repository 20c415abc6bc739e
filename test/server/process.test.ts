import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { KNOWN_MIGRATIONS } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { aPerson } from '../helpers/make.ts';
import { ServerProcess, signUp } from '../helpers/server-process.ts';

test('a process logs only JSON to stdout, and sends all open responses before it stops', async () => {
  const server = new ServerProcess({ DATABASE_URL: await aDatabaseUrl(), LOG_LEVEL: 'debug' });
  const address = await server.ready();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const requests = () => server.out.split('"incoming request"').length - 1;
  const before = requests();
  // More than it hashes in parallel, but few enough for a slow machine to finish in five seconds.
  const answers = Array.from({ length: 8 }, () => signUp(address));
  await expect.poll(() => requests() - before).toBe(8);
  server.child.kill('SIGTERM');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
  expect(await server.ended).toEqual([0, null]);
  const lines = server.out.trim().split('\n');
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toEqual(expect.arrayContaining(['listening', 'stopping']));
});

test('three processes start on an empty database, migrate it once, and share it', async () => {
  const url = await aDatabaseUrl();
  const servers = Array.from({ length: 3 }, () => new ServerProcess({ DATABASE_URL: url }));
  const addresses = await Promise.all(servers.map((server) => server.ready()));
  const person = aPerson();
  const answers = await Promise.all(addresses.map((address) => signUp(address, person)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).database);
  const migrations = await database.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  await database.destroy();
  expect(migrations.map(({ name }) => name)).toEqual(KNOWN_MIGRATIONS);
  for (const server of servers) server.child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => [0, null]));
});
