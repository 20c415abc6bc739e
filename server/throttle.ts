import { clearCounts, countAttempt, forgetAccount, readCounts } from './database/attempts.ts';
import type { Count, Counter } from './database/attempts.ts';
import type { Database } from './database/connect.ts';
import { emailKey } from './database/users.ts';
import { networkOf } from './networks.ts';
import { tooManyRequests } from './problems.ts';
import { fingerprint } from './tokens.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Of one account from one network: a person who mistypes is not held up, a program is.
const FREE_FAILURES = 5;
const LONGEST_WAIT = MINUTE;
// Of one account from everywhere (NIST SP 800-63B, 3.2.2): never a lock, which anybody could turn on its owner.
const ACCOUNT_FAILURES = 100;
const ACCOUNT_WAIT = MINUTE;
// Of one network, whatever the account: against lists of stolen passwords (OWASP Credential Stuffing Prevention).
const NETWORK_FAILURES = 100;
const NETWORK_WINDOW = 15 * MINUTE;
const SIGN_UPS = 60;
const SIGN_UP_WINDOW = HOUR;
const KNOWN_NETWORK_LIFETIME = 90 * DAY;

/** Someone who tries a password, and from where. */
export type Attempt = { email: string; ip: string };

/**
 * Holds up whoever guesses passwords, by counters in the database, so that all instances count together. An unknown
 * e-mail is treated as a known one.
 */
export type Throttle = {
  /**
   * Lets someone try a password: answers what `check` says of it, and counts. Throws `too-many-requests`, also for a
   * right password, while the account or the network has to wait.
   */
  attempt(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Notes that someone has logged in from this network, which then never waits for what others try from elsewhere. */
  remember(attempt: Attempt): Promise<void>;
  /** Counts a sign-up; throws `too-many-requests` when the network has made too many. */
  signUp(ip: string): Promise<void>;
  /** Forgets what was counted for an account that has another e-mail now. */
  forget(email: string): Promise<void>;
};

/** What all counters of an account are found by, when the account goes. */
export function accountKey(email: string): string {
  return fingerprint(`account:${emailKey(email)}`);
}

function countersOf({ email, ip }: Attempt) {
  const account = accountKey(email);
  const network = networkOf(ip);
  return {
    pair: { key: fingerprint(`pair:${account}:${network}`), account, lifetime: DAY, renewed: true },
    everywhere: { key: account, account, lifetime: DAY, renewed: true },
    network: { key: fingerprint(`network:${network}`), account: null, lifetime: NETWORK_WINDOW, renewed: false },
    known: {
      key: fingerprint(`known:${account}:${network}`),
      account,
      lifetime: KNOWN_NETWORK_LIFETIME,
      renewed: true,
    },
  } satisfies Record<string, Counter>;
}

export function makeThrottle(database: Database, clock: () => Date): Throttle {
  async function admit(attempt: Attempt): Promise<void> {
    const { pair, everywhere, network, known } = countersOf(attempt);
    const now = clock();
    const counts = await readCounts(database, [pair.key, everywhere.key, network.key, known.key], now);
    const free = Math.max(
      pairIsFreeAt(counts.get(pair.key)),
      counts.has(known.key) ? 0 : accountIsFreeAt(counts.get(everywhere.key)),
      windowIsFreeAt(counts.get(network.key), NETWORK_FAILURES),
    );
    refuseUntil(free, now);
  }

  async function succeed(attempt: Attempt): Promise<void> {
    const { pair, everywhere } = countersOf(attempt);
    const counts = await readCounts(database, [pair.key, everywhere.key], clock());
    if (counts.size > 0) await clearCounts(database, [pair.key, everywhere.key]);
  }

  async function fail(attempt: Attempt): Promise<void> {
    const { pair, everywhere, network } = countersOf(attempt);
    await countAttempt(database, [pair, everywhere, network], clock());
  }

  return {
    attempt: async (attempt, check) => {
      await admit(attempt);
      if (!(await check())) {
        await fail(attempt);
        return false;
      }
      // Of many guesses sent at once, the right one is to gain nothing from having been let in with the wrong ones.
      await admit(attempt);
      await succeed(attempt);
      return true;
    },
    remember: async (attempt) => {
      const { known } = countersOf(attempt);
      const now = clock();
      const knownSince = (await readCounts(database, [known.key], now)).get(known.key)?.lastAt.getTime() ?? 0;
      // Written at most once a day, so that logging in stays cheap.
      if (now.getTime() - knownSince > DAY) await countAttempt(database, [known], now);
    },
    forget: (email) => forgetAccount(database, accountKey(email)),
    signUp: async (ip) => {
      const key = fingerprint(`sign-up:${networkOf(ip)}`);
      const now = clock();
      const counts = await readCounts(database, [key], now);
      refuseUntil(windowIsFreeAt(counts.get(key), SIGN_UPS), now);
      await countAttempt(database, [{ key, account: null, lifetime: SIGN_UP_WINDOW, renewed: false }], now);
    },
  };
}

function refuseUntil(free: number, now: Date): void {
  const wait = free - now.getTime();
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / SECOND));
}

// 1, 2, 4 … 60 seconds from the last of too many failures on.
function pairIsFreeAt(count: Count | undefined): number {
  if (!count || count.count < FREE_FAILURES) return 0;
  const doublings = Math.min(count.count - FREE_FAILURES, 30);
  return count.lastAt.getTime() + Math.min(SECOND * 2 ** doublings, LONGEST_WAIT);
}

function accountIsFreeAt(count: Count | undefined): number {
  return !count || count.count < ACCOUNT_FAILURES ? 0 : count.lastAt.getTime() + ACCOUNT_WAIT;
}

function windowIsFreeAt(count: Count | undefined, allowed: number): number {
  return !count || count.count < allowed ? 0 : count.expiresAt.getTime();
}
