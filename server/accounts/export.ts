import type { ProfileExport } from '#contract/user.ts';
import { listCounts } from '../database/accounts/attempts.ts';
import { listClasses } from '../database/classes/classes.ts';
import { readAvatarOf } from '../database/users/avatars.ts';
import { listFormerHandles } from '../database/users/handles.ts';
import { listLevelChanges } from '../database/technologies/level-changes.ts';
import { listEvents } from '../database/accounts/events.ts';
import { listSessions } from '../database/accounts/sessions.ts';
import { nextSlice } from '../load/continuations.ts';
import type { Services } from '../services.ts';
import { sessionId } from './authentication.ts';
import { accountKey } from './throttle.ts';
import { readOwnUser, visibleClass } from './visibility.ts';

/** All data stored about a user (LGPD, articles 18 and 19). `TABLES` names the field of each table. */
export async function exportProfile(
  { database, clock, sessionIdle }: Pick<Services, 'database' | 'clock' | 'sessionIdle'>,
  request: { userId: string; origin: string },
): Promise<ProfileExport> {
  const now = clock();
  const { userId } = request;
  // One after the other: a slot is not charged while any part of its request waits.
  const user = await readOwnUser(database, request);
  const formerHandles = await listFormerHandles(database, userId);
  const avatar = await readAvatarOf(database, userId);
  const sessions = await listSessions(database, userId, now, sessionIdle);
  const attempts = await listCounts(database, accountKey(userId), now);
  const events = await listEvents(database, userId);
  const history = await listLevelChanges(database, userId);
  const classes = await listClasses(database, userId, now);
  await nextSlice();
  return {
    exported_at: now.toISOString(),
    user,
    former_handles: formerHandles,
    avatar: avatar ? `data:image/webp;base64,${Buffer.from(avatar).toString('base64')}` : null,
    sessions: sessions.map(({ token_hash: tokenHash, ip_prefix: network, ...session }) => {
      return { id: sessionId(tokenHash), network, ...session };
    }),
    attempts,
    events,
    history,
    classes: classes.map((row) => ({ ...visibleClass(userId, row), joined_at: row.joined_at })),
  };
}
