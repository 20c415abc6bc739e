import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import type { Database } from '../../server/database/open.ts';

const DAY = 24 * 60 * 60_000;

/** Opens a session for each of these users, and answers them with their tokens. */
export async function openSessions<User extends { id: string }>(
  database: Database,
  users: readonly User[],
): Promise<Array<User & { token: string }>> {
  const withTokens = users.map((user) => ({ ...user, token: makeToken() }));
  const time = new Date().toISOString();
  const expires_at = new Date(Date.now() + DAY).toISOString();
  const session = { created_at: time, last_used_at: time, expires_at, ip_prefix: null, user_agent: null };
  const rows = withTokens.map(({ id, token }) => ({ ...session, user_id: id, token_hash: fingerprint(token) }));
  await database.insertInto('sessions').values(rows).execute();
  return withTokens;
}
