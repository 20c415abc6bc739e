import { randomUUID } from 'node:crypto';
import { type Level, LEVELS } from '#contract/choices.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { readConfig } from '../../server/config.ts';
import type { Row } from '../../server/database/bulk.ts';
import { type Database, openDatabase, type Transaction } from '../../server/database/open.ts';
import { updateListed } from '../../server/database/public-profiles/public-list.ts';
import type { TableName } from '../../server/database/tables.ts';
import { addUser, emailKey } from '../../server/database/users/users.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, runHere } from './command.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoWork } from './demo-people.ts';
import { inOrder, technologyRow } from './people.ts';
import { drawPortrait } from './portrait.ts';
import { PASSWORD } from './seed.ts';

const MONTH = 30.4 * 24 * 60 * 60_000;

export const demo = defineCommand({ usage: 'demo' }, async (_parsed, settings, { print }) => {
  const config = readConfig(settings);
  await using database = await openDatabase(config.database);
  await requireRoom(database);
  const passwordHash = await makePasswords({ pepper: config.pepper }).hash(PASSWORD);
  const portraits = await Promise.all(DEMO_PEOPLE.map(({ look }) => drawPortrait(look)));
  await database.transaction().execute(async (transaction) => {
    for (const [index, person] of DEMO_PEOPLE.entries()) {
      const userId = await addOwner(transaction, person, passwordHash);
      for (const [table, rows] of Object.entries(rowsOf(userId, person, portraits[index]))) {
        await database.engine.bulk.append(transaction, table as TableName, rows);
      }
      await updateListed(transaction, { userId });
    }
  });
  for (const person of DEMO_PEOPLE) print([emailOf(person), PASSWORD, `/u/${person.handle}`].join('\t'));
});

async function requireRoom(database: Database): Promise<void> {
  const emails = DEMO_PEOPLE.map((person) => emailKey(emailOf(person)));
  const handles = DEMO_PEOPLE.map(({ handle }) => handle);
  const known = await database
    .selectFrom('users')
    .leftJoin('handles', 'handles.user_id', 'users.id')
    .select('email')
    .where((user) => user.or([user('email_key', 'in', emails), user('handle', 'in', handles)]))
    .executeTakeFirst();
  if (known === undefined) return;
  throw new SetUpProblem(
    `The database already contains ${known.email}: set DATABASE_URL to another one, or start again after ` +
      `\`npm run admin -- delete ${known.email}\`.`,
  );
}

function emailOf({ handle }: DemoPerson): string {
  return `${handle}@example.com`;
}

async function addOwner(transaction: Transaction, person: DemoPerson, passwordHash: string): Promise<string> {
  const { name, handle, course_module, bio, technologies } = person;
  const user = { name, email: emailOf(person), bio, contact: `https://${handle}.example.com`, course_module };
  const firstDay = new Date(timeOf(Math.max(...Object.values(technologies).flat())));
  const userId = await addUser(transaction, user, { passwordHash, visibility: 'public' }, firstDay);
  await transaction.updateTable('users').set({ shows_history: 1 }).where('id', '=', userId).execute();
  return userId;
}

function rowsOf(user_id: string, person: DemoPerson, image: Uint8Array | undefined) {
  const technologies: ReturnType<typeof technologyRow>[] = [];
  const changes: Array<Row & { at: string }> = [];
  for (const [title, months] of Object.entries(person.technologies)) {
    const [created_at = '', ...later] = months.map(timeOf);
    const status = LEVELS[later.length] as Level;
    const row = technologyRow({
      user_id,
      title,
      status,
      created_at,
      updated_at: later.at(-1) ?? created_at,
    });
    technologies.push(row);
    for (const [index, at] of [created_at, ...later].entries()) {
      changes.push({ user_id, technology_id: row.id, title, status: LEVELS[index], at });
    }
  }
  const works = person.works.map((work) => workRow(user_id, person.handle, work));
  const links = person.works.flatMap(({ technologies: titles }, index) =>
    technologies
      .filter(({ title }) => titles.includes(title))
      .map(({ id }) => ({ user_id, work_id: works[index]?.id, technology_id: id })),
  );
  return {
    technologies,
    level_changes: inOrder(changes),
    works,
    work_technologies: links,
    handles: [{ handle: person.handle, user_id, left_at: null }],
    avatars: [{ user_id, name: randomUUID(), image }],
  } satisfies Partial<Record<TableName, Row[]>>;
}

function workRow(user_id: string, handle: string, { title, description, site, code, pinned, monthsAgo }: DemoWork) {
  const time = timeOf(monthsAgo);
  return {
    id: randomUUID(),
    user_id,
    title,
    description,
    deploy_url: `https://${site}.example.com`,
    repository_url: code === undefined ? null : `https://git.example.com/${handle}/${code}`,
    pinned: Number(pinned ?? false),
    created_at: time,
    updated_at: time,
  };
}

function timeOf(monthsAgo: number): string {
  return new Date(Date.now() - monthsAgo * MONTH).toISOString();
}

if (import.meta.main) await runHere(demo);
