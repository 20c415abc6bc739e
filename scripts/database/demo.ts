import { randomUUID } from 'node:crypto';
import { COURSE_MODULES, type Level, LEVELS } from '#contract/choices.ts';
import { CLASS_DAYS } from '#contract/limits.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { readConfig } from '../../server/config.ts';
import type { Row } from '../../server/database/bulk.ts';
import { randomCode } from '../../server/database/classes/classes.ts';
import { type Database, openDatabase, type Transaction } from '../../server/database/open.ts';
import { DAY, timeAfter } from '../../server/database/statements/time.ts';
import { updateListed } from '../../server/database/public-profiles/public-list.ts';
import type { TableName } from '../../server/database/tables.ts';
import { addUser, emailKey } from '../../server/database/users/users.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, runHere } from '../command.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoWork } from './demo-people.ts';
import { inOrder, technologyRow } from './fake-people.ts';
import { drawPortrait } from './portrait.ts';
import { PASSWORD } from './seed.ts';

const MONTH = 30.4 * DAY;
const TEACHER = { name: 'Helena Prado', handle: 'helena-prado', bio: 'Dou aula de programação.', class: 'Turma 12' };

export const demo = defineCommand({ usage: 'demo' }, async (_parsed, settings, { print }) => {
  const config = readConfig(settings);
  await using database = await openDatabase(config.database);
  await requireRoom(database);
  const passwordHash = await makePasswords({ pepper: config.pepper }).hash(PASSWORD);
  const portraits = await Promise.all(DEMO_PEOPLE.map(({ look }) => drawPortrait(look)));
  await database.transaction().execute(async (transaction) => {
    const students: string[] = [];
    for (const [index, person] of DEMO_PEOPLE.entries()) {
      const userId = await addOwner(transaction, person, passwordHash);
      for (const [table, rows] of Object.entries(rowsOf(userId, person, portraits[index]))) {
        await database.engine.bulk.append(transaction, table as TableName, rows);
      }
      await updateListed(transaction, { userId });
      students.push(userId);
    }
    await addDemoClass(transaction, students, passwordHash);
  });
  for (const person of DEMO_PEOPLE) print([emailOf(person), PASSWORD, `/u/${person.handle}`].join('\t'));
  print([emailOf(TEACHER), PASSWORD, `${TEACHER.name}, ${TEACHER.class}`].join('\t'));
});

async function requireRoom(database: Database): Promise<void> {
  const emails = [...DEMO_PEOPLE, TEACHER].map((person) => emailKey(emailOf(person)));
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

function emailOf({ handle }: Pick<DemoPerson, 'handle'>): string {
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

/** The teacher has no public page, and the class began a month ago. */
async function addDemoClass(transaction: Transaction, students: readonly string[], passwordHash: string) {
  const { name, handle, bio } = TEACHER;
  const user = { name, email: emailOf(TEACHER), bio, contact: `https://${handle}.example.com` };
  const opened = new Date(timeOf(1));
  const access = { passwordHash, visibility: 'private' } as const;
  const teacher_id = await addUser(transaction, { ...user, course_module: COURSE_MODULES[3] }, access, opened);
  const id = randomUUID();
  const times = { created_at: opened.toISOString(), ends_at: timeAfter(opened, CLASS_DAYS * DAY) };
  const row = { id, teacher_id, name: TEACHER.class, code: randomCode(), ...times };
  await transaction.insertInto('classes').values(row).execute();
  const members = students.map((user_id, index) => {
    return { class_id: id, user_id, avatar_name: randomUUID(), joined_at: timeOf(1 - 0.45 * index) };
  });
  await transaction.insertInto('class_members').values(members).execute();
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
