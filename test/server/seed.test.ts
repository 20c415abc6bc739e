import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { runCommand } from '../helpers/database/command.ts';
import { ServerProcess, signUp } from '../helpers/server-process.ts';

describe('the seed', async () => {
  const url = await aDatabaseUrl();
  const open = () => openDatabase(readConfig({ DATABASE_URL: url }).database);

  test('fills a database with users who can log in, and others can sign up after them (X-230)', async () => {
    const { code, out } = await runCommand('seed', ['--users', '300', '--techs', '3'], { url });
    expect({ code, out }).toEqual({ code: 0, out: '300 users, all with the password senha123.\n' });

    const address = await new ServerProcess({ DATABASE_URL: url }).ready();
    const listed = await fetch(`${address}/users?tech=html&perPage=100`);
    const users = (await listed.json()) as Array<{ techs: Array<{ title: string }> }>;
    expect(users.length).toBeGreaterThan(30);
    for (const { techs } of users) {
      expect(techs).toHaveLength(3);
      expect(techs.filter(({ title }) => title.startsWith('HTML'))).not.toEqual([]);
    }
    const database = await open();
    const { email } = await database.selectFrom('users').select('email').limit(1).executeTakeFirstOrThrow();
    await database.destroy();
    const body = JSON.stringify({ email, password: 'senha123' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${address}/sessions`, { method: 'POST', headers, body })).status).toBe(200);
    expect((await signUp(address)).status).toBe(201);
  });

  test('changes nothing where there are people (X-230)', async () => {
    const again = await runCommand('seed', ['--users', '5', '--techs', '1'], { url });
    expect(again).toEqual({
      code: 1,
      out: '',
      err: 'There are people in this database: point DATABASE_URL at an empty one.\n',
    });
    const database = await open();
    // Those of the seed, and the one who has signed up.
    expect(await database.selectFrom('users').select('id').execute()).toHaveLength(301);
    await database.destroy();
  });
});
