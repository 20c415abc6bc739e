import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { KNOWN_MIGRATIONS } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { aPerson } from '../helpers/make.ts';
import { ServerProcess, signUp } from '../helpers/server-process.ts';

const anyUrl = await aDatabaseUrl();

function start(environment: Record<string, string> = {}): ServerProcess {
  return new ServerProcess({ DATABASE_URL: anyUrl, ...environment });
}

describe('a start', () => {
  test('tells the address on standard error, last, and logs JSON lines alone on standard output', async () => {
    const server = start();
    const address = await server.ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    const lines = server.out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ msg }) => msg)).toEqual(['listening', 'stopping']);
  });
});

describe('a stop', () => {
  test('waits for the answers that are under way', async () => {
    const server = start({ LOG_LEVEL: 'debug' });
    const address = await server.ready();
    // More than are hashed at once, and few enough for a slow machine to answer in five seconds.
    const answers = Array.from({ length: 8 }, () => signUp(address));
    await expect.poll(() => server.out.split('incoming request').length).toBe(9);
    server.child.kill('SIGTERM');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array<number>(8).fill(201));
    expect(await server.ended).toEqual([0, null]);
  });
});

test('four processes start on one empty database at once, migrate it once, and then share it (X-243)', async () => {
  const url = await aDatabaseUrl();
  const servers = Array.from({ length: 4 }, () => start({ DATABASE_URL: url }));
  const addresses = await Promise.all(servers.map((server) => server.ready()));
  const ready = await Promise.all(addresses.map((address) => fetch(`${address}/readyz`)));
  expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const person = aPerson();
  const answers = await Promise.all(addresses.map((address) => signUp(address, person)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).database);
  const migrations = await database.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  await database.destroy();
  expect(migrations.map(({ name }) => name)).toEqual(KNOWN_MIGRATIONS);
  for (const server of servers) server.child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual(servers.map(() => [0, null]));
});
