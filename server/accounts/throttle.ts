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

// Per account and network: mistyping is free, guessing is not.
const FREE_FAILURES = 5;
const LONGEST_WAIT = MINUTE;
// Per account (NIST SP 800-63B, 3.2.2): never a lock, by which anybody could keep its user out.
const ACCOUNT_FAILURES = 100;
const ACCOUNT_WAIT = MINUTE;
// Per network: against lists of stolen passwords (OWASP Credential Stuffing Prevention).
const NETWORK_FAILURES = 100;
const NETWORK_WINDOW = 15 * MINUTE;
const SIGN_UPS = 60;
const SIGN_UP_WINDOW = HOUR;
const QUEUE = { running: 1, waiting: 64, timeOut: 5 * SECOND };
const KNOWN_NETWORK_LIFETIME = 90 * DAY;

/** `account` is an id or an unknown e-mail. */
export type Attempt = { account: string; ip: string };

/** Counts in the database, for all instances. Unknown e-mails count like known ones. */
export type Throttle = {
  /**
   * Answers and counts what `check` says of a password. Throws `too-many-requests` while the account or the network must
   * wait. One account's tries run one after the other; throws Overloaded when too many wait.
   */
  attempt(attempt: Attempt, check: () => Promise<boolean>): Promise<boolean>;
  /** After a login, its network never waits for guesses from elsewhere. */
  remember(attempt: Attempt): Promise<void>;
  /** Throws `too-many-requests` when the network has made too many. */
  signUp(ip: string): Promise<void>;
};

/** By the account's id: its e-mail may change. */
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
  const enqueue = makeQueues();

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
      enqueue(attempt.account, async () => {
        await admit(attempt);
        const right = await check();
        await (right ? succeed(attempt) : fail(attempt));
        return right;
      }),
    remember: async (attempt) => {
      const { known } = countersOf(attempt);
      const now = clock();
      const knownSince = (await readCounts(database, [known.key], now)).get(known.key)?.lastAt.getTime() ?? 0;
      // Written once a day at most, to keep logins cheap.
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

function makeQueues() {
  const queues = new Map<string, { enqueue: ReturnType<typeof makeQueue>; length: number }>();
  return async function enqueue<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(account) ?? { enqueue: makeQueue(QUEUE), length: 0 };
    queues.set(account, queue);
    queue.length += 1;
    try {
      return await queue.enqueue(task);
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(account);
    }
  };
}

function refuseUntil(free: number, now: Date): void {
  const wait = free - now.getTime();
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / SECOND));
}

// 1, 2, 4 … 60 seconds after the last failure.
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
