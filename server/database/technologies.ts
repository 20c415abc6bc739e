import { randomUUID } from 'node:crypto';
import type { Technology, TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { TECHNOLOGIES_LIMIT, UNDO_MINUTES } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Database } from './open.ts';
import { UniqueViolation } from './failures.ts';
import { groupByOwner } from './owners.ts';
import { laterOf } from './times.ts';

const RESTORABLE_MS = UNDO_MINUTES * 60_000;

const TECHNOLOGY = ['id', 'title', 'status', 'created_at', 'updated_at'] as const;

// Two titles are the same technology when they differ in case, or in how an accent is encoded, only.
function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** The technologies of each of these people, in the order they were added. */
export async function listTechnologies(
  database: Database,
  ownerIds: readonly string[],
): Promise<Map<string, Technology[]>> {
  const rows = await database
    .selectFrom('technologies')
    .select(['user_id', ...TECHNOLOGY])
    .where('user_id', 'in', ownerIds)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
  return groupByOwner(rows);
}

// A part of the statements that must not pass the limit.
function countTechnologies(database: Database, ownerId: string) {
  return database
    .selectFrom('technologies')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null);
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
      .columns(['id', 'user_id', 'title', 'title_key', 'search_key', 'status', 'created_at', 'updated_at'])
      .expression(
        database
          .selectNoFrom((row) => [
            row.val(randomUUID()).as('id'),
            row.val(ownerId).as('user_id'),
            row.val(title).as('title'),
            row.val(titleKey(title)).as('title_key'),
            row.val(searchKey(title)).as('search_key'),
            row.val(status).as('status'),
            row.val(time).as('created_at'),
            row.val(time).as('updated_at'),
          ])
          .where((row) => row(countTechnologies(database, ownerId), '<', TECHNOLOGIES_LIMIT)),
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
    ...(title === undefined ? {} : { title, title_key: titleKey(title), search_key: searchKey(title) }),
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
      .where('deleted_at', 'is', null)
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
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Hides a technology, which can be restored for a minute; then `sweepTechnologies` takes it away for good. False when
 * the person owns no technology with that id: another's is as good as none.
 */
export async function removeTechnology(database: Database, ownerId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('technologies')
    .set('deleted_at', now.toISOString())
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Undoes a deletion, in the technology's old place. Undefined when the person has none of that id to restore. */
export async function restoreTechnology(
  database: Database,
  ownerId: string,
  id: string,
  now: Date,
): Promise<Technology | 'technology-taken' | 'limit-reached' | undefined> {
  try {
    return await database.transaction().execute(async (transaction) => {
      const restored = await transaction
        .updateTable('technologies')
        .set('deleted_at', null)
        .set('updated_at', laterOf('updated_at', now))
        .where('id', '=', id)
        .where('user_id', '=', ownerId)
        .where('deleted_at', '>', restorableSince(now))
        .where((row) => row(countTechnologies(transaction, ownerId), '<', TECHNOLOGIES_LIMIT))
        .returning(TECHNOLOGY)
        .executeTakeFirst();
      return restored ?? ((await isRestorable(transaction, ownerId, id, now)) ? 'limit-reached' : undefined);
    });
  } catch (error) {
    if (error instanceof UniqueViolation) return 'technology-taken';
    throw error;
  }
}

async function isRestorable(database: Database, ownerId: string, id: string, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('technologies')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .where('deleted_at', '>', restorableSince(now))
    .executeTakeFirst();
  return row !== undefined;
}

function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_MS).toISOString();
}

/** Takes away for good what can no longer be restored, anybody's. */
export async function sweepTechnologies(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('technologies').where('deleted_at', '<=', restorableSince(now)).execute();
}
