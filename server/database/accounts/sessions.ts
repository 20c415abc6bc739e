import { SESSION_DAYS } from '#contract/limits.ts';
import type { Database, Transaction } from '../open.ts';
import { addEvents, type NewEvent } from './events.ts';
import { deletePasswordResets } from './password-resets.ts';
import { prepared } from '../statements/prepared.ts';
import { sweep } from '../statements/sweep.ts';
import { DAY, MINUTE, notBefore, timeAfter } from '../statements/time.ts';
import { lockActiveUser, type Writer, writeAs } from '../statements/write-as.ts';

// Milliseconds between updates of `last_used_at`: without it, each request would write.
const touchInterval = (idle: number) => Math.min(15 * MINUTE, idle / 10);
const SESSIONS_LIMIT = 20;
const USER_AGENT_LIMIT = 120;

type Login = { userId: string; passwordHash: string };
type NewSession = { tokenHash: string; ipPrefix: string | null; userAgent: string | null; event: NewEvent };

export function addSession(database: Database, { userId, passwordHash }: Login, session: NewSession, now: Date) {
  return database.transaction().execute(async (transaction) => {
    // Without the lock, concurrent logins could exceed the limit, and a password change could miss this session.
    const user = await lockActiveUser(transaction, userId);
    if (user?.password_hash !== passwordHash) return false;
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', 'not in', (others) =>
        others
          .selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('token_hash')
          .limit(SESSIONS_LIMIT - 1),
      )
      .execute();
    await transaction
      .insertInto('sessions')
      .values({
        token_hash: session.tokenHash,
        user_id: userId,
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: timeAfter(now, SESSION_DAYS * DAY),
        ip_prefix: session.ipPrefix,
        user_agent: session.userAgent?.slice(0, USER_AGENT_LIMIT) ?? null,
      })
      .execute();
    await addEvents(transaction, userId, [session.event], now);
    return true;
  });
}

export async function sweepSessions(database: Database, now: Date, idle: number): Promise<void> {
  await sweep(database, 'sessions', 'expires_at', now.toISOString());
  await sweep(database, 'sessions', 'last_used_at', timeAfter(now, -idle));
}

type SessionQuery = { tokenHash: string; now: string; usedSince: string };

const findSession = prepared('read-session', (database, { tokenHash, now, usedSince }: SessionQuery) =>
  database
    .selectFrom('sessions')
    .select(['user_id', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', usedSince),
);

/** Undefined if expired, or unused for `idle` milliseconds. A `stale` session needs `touchSession`. */
export async function readSession(database: Database, tokenHash: string, now: Date, idle: number) {
  const values = { tokenHash, now: now.toISOString(), usedSince: timeAfter(now, -idle) };
  const [row] = await findSession(database, values);
  return row && { userId: row.user_id, stale: row.last_used_at <= timeAfter(now, -touchInterval(idle)) };
}

export async function touchSession(database: Database, tokenHash: string, now: Date): Promise<void> {
  await database
    .updateTable('sessions')
    .set('last_used_at', notBefore('last_used_at', now))
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function removeSession(database: Database, writer: Writer): Promise<void> {
  await writeAs(database, writer, (transaction) =>
    transaction.deleteFrom('sessions').where('token_hash', '=', writer.tokenHash).execute(),
  );
}

export async function removeOtherSessions(database: Database, writer: Writer, event: NewEvent, now: Date) {
  await writeAs(database, writer, async (transaction) => {
    await endOtherSessions(transaction, writer);
    await addEvents(transaction, writer.userId, [event], now);
  });
}

/** Needs the user's lock. Also deletes the reset links, which could open another session. */
export async function endOtherSessions(transaction: Transaction, { userId, tokenHash }: Writer): Promise<void> {
  await deletePasswordResets(transaction, userId);
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute();
}

export function selectSessions(database: Database, userId: string, now: Date, idle: number) {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', timeAfter(now, -idle))
    .orderBy('created_at')
    .orderBy('token_hash');
}
