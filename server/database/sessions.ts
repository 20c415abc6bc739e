import { SESSION_DAYS, SESSION_IDLE_DAYS } from '#contract/limits.ts';
import type { Database } from './open.ts';
import type { SessionsTable } from './tables.ts';
import { laterOf } from './later-of.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const IDLE_LIMIT = SESSION_IDLE_DAYS * DAY;
const ABSOLUTE_LIMIT = SESSION_DAYS * DAY;
// Each use would otherwise turn a read into a write.
const TOUCH_INTERVAL = 15 * MINUTE;
const SESSIONS_LIMIT = 20;
const USER_AGENT_LIMIT = 120;

export type NewSession = { tokenHash: string; ipPrefix: string | null; userAgent: string | null };

function before(now: Date, duration: number): string {
  return new Date(now.getTime() - duration).toISOString();
}

/**
 * Opens a session, and ends the oldest ones past the limit. False, and none is opened, when the password that was
 * checked has been changed meanwhile: that change has ended all sessions of the old one.
 */
export function addSession(
  database: Database,
  owner: { id: string; passwordHash: string },
  opened: NewSession,
  now: Date,
): Promise<boolean> {
  const ownerId = owner.id;
  return database.transaction().execute(async (transaction) => {
    const current = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', ownerId)
      .where('password_hash', '=', owner.passwordHash)
      .executeTakeFirst();
    if (!current) return false;
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', ownerId)
      .where('token_hash', 'not in', (session) =>
        session
          .selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', ownerId)
          .orderBy('created_at', 'desc')
          .orderBy('token_hash')
          .limit(SESSIONS_LIMIT - 1),
      )
      .execute();
    await transaction
      .insertInto('sessions')
      .values({
        token_hash: opened.tokenHash,
        user_id: ownerId,
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: new Date(now.getTime() + ABSOLUTE_LIMIT).toISOString(),
        ip_prefix: opened.ipPrefix,
        user_agent: opened.userAgent?.slice(0, USER_AGENT_LIMIT) ?? null,
      })
      .execute();
    return true;
  });
}

/** Takes away what has expired, anybody's. */
export async function sweepSessions(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((session) =>
      session.or([
        session('expires_at', '<=', now.toISOString()),
        session('last_used_at', '<=', before(now, IDLE_LIMIT)),
      ]),
    )
    .execute();
}

/** Whose session this is, or undefined when it does not exist or has expired. `stale` asks for a touch. */
export async function readSession(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<{ userId: string; stale: boolean } | undefined> {
  const row = await database
    .selectFrom('sessions')
    .select(['user_id', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', before(now, IDLE_LIMIT))
    .executeTakeFirst();
  return row && { userId: row.user_id, stale: row.last_used_at <= before(now, TOUCH_INTERVAL) };
}

/** Notes that a session is in use, which puts off its end. */
export async function touchSession(database: Database, tokenHash: string, now: Date): Promise<void> {
  await database
    .updateTable('sessions')
    .set('last_used_at', laterOf('last_used_at', now))
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Ends one session of a person; none is left to end when it has ended already. */
export async function removeSession(database: Database, ownerId: string, tokenHash: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', tokenHash).where('user_id', '=', ownerId).execute();
}

/** Ends all sessions of a person but this one. */
export async function removeOtherSessions(database: Database, ownerId: string, tokenHash: string): Promise<void> {
  await database.deleteFrom('sessions').where('user_id', '=', ownerId).where('token_hash', '!=', tokenHash).execute();
}

/** The open sessions of a person, in the order of their logins. */
export function listSessions(database: Database, ownerId: string, now: Date): Promise<SessionsTable[]> {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', ownerId)
    .where('expires_at', '>', now.toISOString())
    .where('last_used_at', '>', before(now, IDLE_LIMIT))
    .orderBy('created_at')
    .orderBy('token_hash')
    .execute();
}
