import { clearCounts, type Count, countAttempt, type Counter, readCounts } from '../database/attempts.ts';
import type { Database } from '../database/open.ts';
import { networkOf } from '../http/networks.ts';
import { tooManyRequests } from '../problems.ts';
import { makeQueue } from '../queue.ts';
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
const LINE = { running: 1, waiting: 64, patience: 5 * SECOND };
const KNOWN_NETWORK_LIFETIME = 90 * DAY;

/** Someone who tries a password: for whom (an account's id, or an e-mail that nobody has), and from where. */
export type Attempt = { account: string; ip: string };

/**
 * Holds up whoever guesses passwords, by counters in the database, so that all instances count together. An unknown
 * e-mail is treated as a known one.
 */
export type Throttle = {
  /**
   * Lets someone try a password: answers what `check` says of it, and counts. Throws `too-many-requests`, whatever the
   * password, while the account or the network has to wait. Of one account one is tried after the other, so that many
   * guesses sent at once are no more than many guesses; throws Overloaded where too many wait.
   */
  attempt(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
  /** Notes that someone has logged in from this network, which then never waits for what others try from elsewhere. */
  remember(attempt: Attempt): Promise<void>;
  /** Counts a sign-up; throws `too-many-requests` when the network has made too many. */
  signUp(ip: string): Promise<void>;
};

/** What all counters of an account are found by, whatever its e-mail is by then. */
export function accountKey(account: string): string {
  return fingerprint(`account:${account}`);
}

function countersOf({ account: id, ip }: Attempt) {
  const account = accountKey(id);
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
  const inTurn = makeTurns();

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
    attempt: (attempt, check) =>
      inTurn(attempt.account, async () => {
        await admit(attempt);
        const right = await check();
        await (right ? succeed(attempt) : fail(attempt));
        return right;
      }),
    remember: async (attempt) => {
      const { known } = countersOf(attempt);
      const now = clock();
      const knownSince = (await readCounts(database, [known.key], now)).get(known.key)?.lastAt.getTime() ?? 0;
      // Written at most once a day, so that logging in stays cheap.
      if (now.getTime() - knownSince > DAY) await countAttempt(database, [known], now);
    },
    signUp: async (ip) => {
      const key = fingerprint(`sign-up:${networkOf(ip)}`);
      const now = clock();
      const counts = await readCounts(database, [key], now);
      refuseUntil(windowIsFreeAt(counts.get(key), SIGN_UPS), now);
      await countAttempt(database, [{ key, account: null, lifetime: SIGN_UP_WINDOW, renewed: false }], now);
    },
  };
}

/** A line for each account that someone tries just now. */
function makeTurns() {
  const lines = new Map<string, { inTurn: ReturnType<typeof makeQueue>; length: number }>();
  return async function inTurn<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const line = lines.get(account) ?? { inTurn: makeQueue(LINE), length: 0 };
    lines.set(account, line);
    line.length += 1;
    try {
      return await line.inTurn(work);
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(account);
    }
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
