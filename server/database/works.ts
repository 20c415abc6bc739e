import { randomUUID } from 'node:crypto';
import { WORKS_LIMIT } from '#contract/limits.ts';
import type { Work, WorkChange, WorkInput } from '#contract/work.ts';
import type { Database } from './open.ts';
import { groupByOwner } from './owners.ts';
import { laterOf } from './times.ts';

const WORK = ['id', 'title', 'description', 'deploy_url', 'created_at', 'updated_at'] as const;

/** The works of each of these people, in the order they were added. */
export async function listWorks(database: Database, ownerIds: readonly string[]): Promise<Map<string, Work[]>> {
  const rows = await database
    .selectFrom('works')
    .select(['user_id', ...WORK])
    .where('user_id', 'in', ownerIds)
    .orderBy('sequence')
    .execute();
  return groupByOwner(rows);
}

/** The limit is counted by the statement that inserts, so requests at the same time cannot pass it together. */
export async function addWork(
  database: Database,
  ownerId: string,
  { title, description, deploy_url }: WorkInput,
  now: Date,
): Promise<Work | 'limit-reached'> {
  const time = now.toISOString();
  const count = database
    .selectFrom('works')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', ownerId);
  const added = await database
    .insertInto('works')
    .columns(['id', 'user_id', 'title', 'description', 'deploy_url', 'created_at', 'updated_at'])
    .expression(
      database
        .selectNoFrom((row) => [
          row.val(randomUUID()).as('id'),
          row.val(ownerId).as('user_id'),
          row.val(title).as('title'),
          row.val(description).as('description'),
          row.val(deploy_url).as('deploy_url'),
          row.val(time).as('created_at'),
          row.val(time).as('updated_at'),
        ])
        .where((row) => row(count, '<', WORKS_LIMIT)),
    )
    .returning(WORK)
    .executeTakeFirst();
  return added ?? 'limit-reached';
}

/** Undefined when the person owns no work with that id: another's is as good as none. */
export async function changeWork(
  database: Database,
  ownerId: string,
  id: string,
  { title, description, deploy_url }: WorkChange,
  now: Date,
): Promise<Work | undefined> {
  const columns = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(deploy_url === undefined ? {} : { deploy_url }),
  };
  if (Object.keys(columns).length === 0) {
    const own = database.selectFrom('works').select(WORK).where('id', '=', id).where('user_id', '=', ownerId);
    return own.executeTakeFirst();
  }
  return database
    .updateTable('works')
    .set(columns)
    .set('updated_at', laterOf('updated_at', now))
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .returning(WORK)
    .executeTakeFirst();
}

/** False when the person owns no work with that id: another's is as good as none. */
export async function removeWork(database: Database, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('works')
    .where('id', '=', id)
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
