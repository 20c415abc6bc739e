import { expect, test } from 'vitest';
import type { PublicUser } from '#contract/user.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { endOf, runCommand, startCommand } from '../helpers/database/command.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { startServer } from '../helpers/start-server.ts';

const FULL = 'The database already contains users: set DATABASE_URL to an empty one.\n';

test('of two concurrent seeds one succeeds, the other finds users', async () => {
  const settings = { DATABASE_URL: await aDatabaseUrl() };
  const seed = () => endOf(startCommand('seed', ['--users', '300'], { settings }));
  const ended = await Promise.all([seed(), seed()]);
  expect(ended.toSorted((one, other) => Number(one.code) - Number(other.code))).toEqual([
    { code: 0, out: expect.stringMatching(/^300 users/), err: expect.anything() },
    { code: 1, out: '', err: FULL },
  ]);
});

test('the seed creates users who can log in, only once', async () => {
  const DATABASE_URL = await aDatabaseUrl();
  const seed = (users: string) => runCommand('seed', ['--users', users, '--techs', '3'], { DATABASE_URL });
  const { out } = await seed('300');
  const [, password = '', email = ''] =
    /^300 users, all with the password (\S+)\. Log in as (\S+)\.\n$/.exec(out) ?? [];
  expect(await seed('5')).toEqual({ code: 1, out: '', err: FULL });

  const server = await startServer({ database: await openDatabase(readConfig({ DATABASE_URL }).database) });
  const { body: listed } = await server.ask<PublicUser[]>('GET', '/users?tech=html&perPage=100');
  expect(listed.length).toBeGreaterThan(30);
  for (const { techs } of listed) {
    expect(techs).toHaveLength(3);
    expect(techs.some(({ title }) => title.startsWith('HTML'))).toBe(true);
  }
  const { users } = await server.rows();
  expect(users).toHaveLength(300);
  await server.logIn({ email, password });
  // The numbers that the database gives go on after those of the seed.
  await server.signUp();
});
