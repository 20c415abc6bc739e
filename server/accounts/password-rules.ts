import { readFileSync } from 'node:fs';
import type { FieldCode } from '#contract/problem.ts';
import { PASSWORD_MINIMUM_STRICT } from '#contract/limits.ts';

/** `strict` adds to the specification's rule what NIST SP 800-63B and OWASP ASVS 6.2 ask for. */
export type PasswordProfile = 'spec' | 'strict';

const COMMON = new URL('common-passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** The first rule of the profile that a new password breaks. */
export function brokenRule(
  profile: PasswordProfile,
  password: string,
  user: { name: string; email: string },
): FieldCode | undefined {
  if (profile === 'spec') return undefined;
  if (Array.from(password).length < PASSWORD_MINIMUM_STRICT) return 'below-minimum';
  common ??= new Set(readFileSync(COMMON, 'utf8').split('\n'));
  if (common.has(password.toLowerCase())) return 'too-common';
  return isPersonal(password, user) ? 'personal' : undefined;
}

/** Nothing but the name, a part of it, or the e-mail, however it is written and whatever digits stand around. */
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
