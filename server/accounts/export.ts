import type { ProfileExport } from '#contract/user.ts';
import { selectCounts } from '../database/accounts/attempts.ts';
import { selectEvents } from '../database/accounts/events.ts';
import { selectSessions } from '../database/accounts/sessions.ts';
import { selectClassesOf } from '../database/classes/classes.ts';
import { readTogether } from '../database/statements/read-together.ts';
import { levelChangesOf, selectLevelChanges } from '../database/technologies/level-changes.ts';
import { selectAvatarOf } from '../database/users/avatars.ts';
import { selectFormerHandles } from '../database/users/handles.ts';
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
  const user = await readOwnUser(database, request);
  const [formerHandles, [avatar], sessions, attempts, events, changes, classes] = await readTogether(database, [
    selectFormerHandles(database, userId),
    selectAvatarOf(database, userId),
    selectSessions(database, userId, now, sessionIdle),
    selectCounts(database, accountKey(userId), now),
    selectEvents(database, userId),
    selectLevelChanges(database, userId),
    selectClassesOf(database, userId, now),
  ]);
  await nextSlice();
  return {
    exported_at: now.toISOString(),
    user,
    former_handles: formerHandles,
    avatar: avatar ? `data:image/webp;base64,${Buffer.from(avatar.image).toString('base64')}` : null,
    sessions: sessions.map(({ token_hash: tokenHash, ip_prefix: network, ...session }) => {
      return { id: sessionId(tokenHash), network, ...session };
    }),
    attempts,
    events,
    history: levelChangesOf(changes),
    classes: classes.map((row) => ({ ...visibleClass(userId, row), joined_at: row.joined_at })),
  };
}
