import { expect } from 'vitest';
import { aPerson, aTechnology } from '../../helpers/make.ts';

export type Send = (
  method: string,
  path: string,
  options?: { token?: string | undefined; body?: object },
) => Promise<{ status: number; body: unknown }>;

export function sendTo(address: string, fixed: Record<string, string> = {}): Send {
  return async (method, path, { token, body } = {}) => {
    const headers = {
      ...fixed,
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${address}${path}`, init);
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

type Listed = { id: string; status: string };

/** The server was overloaded, as a slow machine may be: the write may have been done or not. */
export class Refused extends Error {}

/** A user who writes continuously and records the acknowledged writes. */
export class Writer {
  acknowledged = 0;
  readonly #token: string;
  /** The level of each technology; undefined while a change is unacknowledged. */
  readonly #levels = new Map<string, string | undefined>();
  readonly #removed = new Set<string>();

  private constructor(token: string) {
    this.#token = token;
  }

  static async signUp(send: Send): Promise<Writer> {
    let person = aPerson();
    await patiently(201, () => {
      person = aPerson();
      return send('POST', '/users', { body: person });
    });
    const { email, password } = person;
    const session = await patiently(200, () => send('POST', '/sessions', { body: { email, password } }));
    return new Writer((session as { token: string }).token);
  }

  /** Adds two technologies, changes one and removes the other. The cap of technologies allows 500 calls. Throws Refused. */
  async write(send: Send): Promise<void> {
    const changed = await this.#add(send);
    this.#levels.set(changed, undefined);
    await this.#acknowledge(send, 'PUT', `/users/techs/${changed}`, { status: 'Avançado' });
    this.#levels.set(changed, 'Avançado');
    const removed = await this.#add(send);
    this.#levels.delete(removed);
    await this.#acknowledge(send, 'DELETE', `/users/techs/${removed}`);
    this.#removed.add(removed);
  }

  /** Counts the technologies that differ from the last acknowledged write. */
  async lost(send: Send): Promise<number> {
    const profile = await patiently(200, () => send('GET', '/profile', { token: this.#token }));
    const levels = new Map((profile as { techs: Listed[] }).techs.map((listed) => [listed.id, listed.status]));
    const wrong = [...this.#levels].filter(
      ([id, level]) => !levels.has(id) || ![undefined, levels.get(id)].includes(level),
    );
    return wrong.length + [...this.#removed].filter((id) => levels.has(id)).length;
  }

  async #add(send: Send): Promise<string> {
    const { id, status } = (await this.#acknowledge(send, 'POST', '/users/techs', aTechnology())) as Listed;
    this.#levels.set(id, status);
    return id;
  }

  async #acknowledge(send: Send, method: string, path: string, body?: object): Promise<unknown> {
    const answer = await send(method, path, { token: this.#token, ...(body && { body }) });
    if (answer.status === 503) throw new Refused();
    expect(answer.status).toBeLessThan(300);
    this.acknowledged += 1;
    return answer.body;
  }
}

/** Repeats a request until the server has room for it. Returns the body. */
async function patiently(status: number, ask: () => ReturnType<Send>): Promise<unknown> {
  const answer = { status: 503, body: undefined as unknown };
  await expect.poll(async () => Object.assign(answer, await ask()).status).toBe(status);
  return answer.body;
}
