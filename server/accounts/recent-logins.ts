import { MINUTE } from '../database/statements/time.ts';

/** The accounts whose password was right within the last minute, in the memory of this process. */
export class RecentLogins {
  // Oldest first.
  readonly #times = new Map<string, number>();

  hasRecent(account: string, now: Date): boolean {
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
