import {
  deleteCounters,
  type Count,
  countAttempt,
  deleteOldCounters,
  readCounts,
  claimAttempt,
} from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import { DAY, SECOND, timeAfter } from '../database/statements/time.ts';
import { emailKey } from '../database/users/users.ts';
import { addressClientOf } from '../load/clients.ts';
import { tooManyRequests } from '../problems.ts';
import { QUEUES } from '../load/limits.ts';
import { KeyedQueues, type Priority } from '../load/queue.ts';
import { HashPriorities } from './hash-priorities.ts';
import type { SecurityEvent } from './security-log.ts';
import {
  ACCOUNT_FAILURES,
  accountCountersOf,
  type Attempt,
  countersOf,
  emailChangesOf,
  failuresOf,
  FREE_FAILURES,
  FREE_UNDER_ATTACK,
  KNOWN_NETWORKS,
  type Limit,
  linksOf,
  linksTo,
  signUpsOf,
  subjectOf,
  WAITS,
  widerLimitsOf,
} from './throttle-limits.ts';
import { fingerprint } from './tokens.ts';

/** Derived from the id, because the e-mail may change. */
export function accountKey(userId: string): string {
  return fingerprint(`account:${userId}`);
}

export function unknownKey(text: string): string {
  return fingerprint(`email:${text}`);
}

/** The account of an e-mail. An unknown one is throttled as well. */
export function loginKey(userId: string | undefined, email: string): string {
  return userId === undefined ? unknownKey(emailKey(email)) : accountKey(userId);
}

async function isFromKnownNetwork(database: Database, attempt: Attempt, now: Date): Promise<boolean> {
  return (await readCounts(database, [countersOf(attempt).known], now)).size > 0;
}

/** The wait in milliseconds. If it is not positive, the attempt is admitted. */
async function waitBefore(database: Database, attempt: Attempt, isKnown: boolean, now: Date): Promise<number> {
  const { accountInNetwork, accountTotal } = countersOf(attempt);
  const wider = isKnown ? [] : widerLimitsOf(attempt);
  const totals = isKnown || attempt.hasSession ? [] : failuresOf(attempt);
  const counts = await readCounts(database, [accountInNetwork, accountTotal, ...wider, ...totals], now);
  const isAttacked = !isKnown && isUsedUp(counts.get(accountTotal.key), ACCOUNT_FAILURES);
  // A code is guessed with a session, so users who have not guessed need not wait for others of their network.
  const isNetworkAttacked = attempt.isCode && totals.some(({ key, free }) => isUsedUp(counts.get(key), free));
  const free = isAttacked || isNetworkAttacked ? FREE_UNDER_ATTACK : FREE_FAILURES;
  const shared = attempt.isCode ? [] : totals;
  const wait = longestWait([{ ...accountInNetwork, free }, ...wider, ...shared], counts, now);
  if (wait > 0) return wait;
  for (const total of shared) {
    const count = counts.get(total.key);
    if (!isUsedUp(count, total.free)) continue;
    // Admits only one of several concurrent attempts that read the same count.
    if (await claimAttempt(database, total.key, count, now)) continue;
    return waitOf({ ...count, lastAt: now }, total.free, now);
  }
  return 0;
}

function addFailure(database: Database, attempt: Attempt, now: Date): Promise<void> {
  return countAttempt(database, [...accountCountersOf(attempt), ...failuresOf(attempt)], now, attempt);
}

async function deleteFailures(database: Database, attempt: Attempt, now: Date): Promise<void> {
  const counters = accountCountersOf(attempt);
  if ((await readCounts(database, counters, now)).size === 0) return;
  const keys = counters.map(({ key }) => key);
  await deleteCounters(database, 'key', keys);
}

export type Throttle = ReturnType<typeof makeThrottle>;

/** Counters in the database. All functions except `remember` throw `too-many-requests` during a wait, and Overloaded. */
export function makeThrottle(database: Database, clock: () => Date) {
  const attempts = new KeyedQueues(QUEUES.throttled);
  const requests = new KeyedQueues(QUEUES.throttled);
  const priorities = new HashPriorities();

  /** Counts only admitted requests: otherwise each refused retry would extend the wait. */
  function countRequest(limits: [Limit, ...Limit[]], userId?: string): Promise<void> {
    const count = async () => {
      const now = clock();
      requireNoWait(longestWait(limits, await readCounts(database, limits, now), now), 'excess_rate_limit_exceeded');
      await countAttempt(database, limits, now, { userId });
    };
    return requests.run(limits[0].key, count);
  }

  /** Runs `task` after the other attempts on the account, if it need not wait. */
  async function admit<Result>(
    attempt: Attempt,
    throttledAs: SecurityEvent,
    task: (isKnown: boolean) => Promise<Result>,
  ): Promise<Result> {
    const isKnown = await isFromKnownNetwork(database, attempt, clock());
    // Each account has a separate queue for its known networks, which other networks cannot fill.
    const queue = `${isKnown ? 'known' : 'strangers'} ${subjectOf(attempt)}`;
    const admitted = async () => {
      requireNoWait(await waitBefore(database, attempt, isKnown, clock()), throttledAs);
      return task(isKnown);
    };
    return attempts.run(queue, admitted, addressClientOf(attempt.ip));
  }

  return {
    /**
     * Returns the result of `check`; false counts as a failure. A right password deletes the account's counters of this
     * network, of the wider ones around it, and of all networks.
     */
    attempt: (
      attempt: Attempt,
      check: (priority: Priority) => Promise<boolean>,
      throttledAs: SecurityEvent = 'authn_login_lock',
    ): Promise<boolean> =>
      admit(attempt, throttledAs, async (isKnown) => {
        const isRight = await check(priorities.ofLogin(attempt, isKnown, clock()));
        if (!attempt.isCode) priorities.addLogin(attempt, isRight, clock());
        if (!isRight) await addFailure(database, attempt, clock());
        // A right code deletes no counter: a guesser could reset them with the code of a class of their own.
        if (!isRight || attempt.isCode) return isRight;
        await deleteFailures(database, attempt, clock());
        return true;
      }),

    /** Counts an attempt that has already failed. */
    countFailure: (attempt: Attempt): Promise<void> =>
      admit(attempt, 'excess_rate_limit_exceeded', () => addFailure(database, attempt, clock())),

    /** Marks the network as known to the account: other failures no longer delay its logins there. */
    async remember(attempt: Attempt, isNewAccount = false): Promise<void> {
      const { known } = countersOf(attempt);
      const now = clock();
      if (isNewAccount) return countAttempt(database, [known], now, attempt);
      const lastStored = (await readCounts(database, [known], now)).get(known.key)?.lastAt.getTime() ?? 0;
      if (now.getTime() - lastStored <= DAY) return;
      await countAttempt(database, [known], now, { userId: attempt.userId });
      // `expiresAfter` selects the counters of known networks: all others of an account live at most a day.
      await deleteOldCounters(database, attempt.account, { most: KNOWN_NETWORKS, expiresAfter: timeAfter(now, DAY) });
    },

    /** Counts a sign-up. Returns the priority of its hash. */
    signUp: (ip: string): Promise<Priority> => countRequest(signUpsOf(ip)).then(() => priorities.ofSignUp(ip, clock())),
    /** `attempt.account` is the `loginKey` of the e-mail. */
    async requestLink(email: string, attempt: Attempt): Promise<void> {
      const isKnown = await isFromKnownNetwork(database, attempt, clock());
      const ofNetwork = linksOf(attempt.ip, isKnown);
      // `countRequest` queues by the first limit: in a known network by e-mail, so that other e-mails do not delay it.
      await countRequest(isKnown ? [linksTo(email), ...ofNetwork] : [...ofNetwork, linksTo(email)]);
    },
    changeEmail: ({ account, userId, ip }: Attempt) =>
      countRequest([...signUpsOf(ip), emailChangesOf(account)], userId),
  };
}

export const NO_THROTTLE: Throttle = {
  attempt: (_attempt, check) => check(0),
  countFailure: async () => undefined,
  remember: async () => undefined,
  signUp: async () => 0,
  changeEmail: async () => undefined,
  requestLink: async () => undefined,
};

const isUsedUp = (count: Count | undefined, free: number): count is Count => (count?.count ?? 0) >= free;

/** Throws `too-many-requests`, logged as `event`. */
function requireNoWait(wait: number, event: SecurityEvent): void {
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / SECOND)).loggedAs(event);
}

function longestWait(limits: readonly Limit[], counts: ReadonlyMap<string, Count>, now: Date): number {
  return Math.max(...limits.map(({ key, free, waits }) => waitOf(counts.get(key), free, now, waits)));
}

/** Milliseconds until the next attempt is admitted. Each attempt after the free ones doubles the wait. */
function waitOf(count: Count | undefined, free: number, now: Date, { first, longest } = WAITS): number {
  if (!isUsedUp(count, free)) return 0;
  const doublings = Math.min(count.count - free, 30);
  return count.lastAt.getTime() + Math.min(first * 2 ** doublings, longest) - now.getTime();
}
