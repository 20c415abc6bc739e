import { SESSION_IDLE_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/user.ts';
import { DAY_MS } from './components/dates.ts';

// The list to read offline: the only personal data on the device besides the session, and deleted with it. It is in
// Cache Storage, because the specification fixes the keys of local storage.

const CACHE = 'last-list';
const KEY = '/last-list';
const MAX_AGE_MS = SESSION_IDLE_DAYS * DAY_MS;

export type LastList = Pick<User, 'name' | 'course_module' | 'techs'> & { savedAt: number };
type Entry = LastList & { userId: string };

let lastTask: Promise<unknown> = Promise.resolve();

// One task after the other: a slow write must not follow the deletion. Cache Storage needs HTTPS and may be full.
function inOrder<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
  const result = lastTask.then(task).catch(() => undefined);
  lastTask = result;
  return result;
}

/** `isCurrent` returns false if the session of the list has ended before the list is written. */
export function saveList({ id, name, course_module, techs }: User, isCurrent: () => boolean): void {
  void inOrder(async () => {
    if (!isCurrent()) return;
    const entry: Entry = { userId: id, savedAt: Date.now(), name, course_module, techs };
    await (await caches.open(CACHE)).put(KEY, Response.json(entry));
  });
}

/** Deletes another user's list, and one older than an unused session or saved while the clock was ahead. */
export function readList(userId: string): Promise<LastList | undefined> {
  return inOrder(async () => {
    const response = await caches.match(KEY, { cacheName: CACHE });
    const entry = (await response?.json()) as Entry | undefined;
    if (entry?.userId === userId && Math.abs(Date.now() - entry.savedAt) < MAX_AGE_MS) return entry;
    await caches.delete(CACHE);
    return undefined;
  });
}

export function deleteList(): void {
  void inOrder(() => caches.delete(CACHE));
}
