import { setTimeout as sleep } from 'node:timers/promises';
import { type Send, sendTo } from './writer.ts';

type Target = { address: string; send: Send; isReady: boolean };

// In milliseconds.
const CHECK_EVERY = 100;

/** Sends each request once, in turn to the instances that are ready. */
export class Balancer {
  /** The failed requests, with the reasons. */
  readonly failures: string[] = [];
  sent = 0;
  readonly #targets: Target[] = [];
  #isClosed = false;

  /** Waits until the instance is ready. */
  async add(address: string): Promise<void> {
    const target = { address, send: sendTo(address), isReady: false };
    this.#targets.push(target);
    void this.#watch(target);
    while (!target.isReady) await sleep(CHECK_EVERY);
  }

  /** Waits until the instance gets no more requests. */
  async left(address: string): Promise<void> {
    while (this.#targets.some((target) => target.address === address && target.isReady)) await sleep(CHECK_EVERY);
  }

  close(): void {
    this.#isClosed = true;
  }

  readonly send: Send = async (method, path, options) => {
    this.sent += 1;
    try {
      const answer = await this.#next().send(method, path, options);
      if (answer.status >= 300) this.failures.push(`${method} ${path}: ${answer.status}`);
      return answer;
    } catch (error) {
      this.failures.push(`${method} ${path}: ${String(error)}`);
      throw error;
    }
  };

  #next(): Target {
    const index = this.#targets.findIndex(({ isReady }) => isReady);
    const [target] = this.#targets.splice(index, 1);
    if (index < 0 || target === undefined) throw new Error('No instance is ready');
    this.#targets.push(target);
    return target;
  }

  /** Checks an instance again and again, one check after the other. */
  async #watch(target: Target): Promise<void> {
    while (!this.#isClosed) {
      const answer = fetch(`${target.address}/readyz`);
      target.isReady = await answer.then(({ status }) => status === 200).catch(() => false);
      await sleep(CHECK_EVERY);
    }
  }
}
