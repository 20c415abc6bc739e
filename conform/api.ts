import { randomUUID } from 'node:crypto';
import { UsageError } from './usage.ts';

export type Technology = { id: string; title: string; status: string };
export type SignUp = Record<'name' | 'email' | 'password' | 'bio' | 'contact' | 'course_module', string>;
export type Person = SignUp & { id: string; token: string };
export type Answer = { status: number; headers: Headers; text: string; json: unknown };

export const MODULES = [
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
];

/** A valid sign-up with a unique e-mail. */
export function aPerson(overrides: Partial<SignUp> = {}): SignUp {
  return {
    name: 'Iara Conforme',
    email: `conforme-${randomUUID()}@example.com`,
    password: 'senha123',
    bio: 'Pessoa de teste da suíte de conformidade.',
    contact: 'https://example.com/iara',
    course_module: 'Segundo módulo (Frontend Avançado)',
    ...overrides,
  };
}

type Ask = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

/** A server of the product. It remembers the accounts that a run creates and deletes them afterwards. */
export class Api {
  readonly address: string;
  readonly #accounts = new Map<string, string>();

  constructor(address: string) {
    this.address = address.replace(/\/+$/, '');
  }

  async ask(method: string, path: string, { token, body, headers }: Ask = {}): Promise<Answer> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  remember({ email, password }: { email: string; password: string }): void {
    this.#accounts.set(email, password);
  }

  /** @throws UsageError if the server refuses a valid sign-up or login */
  async signUp(overrides: Partial<SignUp> = {}): Promise<Person> {
    const person = aPerson(overrides);
    const { status, text } = await this.ask('POST', '/users', { body: person });
    if (status >= 300)
      throw new UsageError(`${this.address} recusou um cadastro válido: ${status} ${text.slice(0, 200)}`);
    this.remember(person);
    return this.logIn(person);
  }

  async logIn(person: SignUp): Promise<Person> {
    const { email, password } = person;
    const { status, json, text } = await this.ask('POST', '/sessions', { body: { email, password } });
    const session = json as { token: string; user: { id: string } };
    if (status >= 300) throw new UsageError(`${this.address} recusou um login válido: ${status} ${text.slice(0, 200)}`);
    return { ...person, token: session.token, id: session.user.id };
  }

  async technologiesOf({ id, token }: Person): Promise<Technology[]> {
    const { json } = await this.ask('GET', `/users/${id}`, { token });
    return (json as { techs?: Technology[] } | undefined)?.techs ?? [];
  }

  /** Makes this the person's list. */
  async setTechnologies(person: Person, list: readonly Omit<Technology, 'id'>[]): Promise<void> {
    const { token } = person;
    const old = await this.technologiesOf(person);
    const isSame = ({ title, status }: Technology, at: number) =>
      list[at]?.title === title && list[at].status === status;
    if (old.length === list.length && old.every(isSame)) return;
    for (const { id } of old) await this.ask('DELETE', `/users/techs/${id}`, { token });
    for (const body of list) await this.ask('POST', '/users/techs', { token, body });
  }

  /** Deletes all accounts of this run, if the server supports that. */
  async cleanUp(): Promise<void> {
    for (const [email, password] of this.#accounts) {
      const { json } = await this.ask('POST', '/sessions', { body: { email, password } });
      const { token, user } = (json ?? {}) as { token?: string; user?: { id: string } };
      if (token && user) await this.ask('DELETE', `/users/${user.id}`, { token });
    }
    this.#accounts.clear();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
