import { claimTurn, deleteCounters, readCounts } from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import { SECOND } from '../database/statements/time.ts';
import { addressClientOf } from '../load/clients.ts';
import { QUEUES } from '../load/limits.ts';
import { KeyedQueues } from '../load/queue.ts';
import { tooManyRequests } from '../problems.ts';
import type { SecurityEvent } from './security-log.ts';
import {
  ACCOUNT_FAILURES,
  type Attempt,
  countersOf,
  failuresOf,
  FREE_FAILURES,
  FREE_UNDER_ATTACK,
  isUsedUp,
  type Limit,
  requireNoWait,
  subjectOf,
  widerLimitsOf,
} from './throttle-limits.ts';
import { fingerprint } from './tokens.ts';

// Milliseconds after which the turn of a process that has ended is free.
const LONGEST_CHECK = 10 * SECOND;

export async function isFromKnownNetwork(database: Database, attempt: Attempt, now: Date): Promise<boolean> {
  return (await readCounts(database, [countersOf(attempt).known], now)).size > 0;
}

type Alone = { totals: readonly Limit[]; name: string; clock: () => Date; throttledAs: SecurityEvent };

/**
 * Runs a check in a network that has used up its free failures, unless another process runs one: a failure must count for
 * the next check.
 */
async function checkAlone<Result>(
  database: Database,
  { totals, name, clock, throttledAs }: Alone,
  check: () => Promise<Result>,
): Promise<Result> {
  const turn = { key: fingerprint(`turn:${name}`), account: null, lifetime: LONGEST_CHECK, renewed: false };
  if (!(await claimTurn(database, turn, clock()))) throw tooManyRequests(1).loggedAs(throttledAs);
  try {
    const now = clock();
    requireNoWait(totals, await readCounts(database, totals, now), now, throttledAs);
    return await check();
  } finally {
    await deleteCounters(database, 'key', [turn.key]);
  }
}

/**
 * Returns a function that runs `check` after the other attempts on the account; `check` counts its failure. Throws
 * `too-many-requests` if the attempt must wait, and Overloaded.
 */
export function makeAdmission(database: Database, clock: () => Date) {
  const attempts = new KeyedQueues(QUEUES.throttled);
  return async function admit<Result>(
    attempt: Attempt,
    throttledAs: SecurityEvent,
    check: (isKnown: boolean) => Promise<Result>,
  ): Promise<Result> {
    const isKnown = await isFromKnownNetwork(database, attempt, clock());
    const client = addressClientOf(attempt.ip);
    const totals = isKnown || attempt.hasSession ? [] : failuresOf(attempt);
    const admitted = async () => {
      const now = clock();
      const { accountInNetwork, accountTotal } = countersOf(attempt);
      const wider = isKnown ? [] : widerLimitsOf(attempt);
      const counts = await readCounts(database, [accountInNetwork, accountTotal, ...wider, ...totals], now);
      const isAttacked = !isKnown && isUsedUp(counts.get(accountTotal.key), ACCOUNT_FAILURES);
      const usedUp = totals.find(({ key, free }) => isUsedUp(counts.get(key), free));
      // A code is guessed with a session, so users who have not guessed need not wait for others of their network.
      const free = isAttacked || (attempt.isCode && usedUp) ? FREE_UNDER_ATTACK : FREE_FAILURES;
      const shared = attempt.isCode ? [] : totals;
      requireNoWait([{ ...accountInNetwork, free }, ...wider, ...shared], counts, now, throttledAs);
      if (!usedUp || attempt.isCode) return check(isKnown);
      const alone = { totals, name: usedUp.key, clock, throttledAs };
      return attempts.run(usedUp.key, () => checkAlone(database, alone, () => check(isKnown)), client);
    };
    // Each account has a separate queue for its known networks, which other networks cannot fill.
    return attempts.run(`${isKnown ? 'known' : 'strangers'} ${subjectOf(attempt)}`, admitted, client);
  };
}
