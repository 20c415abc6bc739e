import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send } from '../stop/writer.ts';

type Target = { address: string; agent: Agent; isReady: boolean };
type Answer = Awaited<ReturnType<Send>>;

// In milliseconds.
const ASK_EVERY = 200;
const ANSWER_TIME_OUT = 2_000;

/** Sends requests to the instances that say that they are ready, in turns, and none of them twice. */
export class Balancer {
  /** What no success came back for, and why. */
  readonly failures: string[] = [];
  sent = 0;
  readonly #targets: Target[] = [];
  readonly #watch: NodeJS.Timeout;

  constructor() {
    this.#watch = setInterval(() => {
      for (const target of this.#targets) void this.#ask(target);
    }, ASK_EVERY);
  }

  async add(address: string): Promise<void> {
    const target = { address, agent: new Agent({ keepAlive: true }), isReady: false };
    this.#targets.push(target);
    while (!target.isReady) await sleep(ASK_EVERY / 4);
  }

  close(): void {
    clearInterval(this.#watch);
    for (const { agent } of this.#targets) agent.destroy();
  }

  readonly send: Send = async (method, path, options) => {
    const target = this.#next();
    this.sent += 1;
    try {
      const answer = await carry(target, { method, path, ...options });
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
    if (index < 0 || target === undefined) throw new Error('Nobody is ready');
    this.#targets.push(target);
    return target;
  }

  async #ask(target: Target): Promise<void> {
    // On a connection of its own, as a proxy's check.
    const answer = fetch(`${target.address}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIME_OUT) });
    // oxlint-disable-next-line require-atomic-updates -- the last answer counts
    target.isReady = await answer.then(({ status }) => status === 200).catch(() => false);
  }
}

type Carried = { method: string; path: string; token?: string | undefined; body?: object };

function carry({ address, agent }: Target, { method, path, token, body }: Carried): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const headers = {
    ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request(new URL(path, address), { method, agent, headers })
    .once('error', reject)
    .once('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (piece: string) => (received += piece));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, body: received === '' ? undefined : JSON.parse(received) });
      });
    })
    .end(text);
  return promise;
}
