import { MINUTE } from '../database/statements/time.ts';
import { addressClientOf } from '../load/clients.ts';
import type { Priority } from '../load/queue.ts';

const FAILURES = 3;
const FIRST_CREDITS = 3;
const MOST_CREDITS = 10;
const SIGN_UP = 0.05;
const NETWORKS = 10_000;

type Attempt = { account: string; ip: string };

/**
 * The priorities of passwords in the queue of hashes, in memory.
 *
 * - 2: a login from a network known to the account, unless `RecentLogins` has the account
 * - 1: a request from a network with credits
 * - 0: all others
 */
export class HashPriorities {
  readonly #recent = new RecentLogins();
  readonly #credits = new NetworkCredits();

  ofLogin({ account, ip }: Attempt, isKnown: boolean, now: Date): Priority {
    return isKnown && !this.#recent.has(account, now) ? 2 : this.#ofNetwork(ip, now);
  }

  addLogin({ account, ip }: Attempt, isRight: boolean, now: Date): void {
    this.#credits.add(widestNetworkOf(ip), isRight && !this.#recent.has(account, now) ? 1 : -1, now);
    this.#recent.add(account, isRight, now);
  }

  ofSignUp(ip: string, now: Date): Priority {
    const priority = this.#ofNetwork(ip, now);
    this.#credits.add(widestNetworkOf(ip), -SIGN_UP, now);
    return priority;
  }

  #ofNetwork(ip: string, now: Date): Priority {
    return this.#credits.has(widestNetworkOf(ip), now) ? 1 : 0;
  }
}

function widestNetworkOf(ip: string): string {
  return addressClientOf(ip).network;
}

type Recent = { failures: number; at: number };

/** Accounts with a right password, or three wrong ones, in the last minute; each wrong one extends it. */
class RecentLogins {
  // Oldest first.
  readonly #accounts = new Map<string, Recent>();

  has(account: string, now: Date): boolean {
    return this.#failures(account, now) >= FAILURES;
  }

  add(account: string, isRight: boolean, now: Date): void {
    const failures = isRight ? FAILURES : this.#failures(account, now) + 1;
    this.#accounts.delete(account);
    this.#accounts.set(account, { failures, at: now.getTime() });
    for (const [oldest, { at }] of this.#accounts) {
      if (isRecent(at, now)) return;
      this.#accounts.delete(oldest);
    }
  }

  #failures(account: string, now: Date): number {
    const recent = this.#accounts.get(account);
    return recent && isRecent(recent.at, now) ? recent.failures : 0;
  }
}

function isRecent(time: number, now: Date): boolean {
  // Absolute: the clock may have been set back.
  return Math.abs(now.getTime() - time) < MINUTE;
}

/**
 * A login adds a credit; a wrong password, or another login of the same account within a minute, costs one. A sign-up
 * costs a twentieth, so that a class can sign up. A network below three credits regains one a minute.
 */
class NetworkCredits {
  // The oldest change first.
  readonly #credits = new Map<string, { count: number; at: number }>();

  has(network: string, now: Date): boolean {
    return this.#count(network, now) >= 1;
  }

  add(network: string, change: number, now: Date): void {
    const count = Math.min(MOST_CREDITS, Math.max(0, this.#count(network, now) + change));
    this.#credits.delete(network);
    this.#credits.set(network, { count, at: now.getTime() });
    const [oldest] = this.#credits.keys();
    if (this.#credits.size > NETWORKS && oldest !== undefined) this.#credits.delete(oldest);
  }

  #count(network: string, now: Date): number {
    const credit = this.#credits.get(network);
    if (!credit) return FIRST_CREDITS;
    // The clock may have been set back.
    const returned = Math.max(0, now.getTime() - credit.at) / MINUTE;
    return Math.max(credit.count, Math.min(FIRST_CREDITS, credit.count + returned));
  }
}
