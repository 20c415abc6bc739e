import { KNOWN_NETWORK_DAYS } from '#contract/limits.ts';
import {
  clearCounts,
  type Count,
  countAttempt,
  type Counter,
  readCounts,
  takeTurn,
} from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { networkOf, widerNetworksOf } from '../http/networks.ts';
import { tooManyRequests } from '../problems.ts';
import { QUEUES } from '../limits.ts';
import { Queue } from '../queue.ts';
import { fingerprint } from './tokens.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Whatever is counted: some are free, and after those the wait grows from a second to a minute. It is never a lock, by
// which anybody could keep others out.
const LONGEST_WAIT = MINUTE;
// Failures of an account from one network: mistyping is free, guessing is not.
const FREE_FAILURES = 5;
// The same from the /56 and the /48 around a network of IPv6: a customer has 256 or 65,536 networks.
const WIDER_FREE_FAILURES = [20, 50];
// Failures of an account from everywhere (NIST SP 800-63B, 3.2.2), and what is free then for a network it does not know.
const ACCOUNT_FAILURES = 100;
const FREE_UNDER_ATTACK = 1;
// Failures of strangers to a network: lists of stolen passwords (OWASP Credential Stuffing Prevention).
const NETWORK_FAILURES = 100;
// What tells whether an e-mail has an account, of a network; and changes of one account's e-mail.
const SIGN_UPS = 60;
const FREE_EMAILS = 5;
// Links to new passwords, asked for by one network, and for one e-mail: nobody's letter-box is to be filled.
const LINKS = 60;
const FREE_LINKS = 3;

/** `account` is from `accountKey` or `unknownKey`; `userId` is whose it is, if anybody's; `event` tells them of a failure. */
export type Attempt = { account: string; userId: string | undefined; ip: string; event?: NewEvent | undefined };

/** Counts in the database, for all instances. Unknown e-mails count like known ones. */
export type Throttle = {
  /**
   * Returns and counts the result of `check`. Throws `too-many-requests` while the account or the network must wait, and
   * Overloaded when a queue is full: each account has one for its known networks and one for strangers.
   */
  attempt(attempt: Attempt, check: (isKnown: boolean) => Promise<boolean>): Promise<boolean>;
  /** After a login, its network never waits for guesses from elsewhere, nor for those of others there. */
  remember(attempt: Attempt): Promise<void>;
  /** Throws `too-many-requests` while the network must wait, and Overloaded. */
  signUp(ip: string): Promise<void>;
  /** For a change of the e-mail, which tells whether somebody has it, as a sign-up does. Throws as `signUp`. */
  changeEmail(attempt: Attempt): Promise<void>;
  /** For a mail with a link to a new password, whoever has the e-mail. Throws as `signUp`. */
  askForLink(emailKey: string, ip: string): Promise<void>;
};

/** By the account's id: its e-mail may change. */
export function accountKey(userId: string): string {
  return fingerprint(`account:${userId}`);
}

/** Of an e-mail that nobody has. It is no account's key, even if it is written like an id. */
export function unknownKey(emailKey: string): string {
  return fingerprint(`email:${emailKey}`);
}

/** Lets everything through, for tests and benches. */
export const NO_THROTTLE: Throttle = {
  attempt: (_attempt, check) => check(false),
  remember: async () => undefined,
  signUp: async () => undefined,
  changeEmail: async () => undefined,
  askForLink: async () => undefined,
};

function countersOf({ account, ip }: Attempt) {
  const network = networkOf(ip);
  return {
    pair: { key: fingerprint(`pair:${account}:${network}`), account, lifetime: DAY, renewed: true },
    everywhere: { key: account, account, lifetime: DAY, renewed: true },
    network: { key: fingerprint(`network:${network}`), account: null, lifetime: HOUR, renewed: false },
    known: {
      key: fingerprint(`known:${account}:${network}`),
      account,
      lifetime: KNOWN_NETWORK_DAYS * DAY,
      renewed: true,
    },
  } satisfies Record<string, Counter>;
}

function widerLimitsOf({ account, ip }: Attempt): Limit[] {
  return widerNetworksOf(ip).map((network, index) => ({
    key: fingerprint(`pair:${account}:${network}`),
    account,
    lifetime: DAY,
    renewed: true,
    free: WIDER_FREE_FAILURES[index] ?? FREE_FAILURES,
  }));
}

/** Counts only what is let through: otherwise a client that keeps asking would wait for ever. */
function makePace(database: Database, clock: () => Date) {
  const queue = new Queue(QUEUES.passwordChecks);
  return (limits: [Limit, ...Limit[]], userId?: string): Promise<void> =>
    // All of a network wait in one queue: what comes at once is counted one by one.
    queue.run(
      async () => {
        const now = clock();
        const counts = await readCounts(database, limits, now);
        refuseFor(Math.max(...limits.map(({ key, free, waits }) => waitOf(counts.get(key), free, now, waits))));
        await countAttempt(database, limits, now, { userId });
      },
      { group: limits[0].key, member: '' },
    );
}

/** Reads and writes the counts of wrong passwords. */
function makeFailures(database: Database, clock: () => Date) {
  async function isKnownNetwork(attempt: Attempt): Promise<boolean> {
    return (await readCounts(database, [countersOf(attempt).known], clock())).size > 0;
  }

  async function admit(attempt: Attempt, isKnown: boolean): Promise<void> {
    const { pair, everywhere, network } = countersOf(attempt);
    const now = clock();
    const wider = isKnown ? [] : widerLimitsOf(attempt);
    const counts = await readCounts(database, [pair, everywhere, network, ...wider], now);
    const isAttacked = !isKnown && (counts.get(everywhere.key)?.count ?? 0) >= ACCOUNT_FAILURES;
    const byPair = waitOf(counts.get(pair.key), isAttacked ? FREE_UNDER_ATTACK : FREE_FAILURES, now);
    const ofNetwork = isKnown ? undefined : counts.get(network.key);
    const byWider = wider.map(({ key, free }) => waitOf(counts.get(key), free, now));
    refuseFor(Math.max(byPair, ...byWider, waitOf(ofNetwork, NETWORK_FAILURES, now)));
    if (ofNetwork === undefined || ofNetwork.count < NETWORK_FAILURES) return;
    // Many tries at once have read the same count: one of them goes on.
    if (!(await takeTurn(database, network.key, ofNetwork, now))) {
      refuseFor(waitOf({ ...ofNetwork, lastAt: now }, NETWORK_FAILURES, now));
    }
  }

  async function succeed(attempt: Attempt): Promise<void> {
    const { pair, everywhere } = countersOf(attempt);
    const counters = [pair, everywhere, ...widerLimitsOf(attempt)];
    const keys = counters.map(({ key }) => key);
    const counts = await readCounts(database, counters, clock());
    if (counts.size > 0) await clearCounts(database, keys);
  }

  async function fail(attempt: Attempt): Promise<void> {
    const { pair, everywhere, network } = countersOf(attempt);
    await countAttempt(database, [pair, everywhere, network, ...widerLimitsOf(attempt)], clock(), attempt);
  }

  return { isKnownNetwork, admit, succeed, fail };
}

export function makeThrottle(database: Database, clock: () => Date): Throttle {
  const queue = new Queue(QUEUES.passwordChecks);
  const pace = makePace(database, clock);
  const failures = makeFailures(database, clock);

  return {
    attempt: async (attempt, check) => {
      // Strangers who fill the queue of an account keep nobody out of the queue of its known networks.
      const isKnown = await failures.isKnownNetwork(attempt);
      const client = {
        group: `${isKnown ? 'known' : 'strangers'} ${attempt.account}`,
        member: networkOf(attempt.ip),
      };
      return queue.run(async () => {
        await failures.admit(attempt, isKnown);
        const right = await check(isKnown);
        await (right ? failures.succeed(attempt) : failures.fail(attempt));
        return right;
      }, client);
    },
    remember: async (attempt) => {
      const { known } = countersOf(attempt);
      const now = clock();
      const knownSince = (await readCounts(database, [known], now)).get(known.key)?.lastAt.getTime() ?? 0;
      // Written once a day at most, to keep logins cheap.
      if (now.getTime() - knownSince > DAY) await countAttempt(database, [known], now, { userId: attempt.userId });
    },
    signUp: (ip) => pace([signUpsOf(ip)]),
    askForLink: (emailKey, ip) => pace(linksOf(emailKey, ip)),
    changeEmail: ({ account, userId, ip }) => {
      const key = fingerprint(`e-mails:${account}`);
      return pace([signUpsOf(ip), { key, account, lifetime: DAY, renewed: true, free: FREE_EMAILS }], userId);
    },
  };
}

/** The first wait after those that are free, and the longest, in milliseconds. */
type Waits = { first: number; longest: number };
const WAITS: Waits = { first: SECOND, longest: LONGEST_WAIT };

type Limit = Counter & { free: number; waits?: Waits };

function signUpsOf(ip: string): Limit {
  const key = fingerprint(`sign-up:${networkOf(ip)}`);
  return { key, account: null, lifetime: HOUR, renewed: false, free: SIGN_UPS };
}

function linksOf(emailKey: string, ip: string): [Limit, Limit] {
  const ofNetwork = { key: fingerprint(`links:${networkOf(ip)}`), account: null, lifetime: HOUR, renewed: false };
  const ofEmail = { key: fingerprint(`links-to:${emailKey}`), account: null, lifetime: DAY, renewed: true };
  // In the end one an hour, which is how long a link works: so there always is one.
  const waits = { first: MINUTE, longest: HOUR };
  return [
    { ...ofNetwork, free: LINKS },
    { ...ofEmail, free: FREE_LINKS, waits },
  ];
}

function refuseFor(wait: number): void {
  if (wait > 0) throw tooManyRequests(Math.ceil(wait / SECOND));
}

/** In milliseconds: by default 1, 2, 4 … 60 seconds from the last one, after those that are free. */
function waitOf(count: Count | undefined, free: number, now: Date, { first, longest } = WAITS): number {
  if (!count || count.count < free) return 0;
  const doublings = Math.min(count.count - free, 30);
  return count.lastAt.getTime() + Math.min(first * 2 ** doublings, longest) - now.getTime();
}
