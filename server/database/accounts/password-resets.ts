import { RESET_HOURS } from '#contract/limits.ts';
import type { Database, Transaction } from '../open.ts';
import { sweep } from '../statements/sweep.ts';
import { HOUR, notBefore, timeAfter } from '../statements/time.ts';
import { lockActiveUser } from '../statements/write-as.ts';
import { addEvents, type NewEvent } from './events.ts';

type Reset = { userId: string; tokenHash: string };
type NewReset = Reset & { emailKey?: string };

export function addPasswordReset(database: Database, reset: NewReset, event: NewEvent, now: Date): Promise<boolean> {
  const { userId, tokenHash, emailKey } = reset;
  const row = { token_hash: tokenHash, user_id: userId, expires_at: timeAfter(now, RESET_HOURS * HOUR) };
  return database.transaction().execute(async (transaction) => {
    const user = await lockActiveUser(transaction, userId);
    if (!user || (emailKey !== undefined && user.email_key !== emailKey)) return false;
    // Anybody can request a mail, which must not revoke a link that the user is about to open.
    if (emailKey === undefined) await deletePasswordResets(transaction, userId);
    await transaction.insertInto('password_resets').values(row).execute();
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

export function readPasswordReset(database: Database, tokenHash: string, now: Date) {
  return database
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .where('users.locked_at', 'is', null)
    .executeTakeFirst();
}

export function resetPassword(database: Database, reset: Reset & { passwordHash: string }, event: NewEvent, now: Date) {
  const { userId, tokenHash, passwordHash } = reset;
  return database.transaction().execute(async (transaction) => {
    if (!(await lockActiveUser(transaction, userId))) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('password_resets')
      .where('token_hash', '=', tokenHash)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await deletePasswordResets(transaction, userId);
    await transaction
      .updateTable('users')
      .set('password_hash', passwordHash)
      .set('updated_at', notBefore('updated_at', now))
      .where('id', '=', userId)
      .execute();
    await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await addEvents(transaction, userId, [event], now);
    return true;
  });
}

/** Needs the user's lock. Older links must not undo the change that calls this. */
export async function deletePasswordResets(transaction: Transaction, userId: string): Promise<void> {
  await transaction.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export function sweepPasswordResets(database: Database, now: Date): Promise<void> {
  return sweep(database, 'password_resets', 'expires_at', now.toISOString());
}
