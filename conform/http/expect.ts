import type { Answer, Api, Person } from '../api.ts';
import { Deviation } from '../atom.ts';

function describe({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 120)}`.trim();
}

export function expectStatus(call: string, answer: Answer, ...statuses: number[]): void {
  if (!statuses.includes(answer.status)) throw new Deviation(`${call}: ${statuses.join(' ou ')}`, describe(answer));
}

/** Each field must have the JSON type of its example in `shape`. An example of `undefined`: the field must be absent. */
export function expectShape(what: string, value: unknown, shape: Record<string, unknown>): void {
  const fields = (value ?? {}) as Record<string, unknown>;
  for (const [name, example] of Object.entries(shape)) {
    const [seen, wanted] = [kindOf(fields[name]), kindOf(example)];
    if (seen !== wanted) throw new Deviation(`${what} com ${name}: ${wanted}`, `${name}: ${seen}`);
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'ausente';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'uma lista';
  return { string: 'um texto', number: 'um número', boolean: 'um booleano' }[typeof value as string] ?? 'um objeto';
}

/** Expects one of the statuses, and a `message`, which screens show. */
export function expectRefusal(call: string, answer: Answer, ...statuses: number[]): void {
  expectStatus(call, answer, ...statuses);
  const { message } = (answer.json ?? {}) as { message?: unknown };
  const isText = typeof message === 'string' || (Array.isArray(message) && message.length > 0);
  if (!isText) throw new Deviation(`${call}: uma recusa com "message"`, describe(answer));
}

/** `Api` deletes them after the run. */
export async function signUpTwo(api: Api): Promise<[Person, Person]> {
  return [await api.signUp(), await api.signUp({ name: 'Outra Pessoa' })];
}
