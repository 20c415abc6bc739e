import { MINUTE } from '../database/statements/time.ts';
import { addressClientOf } from '../load/clients.ts';
import type { Priority } from '../load/queue.ts';

const FIRST_CREDITS = 3;
const MOST_CREDITS = 10;
const NETWORKS = 10_000;

type Attempt = { account: string; ip: string };

/**
 * Decides which password is hashed first, in the memory of this process. 2: a login from a network that the account
 * knows, once a minute, because seventy accounts in turn would fill the queue. 1: from a network with credits. 0: others.
 */
export class HashPriorities {
  readonly #logins = new RecentLogins();
  readonly #credits = new NetworkCredits();

  ofLogin({ account, ip }: Attempt, isKnown: boolean, now: Date): Priority {
    return isKnown && !this.#logins.has(account, now) ? 2 : this.#ofNetwork(networkOf(ip), now);
  }

  addLogin({ account, ip }: Attempt, isRight: boolean, now: Date): void {
    this.#credits.add(networkOf(ip), isRight && !this.#logins.has(account, now) ? 1 : -1, now);
    if (isRight) this.#logins.add(account, now);
  }

  /** Takes a credit. */
  ofSignUp(ip: string, now: Date): Priority {
    const network = networkOf(ip);
    const priority = this.#ofNetwork(network, now);
    this.#credits.add(network, -1, now);
    return priority;
  }

  #ofNetwork(network: string, now: Date): Priority {
    return this.#credits.has(network, now) ? 1 : 0;
  }
}

function networkOf(ip: string): string {
  return addressClientOf(ip).network;
}

/** The accounts whose password was right within the last minute. */
class RecentLogins {
  // Oldest first.
  readonly #times = new Map<string, number>();

  has(account: string, now: Date): boolean {
    return isRecent(this.#times.get(account), now);
  }

  add(account: string, now: Date): void {
    this.#times.delete(account);
    this.#times.set(account, now.getTime());
    for (const [oldest, time] of this.#times) {
      if (isRecent(time, now)) return;
      this.#times.delete(oldest);
    }
  }
}

function isRecent(time: number | undefined, now: Date): boolean {
  // Absolute: the clock may have been set back.
  return time !== undefined && Math.abs(now.getTime() - time) < MINUTE;
}

/**
 * A network begins with three credits. A login adds one; a wrong password, a sign-up, or another login of the account
 * within a minute takes one. One a minute comes back, up to three.
 */
class NetworkCredits {
  // The oldest change first.
  readonly #credits = new Map<string, { count: number; at: number }>();

  has(network: string, now: Date): boolean {
    return this.#count(network, now) >= 1;
  }

  add(network: string, change: 1 | -1, now: Date): void {
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
