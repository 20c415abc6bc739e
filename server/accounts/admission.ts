import { type Count, moveLastAttempt, readCounts } from '../database/accounts/attempts.ts';
import type { Database } from '../database/open.ts';
import { addressClientOf } from '../load/clients.ts';
import { QUEUES } from '../load/limits.ts';
import { KeyedQueues } from '../load/queue.ts';
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

export async function isFromKnownNetwork(database: Database, attempt: Attempt, now: Date): Promise<boolean> {
  return (await readCounts(database, [countersOf(attempt).known], now)).size > 0;
}

/**
 * Runs a check in a network that has used up its free failures: one failure per wait. A right password uses up nothing, so
 * others need not wait after it.
 */
async function checkAlone(
  database: Database,
  totals: readonly Limit[],
  { now, throttledAs }: { now: Date; throttledAs: SecurityEvent },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const counts = await readCounts(database, totals, now);
  requireNoWait(totals, counts, now, throttledAs);
  const claimed = new Map<string, Count>();
  let isWrong = false;
  try {
    for (const total of totals) {
      const count = counts.get(total.key);
      if (!isUsedUp(count, total.free)) continue;
      // Another process may have claimed it.
      const hasClaimed = await moveLastAttempt(database, total.key, count.lastAt, now);
      if (!hasClaimed) requireNoWait([total], new Map([[total.key, { ...count, lastAt: now }]]), now, throttledAs);
      claimed.set(total.key, count);
    }
    isWrong = !(await check());
    return !isWrong;
  } finally {
    if (!isWrong) for (const [key, { lastAt }] of claimed) await moveLastAttempt(database, key, now, lastAt);
  }
}

/**
 * Returns a function that runs `check` after the other attempts on the account. `check` counts its own failure, and returns
 * false after one. Throws `too-many-requests` if the attempt must wait, and Overloaded.
 */
export function makeAdmission(database: Database, clock: () => Date) {
  const attempts = new KeyedQueues(QUEUES.throttled);
  return async function admit(
    attempt: Attempt,
    throttledAs: SecurityEvent,
    check: (isKnown: boolean) => Promise<boolean>,
  ): Promise<boolean> {
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
      requireNoWait([{ ...accountInNetwork, free }, ...wider], counts, now, throttledAs);
      if (!usedUp || attempt.isCode) return check(isKnown);
      const checked = () => checkAlone(database, totals, { now: clock(), throttledAs }, () => check(isKnown));
      return attempts.run(usedUp.key, checked, client);
    };
    // Each account has a separate queue for its known networks, which other networks cannot fill.
    return attempts.run(`${isKnown ? 'known' : 'strangers'} ${subjectOf(attempt)}`, admitted, client);
  };
}
