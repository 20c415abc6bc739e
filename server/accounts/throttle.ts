import {
  deleteCounters,
  countAttempt,
  deleteOldCounters,
  readCounts,
  uncountAttempt,
} from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import { DAY, timeAfter } from '../database/statements/time.ts';
import { emailKey } from '../database/users/users.ts';
import { QUEUES } from '../load/limits.ts';
import { KeyedQueues, type Priority } from '../load/queue.ts';
import { isFromKnownNetwork, makeAdmission } from './admission.ts';
import { HashPriorities } from './hash-priorities.ts';
import type { SecurityEvent } from './security-log.ts';
import {
  accountCountersOf,
  type Attempt,
  countersOf,
  emailChangesOf,
  failuresOf,
  KNOWN_NETWORKS,
  type Limit,
  linksOf,
  linksTo,
  requireNoWait,
  signUpsOf,
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

/**
 * Counts only admitted requests: otherwise each refused retry would extend the wait. Returns a function that uncounts the
 * request for one of the limits.
 */
async function countAdmitted(database: Database, limits: readonly Limit[], now: Date, userId?: string) {
  const counts = await readCounts(database, limits, now);
  requireNoWait(limits, counts, now, 'excess_rate_limit_exceeded');
  await countAttempt(database, limits, now, { userId });
  return ({ key }: Limit) => uncountAttempt(database, key, now, counts.get(key));
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
  const admit = makeAdmission(database, clock);
  const requests = new KeyedQueues(QUEUES.throttled);
  const priorities = new HashPriorities();

  /** Runs `task` after the others that count for these limits. Call it with a network before an e-mail or account. */
  const inTurns = <Result>([limit, ...others]: Limit[], task: () => Promise<Result>): Promise<Result> =>
    limit ? requests.run(limit.key, () => inTurns(others, task)) : task();
  const countRequest = (limits: Limit[], turns: Limit[], userId?: string) =>
    inTurns(turns, () => countAdmitted(database, limits, clock(), userId));

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
    async signUp(ip: string): Promise<Priority> {
      const limits = signUpsOf(ip);
      await countRequest(limits, [limits[0]]);
      return priorities.ofSignUp(ip, clock());
    },

    /**
     * `attempt.account` is the `loginKey` of the e-mail. Returns a function that uncounts the request for the e-mail, but
     * not for the network.
     */
    async requestLink(email: string, attempt: Attempt): Promise<() => Promise<void>> {
      const isKnown = await isFromKnownNetwork(database, attempt, clock());
      const [ofNetwork, ofEmail] = [linksOf(attempt.ip, isKnown), linksTo(email)];
      // In a known network, requests for other e-mails do not delay it.
      const turns = isKnown ? [ofEmail] : [ofNetwork[0], ofEmail];
      const uncount = await countRequest([...ofNetwork, ofEmail], turns);
      return () => uncount(ofEmail);
    },
    async changeEmail({ account, userId, ip }: Attempt): Promise<void> {
      const [ofNetwork, ofAccount] = [signUpsOf(ip), emailChangesOf(account)];
      await countRequest([...ofNetwork, ofAccount], [ofNetwork[0], ofAccount], userId);
    },
  };
}

export const NO_THROTTLE: Throttle = {
  attempt: (_attempt, check) => check(0),
  countFailure: async () => undefined,
  remember: async () => undefined,
  signUp: async () => 0,
  changeEmail: async () => undefined,
  requestLink: async () => async () => undefined,
};
