import type { Answer, Api, Person } from '../api.ts';
import { Deviation } from '../atom.ts';

/** What an answer looks like in a message. */
function describe({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 120)}`.trim();
}

export function expectStatus(call: string, answer: Answer, ...statuses: number[]): void {
  if (!statuses.includes(answer.status)) throw new Deviation(`${call}: ${statuses.join(' ou ')}`, describe(answer));
}

/** Expects these fields, each of the JSON type of the value given for it; `undefined` is a field that must be absent. */
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

/** A refusal says why, in the field `message`: the screens show it. */
export function expectRefusal(call: string, answer: Answer, ...statuses: number[]): void {
  expectStatus(call, answer, ...statuses);
  const { message } = (answer.json ?? {}) as { message?: unknown };
  const isText = typeof message === 'string' || (Array.isArray(message) && message.length > 0);
  if (!isText) throw new Deviation(`${call}: uma recusa com "message"`, describe(answer));
}

/** The people of one check. They are deleted after the run. */
export async function pairOf(api: Api): Promise<[Person, Person]> {
  return [await api.signUp(), await api.signUp({ name: 'Outra Pessoa' })];
}
