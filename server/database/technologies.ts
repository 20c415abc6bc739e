import { randomUUID } from 'node:crypto';
import { TECHNOLOGIES_LIMIT } from '#contract/technology.ts';
import type { Technology, TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import type { Database } from './connect.ts';
import { UniqueViolation } from './failures.ts';
import { laterOf } from './times.ts';

const TECHNOLOGY = ['id', 'title', 'status', 'created_at', 'updated_at'] as const;

// Two titles are the same technology when they differ in case, or in how an accent is encoded, only.
function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** In the order they were added. */
export function listTechnologies(database: Database, ownerId: string): Promise<Technology[]> {
  return database
    .selectFrom('technologies')
    .select(TECHNOLOGY)
    .where('user_id', '=', ownerId)
    .orderBy('sequence')
    .execute();
}

/** The limit is counted by the statement that inserts, so requests at the same time cannot pass it together. */
export async function addTechnology(
  database: Database,
  ownerId: string,
  { title, status }: TechnologyInput,
  now: Date,
): Promise<Technology | 'technology-taken' | 'limit-reached'> {
  const time = now.toISOString();
  try {
    const added = await database
      .insertInto('technologies')
      .columns(['id', 'user_id', 'title', 'title_key', 'status', 'created_at', 'updated_at'])
      .expression(
        database
          .selectNoFrom((row) => [
            row.val(randomUUID()).as('id'),
            row.val(ownerId).as('user_id'),
            row.val(title).as('title'),
            row.val(titleKey(title)).as('title_key'),
            row.val(status).as('status'),
            row.val(time).as('created_at'),
            row.val(time).as('updated_at'),
          ])
          .where(
            (row) =>
              row
                .selectFrom('technologies')
                .select((counted) => counted.fn.countAll<number>().as('count'))
                .where('user_id', '=', ownerId),
            '<',
            TECHNOLOGIES_LIMIT,
          ),
      )
      .returning(TECHNOLOGY)
      .executeTakeFirst();
    return added ?? 'limit-reached';
  } catch (error) {
    if (error instanceof UniqueViolation) return 'technology-taken';
    throw error;
  }
}

/** Undefined when the person owns no technology with that id: another's is as good as none. */
export async function changeTechnology(
  database: Database,
  ownerId: string,
  id: string,
  change: TechnologyChange,
  now: Date,
): Promise<Technology | 'technology-taken' | undefined> {
  const { title, status } = change;
  const columns = {
    ...(title === undefined ? {} : { title, title_key: titleKey(title) }),
    ...(status === undefined ? {} : { status }),
  };
  if (Object.keys(columns).length === 0) return readTechnology(database, ownerId, id);
  try {
    return await database
      .updateTable('technologies')
      .set(columns)
      .set('updated_at', laterOf('updated_at', now))
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .returning(TECHNOLOGY)
      .executeTakeFirst();
  } catch (error) {
    if (error instanceof UniqueViolation) return 'technology-taken';
    throw error;
  }
}

function readTechnology(database: Database, ownerId: string, id: string): Promise<Technology | undefined> {
  return database
    .selectFrom('technologies')
    .select(TECHNOLOGY)
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
}

/** False when the person owns no technology with that id: another's is as good as none. */
export async function removeTechnology(database: Database, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('technologies')
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
