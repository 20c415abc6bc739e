import { RESET_HOURS } from '#contract/limits.ts';
import { inBatches } from '../statements/batches.ts';
import { laterOf } from '../statements/monotonic-time.ts';
import type { Database, Transaction } from '../open.ts';
import type { UserRow } from '../tables.ts';
import { lockUser } from '../statements/write-as.ts';
import { addEvents, type NewEvent } from './events.ts';

const HOUR = 60 * 60_000;

/**
 * Replaces the user's last link. False when the account is locked or gone, or has another e-mail than `email` by now: that is
 * where the link goes.
 */
export function addPasswordReset(
  database: Database,
  { userId, tokenHash, email }: { userId: string; tokenHash: string; email?: string | undefined },
  event: NewEvent,
  now: Date,
): Promise<boolean> {
  const row = { token_hash: tokenHash, expires_at: new Date(now.getTime() + RESET_HOURS * HOUR).toISOString() };
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUnlocked(transaction, userId, email))) return false;
    await transaction
      .insertInto('password_resets')
      .values({ ...row, user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

/** Whose link this is; undefined when it does not work, or no longer. */
export function readPasswordReset(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<Pick<UserRow, 'id' | 'name' | 'email'> | undefined> {
  return database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .where('users.locked_at', 'is', null)
    .executeTakeFirst();
}

/** Ends every session. False when the link was used meanwhile. */
export function resetPassword(
  database: Database,
  { userId, tokenHash, passwordHash }: { userId: string; tokenHash: string; passwordHash: string },
  event: NewEvent,
  now: Date,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockUnlocked(transaction, userId))) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await transaction
      .updateTable('users')
      .set('password_hash', passwordHash)
      .set('updated_at', laterOf('updated_at', now))
      .where('id', '=', userId)
      .execute();
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

/** Within a write of this user: a link that was made before must not undo what they do now. */
export async function dropPasswordReset(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Before the e-mail is changed: a link that was mailed to the old address must not open the account any more. */
export async function dropResetOfOldEmail(transaction: Transaction, userId: string, emailKey: string): Promise<void> {
  const keepsEmail = transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_key', '=', emailKey);
  await transaction
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where((reset) => reset.not(reset.exists(keepsEmail)))
    .execute();
}

export async function sweepPasswordResets(database: Database, now: Date): Promise<void> {
  await inBatches((size) =>
    database
      .deleteFrom('password_resets')
      .where('token_hash', 'in', (reset) =>
        reset
          .selectFrom('password_resets')
          .select('token_hash')
          .where('expires_at', '<=', now.toISOString())
          .limit(size)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst(),
  );
}

async function lockUnlocked(transaction: Transaction, userId: string, email?: string): Promise<boolean> {
  if (!(await lockUser(transaction, userId))) return false;
  const user = await transaction
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  return user !== undefined && (email === undefined || user.email === email);
}
