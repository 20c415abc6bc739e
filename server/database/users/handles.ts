import { FORMER_HANDLES_LIMIT, HANDLE_DAYS } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import type { Database, Transaction } from '../open.ts';
import type { UserRow } from '../tables.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Gives the user a handle, and keeps their last one for `HANDLE_DAYS`; a word answers why nothing was changed. Begins a
 * write of theirs.
 */
export async function takeHandle(
  transaction: Transaction,
  userId: string,
  handle: string,
  now: Date,
): Promise<'handle-taken' | 'limit-reached' | undefined> {
  const keptSince = new Date(now.getTime() - HANDLE_DAYS * DAY).toISOString();
  const own = await transaction
    .selectFrom('handles')
    .select(['handle', 'left_at'])
    .where('user_id', '=', userId)
    .execute();
  // Each keeps others out, so nobody may collect them.
  const left = own.filter((row) => row.handle !== handle && (row.left_at === null || row.left_at > keptSince));
  if (left.length > FORMER_HANDLES_LIMIT) return 'limit-reached';
  // One statement, so that of two users at once one gets it, and none slips in while its user leaves it.
  const taken = await transaction
    .insertInto('handles')
    .values({ handle, user_id: userId, left_at: null })
    .onConflict((conflict) =>
      conflict
        .column('handle')
        .doUpdateSet({ user_id: userId, left_at: null })
        .where((row) => row.or([row('handles.user_id', '=', userId), row('handles.left_at', '<=', keptSince)])),
    )
    .returning('handle')
    .executeTakeFirst();
  if (!taken) return 'handle-taken';
  await leaveHandle(transaction, userId, now, handle);
  return undefined;
}

/** Within a write of this user: they have no handle but the `next` one, and nobody else gets the last for a while. */
export async function leaveHandle(transaction: Transaction, userId: string, now: Date, next = ''): Promise<void> {
  await transaction
    .updateTable('handles')
    .set('left_at', now.toISOString())
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where('handle', '!=', next)
    .execute();
}

/** The latest come first. */
export async function listFormerHandles(
  database: Database,
  userId: string,
): Promise<Array<{ handle: string; left_at: string }>> {
  const rows = await database
    .selectFrom('handles')
    .select(['handle', 'left_at'])
    .where('user_id', '=', userId)
    .where('left_at', 'is not', null)
    .orderBy('left_at', 'desc')
    .execute();
  return rows.map(({ handle, left_at }) => ({ handle, left_at: left_at ?? '' }));
}

/** What a card and badges show of a user. */
export type Shown = Pick<UserRow, 'name' | 'course_module'> & {
  technologies: Array<Pick<Technology, 'title' | 'status'>>;
};

/** For whom `readPublicProfile` finds. With a title, its technologies: case and accents make no difference. */
export async function readShown(database: Database, handle: string, title?: string): Promise<Shown | undefined> {
  const wanted = title === undefined ? undefined : searchKey(title);
  const rows = await database
    .selectFrom('handles')
    .innerJoin('users', 'users.id', 'handles.user_id')
    .leftJoin('technologies', (join) => {
      const own = join.onRef('technologies.user_id', '=', 'users.id').on('technologies.deleted_at', 'is', null);
      return wanted === undefined ? own : own.on('technologies.search_key', '=', wanted);
    })
    .select(['users.name', 'users.course_module', 'technologies.title', 'technologies.status'])
    .where('handles.handle', '=', handle)
    .where('users.visibility', '=', 'public')
    .where('users.locked_at', 'is', null)
    .orderBy('technologies.sequence')
    .execute();
  const [user] = rows;
  if (!user) return undefined;
  const technologies = rows.flatMap(({ title: own, status }) =>
    own === null || status === null ? [] : [{ title: own, status }],
  );
  return { name: user.name, course_module: user.course_module, technologies };
}
