import { KNOWN_NETWORK_DAYS } from '#contract/limits.ts';
import {
  deleteCounters,
  type Count,
  countAttempt,
  type Counter,
  deleteOldCounters,
  readCounts,
  claimAttempt,
} from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { DAY, HOUR, MINUTE, SECOND, timeAfter } from '../database/statements/time.ts';
import { addressClientOf, networkOf, widerNetworksOf } from '../http/networks.ts';
import { tooManyRequests } from '../problems.ts';
import { QUEUES } from '../load/limits.ts';
import { KeyedQueues } from '../load/queue.ts';
import { RecentLogins } from './recent-logins.ts';
import type { SecurityEvent } from './security-log.ts';
import { fingerprint } from './tokens.ts';

// After its free attempts, a counter imposes waits that double from a second to a minute. No account is ever locked:
// anybody could lock out its owner.
const LONGEST_WAIT = MINUTE;
const FREE_FAILURES = 5;
// Free attempts of an IPv6 /56 and a /48, as multiples of those of one of their 256 or 65,536 networks.
const WIDER_FREE = [4, 10];
// Failures of one account from all networks (NIST SP 800-63B, 3.2.2). Above it, each unknown network has one free failure.
const ACCOUNT_FAILURES = 100;
const FREE_UNDER_ATTACK = 1;
// Failures of one network, against password lists (OWASP Credential Stuffing Prevention). Known networks are exempt.
const NETWORK_FAILURES = 100;
// The most known networks of an account, so that an export stays small after logins from thousands of networks.
const KNOWN_NETWORKS = 100;
// Sign-ups and e-mail changes reveal whether an e-mail has an account, so networks and accounts have limits for them.
const SIGN_UPS = 60;
const FREE_EMAILS = 5;
const LINKS = 60;
// Links to accounts that know the network. More than `LINKS`, because one student could use up the limit of a school; not
// unlimited, because a user can sign up with the e-mails of others.
const LINKS_IF_KNOWN = 600;
const FREE_LINKS = 3;

/**
 * `account` is an `accountKey` or `unknownKey`. Passwords and codes of classes are counted separately. An attempt with a
 * session does not wait for the failures of its network. A failure adds `event` to the activity of `userId`.
 */
type Attempt = {
  account: string;
  userId: string | undefined;
  ip: string;
  event?: NewEvent | undefined;
  isCode?: boolean;
  hasSession?: boolean;
};

/** Derived from the id, because the e-mail may change. */
export function accountKey(userId: string): string {
  return fingerprint(`account:${userId}`);
}

export function unknownKey(emailKey: string): string {
  return fingerprint(`email:${emailKey}`);
}

type Waits = { first: number; longest: number };
const WAITS: Waits = { first: SECOND, longest: LONGEST_WAIT };

type Limit = Counter & { free: number; waits?: Waits };

function accountCounter(key: string, account: string | null, lifetime = DAY): Counter {
  return { key, account, lifetime, renewed: true };
}

function networkCounter(name: string): Counter {
  return { key: fingerprint(name), account: null, lifetime: HOUR, renewed: false };
}

function subjectOf({ account, isCode }: Attempt): string {
  return isCode ? fingerprint(`codes:${account}`) : account;
}

function pairCounter(attempt: Attempt, network: string): Counter {
  return accountCounter(fingerprint(`pair:${subjectOf(attempt)}:${network}`), attempt.account);
}

function countersOf(attempt: Attempt) {
  const [subject, network, { account }] = [subjectOf(attempt), networkOf(attempt.ip), attempt];
  return {
    accountInNetwork: pairCounter(attempt, network),
    accountTotal: accountCounter(subject, account),
    known: accountCounter(fingerprint(`known:${subject}:${network}`), account, KNOWN_NETWORK_DAYS * DAY),
  };
}

function widerLimits(ip: string, free: number, counterOf: (network: string) => Counter): Limit[] {
  return widerNetworksOf(ip).map((network, index) => ({
    ...counterOf(network),
    free: free * (WIDER_FREE[index] ?? 1),
  }));
}

function widerLimitsOf(attempt: Attempt): Limit[] {
  return widerLimits(attempt.ip, FREE_FAILURES, (network) => pairCounter(attempt, network));
}

/** The limits of a network and the wider ones around it, the widest first. */
function networkLimits(name: string, ip: string, free: number): [Limit, ...Limit[]] {
  const counterOf = (network: string) => networkCounter(`${name}:${network}`);
  const own = { ...counterOf(networkOf(ip)), free };
  const [widest = own, ...others] = [own, ...widerLimits(ip, free, counterOf)].toReversed();
  return [widest, ...others];
}

const failuresOf = ({ ip, isCode }: Attempt) => networkLimits(isCode ? 'codes' : 'network', ip, NETWORK_FAILURES);
const isUsedUp = (count: Count | undefined, free: number): count is Count => (count?.count ?? 0) >= free;
const signUpsOf = (ip: string) => networkLimits('sign-up', ip, SIGN_UPS);

function linksTo(emailKey: string): Limit {
  // The longest wait equals the lifetime of a link, so the newest link is valid until the next request is allowed.
  const waits = { first: MINUTE, longest: HOUR };
  return { ...accountCounter(fingerprint(`links-to:${emailKey}`), null), free: FREE_LINKS, waits };
}

function emailChangesOf(account: string): Limit {
  return { ...accountCounter(fingerprint(`e-mails:${account}`), account), free: FREE_EMAILS };
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

export type Throttle = ReturnType<typeof makeThrottle>;

/** Counters in the database. All functions except `remember` throw `too-many-requests` during a wait, and Overloaded. */
export function makeThrottle(database: Database, clock: () => Date) {
  const attempts = new KeyedQueues(QUEUES.throttled);
  const requests = new KeyedQueues(QUEUES.throttled);
  // An account has priority once a minute: otherwise seventy accounts in turn would fill the queue of hashes.
  const logins = new RecentLogins();

  /** Counts only admitted requests: otherwise each refused retry would extend the wait. */
  function countRequest(limits: [Limit, ...Limit[]], userId?: string): Promise<void> {
    const count = async () => {
      const now = clock();
      requireNoWait(longestWait(limits, await readCounts(database, limits, now), now), 'excess_rate_limit_exceeded');
      await countAttempt(database, limits, now, { userId });
    };
    return requests.run(limits[0].key, count);
  }

  return {
    /**
     * Returns the result of `check`; false counts as a failure. A right password deletes the account's counters of this
     * network, of the wider ones around it, and of all networks.
     */
    async attempt(
      attempt: Attempt,
      check: (hasPriority: boolean) => Promise<boolean>,
      throttledAs: SecurityEvent = 'authn_login_lock',
    ): Promise<boolean> {
      const { accountInNetwork, accountTotal } = countersOf(attempt);
      const ofAccount = [accountInNetwork, accountTotal, ...widerLimitsOf(attempt)];
      const isKnown = await isFromKnownNetwork(database, attempt, clock());
      // Each account has a separate queue for its known networks, which other networks cannot fill.
      const queue = `${isKnown ? 'known' : 'strangers'} ${subjectOf(attempt)}`;
      const task = async () => {
        const now = clock();
        requireNoWait(await waitBefore(database, attempt, isKnown, now), throttledAs);
        const isRight = await check(isKnown && !logins.hasRecent(attempt.account, now));
        if (!isRight) {
          await countAttempt(database, [...ofAccount, ...failuresOf(attempt)], clock(), attempt);
          return false;
        }
        // A right code deletes no counter: a guesser could reset them with the code of a class of their own.
        if (attempt.isCode) return true;
        logins.add(attempt.account, clock());
        if ((await readCounts(database, ofAccount, clock())).size > 0) {
          const keys = ofAccount.map(({ key }) => key);
          await deleteCounters(database, 'key', keys);
        }
        return true;
      };
      return attempts.run(queue, task, addressClientOf(attempt.ip));
    },

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

    signUp: (ip: string) => countRequest(signUpsOf(ip)),
    /** `attempt.account` is that of the e-mail, or an `unknownKey`. */
    async requestLink(emailKey: string, attempt: Attempt): Promise<void> {
      const isKnown = await isFromKnownNetwork(database, attempt, clock());
      const ofNetwork = networkLimits('links', attempt.ip, isKnown ? LINKS_IF_KNOWN : LINKS);
      // `countRequest` queues by the first limit: in a known network by e-mail, so that other e-mails do not delay it.
      await countRequest(isKnown ? [linksTo(emailKey), ...ofNetwork] : [...ofNetwork, linksTo(emailKey)]);
    },
    changeEmail: ({ account, userId, ip }: Attempt) =>
      countRequest([...signUpsOf(ip), emailChangesOf(account)], userId),
  };
}

export const NO_THROTTLE: Throttle = {
  attempt: (_attempt, check) => check(false),
  remember: async () => undefined,
  signUp: async () => undefined,
  changeEmail: async () => undefined,
  requestLink: async () => undefined,
};

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
