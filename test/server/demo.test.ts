import { expect, test } from 'vitest';
import type { Class, ClassWithRoster } from '#contract/class.ts';
import type { PublicUser } from '#contract/user.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { runCommand } from '../helpers/database/command.ts';
import { aDatabaseUrl } from '../helpers/database/test-database.ts';
import { startServer } from '../helpers/start-server.ts';

test('the demo adds three people with pages, photos and histories, and their teacher, once', async () => {
  const DATABASE_URL = await aDatabaseUrl();
  await runCommand('seed', ['--users', '5'], { DATABASE_URL });
  const { out } = await runCommand('demo', [], { DATABASE_URL });
  const people = [...out.matchAll(/^(\S+@\S+)\t(\S+)\t\/u\/(\S+)$/gm)];
  expect(people).toHaveLength(3);
  const err = expect.stringMatching(/^The database already contains \S+@\S+: .*`npm run admin -- delete \S+`.*\n$/);
  expect(await runCommand('demo', [], { DATABASE_URL })).toEqual({ code: 1, out: '', err });

  const server = await startServer({ database: await openDatabase(readConfig({ DATABASE_URL }).database) });
  const { body: withGit } = await server.ask<PublicUser[]>('GET', '/users?tech=git&perPage=100');
  for (const [, email = '', password = '', handle = ''] of people) {
    expect((await server.ask('GET', `/u/${handle}`)).status).toBe(200);
    expect(withGit.map((user) => user.handle)).toContain(handle);
    const { token, user } = await server.logIn({ email, password });
    expect(user.avatar_url).toMatch(/\.webp$/);
    expect(user.techs.length).toBeGreaterThanOrEqual(12);
    expect(user.techs.length).toBeLessThanOrEqual(20);
    expect(user.works.some(({ pinned }) => pinned)).toBe(true);
    expect(user.works.every(({ technologies }) => technologies.length > 0)).toBe(true);
    const { body: history } = await server.ask<Array<{ at: string }>>('GET', '/profile/history', { token });
    expect(history.length).toBeGreaterThan(user.techs.length);
    expect(Date.now() - Date.parse(history[0]?.at ?? '')).toBeGreaterThan(100 * 24 * 60 * 60_000);
  }
  const [, email = '', password = ''] = /^(helena-prado@\S+)\t(\S+)\tHelena Prado, Turma 12$/m.exec(out) ?? [];
  const teacher = await server.logIn({ email, password });
  const { body: classes } = await server.ask<Class[]>('GET', '/classes', teacher);
  expect(classes).toMatchObject([{ name: 'Turma 12', role: 'teacher', members: 3 }]);
  const { body: opened } = await server.ask<ClassWithRoster>('GET', `/classes/${classes[0]?.id}`, teacher);
  expect(opened.roster.map(({ handle }) => handle)).toEqual(people.map(([, , , handle]) => handle));
  await server.signUp();
});
