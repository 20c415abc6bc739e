import * as z from 'zod/mini';
import type { FieldCode } from './problem.ts';

// A field is told the first rule it breaks, so the order of the rules matters. None of them stops the others: that would
// also stop the rules that compare one field with another.
function rule(error: FieldCode) {
  return { error };
}

const wanted = {
  error: (issue: { input?: unknown }): FieldCode => (issue.input === undefined ? 'required' : 'invalid'),
};

// A lone surrogate and its replacement character are stored as the same text, and PostgreSQL takes no NUL:
// refusing both here keeps what is read back equal to what was sent, on every database.
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** A required line of text, trimmed. */
export function line() {
  return z.string(wanted).check(z.trim(), z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid')));
}

/** A required text of one or more lines, trimmed; it may also hold tabs. */
export function lines() {
  return z.string(wanted).check(
    z.trim(),
    z.minLength(1, rule('required')),
    z.refine((text) => isPlain(text.replaceAll(/[\t\r\n]/g, '')), rule('invalid')),
  );
}

/** A required text kept exactly as typed: for passwords, which are never trimmed. */
export function verbatim() {
  return z.string(wanted).check(z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid')));
}

/** At most `limit` code points: what a person counts as characters, rather than UTF-16 units. The issue tells the limit. */
export function atMost(limit: number) {
  return z.refine<string>((text) => Array.from(text).length <= limit, { ...rule('too-long'), params: { limit } });
}

/** At least `limit` letters or digits in all, of any script; anything else may stand between them. */
export function atLeastLettersOrDigits(limit: number) {
  return z.refine<string>((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= limit, {
    ...rule('too-short'),
    params: { least: limit },
  });
}

/** One of a closed list of words, which the check carries along. */
export function oneOf(words: readonly string[]) {
  return z.refine<string>((text) => words.includes(text), { ...rule('not-allowed'), params: { words } });
}

/** An ASCII e-mail address: a wider alphabet would let two spellings of one address look alike. */
export function emailAddress() {
  return z.email(rule('invalid'));
}

/** An absolute http or https address, the only kinds that are safe to turn into a link. */
export function webAddress() {
  return z.url({ protocol: /^https?$/, ...rule('invalid') });
}

/** A line of text, trimmed, that may be empty: what is looked for. */
export function searchText() {
  return z.string(wanted).check(z.trim(), z.refine(isPlain, rule('invalid')));
}

/** A whole number from 1 on, in digits, as an address holds it. */
export function positiveInteger() {
  return z.string(wanted).check(z.regex(/^0*[1-9]\d*$/, rule('invalid')));
}

/** The id in a path: any text, for a malformed id is answered as an unknown one. */
export const ById = z.object({ id: z.string() });

/** That a password was typed the same twice; a repetition that differs is told beside the other problems, not after them. */
export function repeatedPassword() {
  return z.refine<{ password: string; confirmedPassword: string }>(
    ({ password, confirmedPassword }) => password === confirmedPassword,
    {
      error: 'different',
      path: ['confirmedPassword'],
      when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'confirmedPassword'),
    },
  );
}
