import { readFileSync } from 'node:fs';
import { UsageError } from './usage.ts';

export const SIGN_UP_FIELDS = [
  'name',
  'email',
  'password',
  'confirmedPassword',
  'course_module',
  'bio',
  'contact',
] as const;
export type SignUpField = (typeof SIGN_UP_FIELDS)[number];

/** Names that the specification does not set. `labels` belong to the sign-up form, `signUp` is its submit button. */
export type Settings = {
  storage: { token: string; userId: string };
  labels: Partial<Record<SignUpField, string>>;
  buttons: { signUp?: string; logIn?: string; remove?: string; close?: string };
};

export const DEFAULTS: Settings = { storage: { token: 'token', userId: 'userId' }, labels: {}, buttons: {} };

/** @throws UsageError */
export function readSettings(path: string): Settings {
  const wrong = (reason: string) => new UsageError(`--config ${path}: ${reason}`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw wrong(error instanceof SyntaxError ? 'não é JSON válido' : 'não foi possível ler o arquivo');
  }
  const names: Record<string, readonly string[]> = {
    storage: ['token', 'userId'],
    labels: SIGN_UP_FIELDS,
    buttons: ['signUp', 'logIn', 'remove', 'close'],
  };
  const settings: Record<string, Record<string, string>> = {};
  for (const [group, values] of Object.entries(given ?? {})) {
    const known = names[group];
    if (known === undefined) throw wrong(`"${group}" não existe; use ${Object.keys(names).join(', ')}`);
    for (const [name, text] of Object.entries(values as object)) {
      if (!known.includes(name)) throw wrong(`"${group}.${name}" não existe; use ${known.join(', ')}`);
      if (typeof text !== 'string') throw wrong(`"${group}.${name}" deve ser um texto`);
    }
    settings[group] = values as Record<string, string>;
  }
  return { ...DEFAULTS, ...settings, storage: { ...DEFAULTS.storage, ...settings['storage'] } };
}
