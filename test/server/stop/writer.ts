import { expect } from 'vitest';
import { aPerson, aTechnology } from '../../helpers/make.ts';

/** One request, whoever carries it. Throws when it is not answered. */
export type Send = (
  method: string,
  path: string,
  options?: { token?: string | undefined; body?: object },
) => Promise<{ status: number; body: unknown }>;

type Listed = { id: string; status: string };

/** The server had no room, as on a slow machine: nobody knows whether it wrote. */
export class Refused extends Error {}

/** Somebody who writes again and again, and remembers what was acknowledged. */
export class Writer {
  acknowledged = 0;
  readonly #token: string;
  /** The level of each technology; undefined when the answer about it never came. */
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

  /** Adds two technologies, changes the one and removes the other: two thousand calls at most, for the cap. Throws Refused. */
  async write(send: Send): Promise<void> {
    const kept = await this.#add(send);
    this.#levels.set(kept, undefined);
    await this.#acknowledge(send, 'PUT', `/users/techs/${kept}`, { status: 'Avançado' });
    this.#levels.set(kept, 'Avançado');
    const gone = await this.#add(send);
    this.#levels.delete(gone);
    await this.#acknowledge(send, 'DELETE', `/users/techs/${gone}`);
    this.#removed.add(gone);
  }

  /** How many technologies are not as the last acknowledged write has left them. */
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

/** Asks until there is room for it. Answers the body. */
async function patiently(wanted: number, ask: () => ReturnType<Send>): Promise<unknown> {
  const answer = { status: 503, body: undefined as unknown };
  await expect.poll(async () => Object.assign(answer, await ask()).status).toBe(wanted);
  return answer.body;
}
