import { readFileSync } from 'node:fs';
import type { FieldCode } from '#contract/problem.ts';
import { PASSWORD_MINIMUM_STRICT } from '#contract/limits.ts';
import { invalidField } from '../validation.ts';

/** `strict` adds the rules of NIST SP 800-63B and OWASP ASVS 6.2 to the specification's. */
export type PasswordProfile = 'spec' | 'strict';

const COMMON = new URL('common-passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** Throws `validation` for `password` with the first rule of the profile that a new password breaks. */
export function requireRules(profile: PasswordProfile, password: string, user: { name: string; email: string }): void {
  const broken = profile === 'strict' ? brokenRule(password, user) : undefined;
  if (broken !== undefined) throw invalidField('password', broken);
}

function brokenRule(password: string, user: { name: string; email: string }): FieldCode | undefined {
  if (Array.from(password).length < PASSWORD_MINIMUM_STRICT) return 'below-minimum';
  common ??= new Set(readFileSync(COMMON, 'utf8').split('\n'));
  if (common.has(password.toLowerCase())) return 'too-common';
  return isPersonal(password, user) ? 'personal' : undefined;
}

function isPersonal(password: string, { name, email }: { name: string; email: string }): boolean {
  const words = [name, ...name.split(/\s+/), email, email.replace(/@.*$/, '')];
  return [foldLetters, foldAll].some((fold) => {
    const folded = fold(password);
    return folded !== '' && words.some((word) => fold(word) === folded);
  });
}

function foldAll(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function foldLetters(text: string): string {
  return foldAll(text).replaceAll(/\p{N}/gu, '');
}
