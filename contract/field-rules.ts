import * as z from 'zod/mini';
import { HANDLE, isReserved } from './public/handle-rules.ts';
import type { FieldCode } from './problem.ts';

// A field shows the first rule it breaks, so their order matters. No rule aborts, or rules between fields would not run:
// but for `endingHost`, which keeps the next one from its work.
function rule(error: FieldCode) {
  return { error };
}

const wanted = {
  error: (issue: { input?: unknown }): FieldCode => (issue.input === undefined ? 'required' : 'invalid'),
};

// Databases store a lone surrogate as U+FFFD, and PostgreSQL takes no NUL: neither would be read back as sent.
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

// Of signs without a shape alone, such as zero-width blanks and Hangul fillers, nothing would be seen or could be clicked.
function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** A required line, trimmed. */
export function line() {
  return z
    .string(wanted)
    .check(
      z.trim(),
      z.minLength(1, rule('required')),
      z.refine(isVisible, rule('required')),
      z.refine(isPlain, rule('invalid')),
    );
}

/** A required text of several lines and tabs, trimmed. */
export function lines() {
  return z.string(wanted).check(
    z.trim(),
    z.minLength(1, rule('required')),
    z.refine(isVisible, rule('required')),
    z.refine((text) => isPlain(text.replaceAll(/[\t\r\n]/g, '')), rule('invalid')),
  );
}

/** A required text that is not trimmed: passwords. */
export function verbatim() {
  return z.string(wanted).check(z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid')));
}

/** Counts code points, which readers count too, and not UTF-16 units. */
export function atMost(limit: number) {
  return z.refine<string>((text) => Array.from(text).length <= limit, { ...rule('too-long'), params: { limit } });
}

/** Letters and digits of any script. */
export function atLeastLettersOrDigits(limit: number) {
  return z.refine<string>((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= limit, {
    ...rule('too-short'),
    params: { least: limit },
  });
}

export function oneOf(words: readonly string[]) {
  return z.refine<string>((text) => words.includes(text), { ...rule('not-allowed'), params: { words } });
}

/** ASCII only: other alphabets have letters that look alike. */
export function emailAddress() {
  return z.email(rule('invalid'));
}

/** The last part of a public profile's address. */
export function handle() {
  return z.string(wanted).check(
    z.trim(),
    z.regex(HANDLE, rule('invalid')),
    z.refine((text) => !isReserved(text), rule('not-allowed')),
  );
}

export function yesOrNo() {
  return z.boolean(wanted);
}

/** http or https: other schemes are unsafe in links. */
export function webAddress() {
  return z.url({ protocol: /^https?$/, ...rule('invalid') });
}

// In characters: no name has more than 253 (RFC 1035, section 2.3.4), and a user and a password may stand before it.
const LONGEST_HOST = 300;

/** Whether to parse an address would take long: the accents of a host are put in order, in the square of their number. */
export function hasEndlessHost(text: string): boolean {
  // As a parser does (URL Standard, section 4.4): no tabs and line ends, and any of these signs ends a host.
  const [scheme = '', host = ''] = text.replaceAll(/[\t\r\n]/g, '').split(/[/?#\\]+/, 2);
  return /^[\0- ]*(https?|wss?|ftp|file):/i.test(scheme) && Math.max(scheme.length, host.length) > LONGEST_HOST;
}

/** Stands before `webAddress`, which would parse it. */
export function endingHost() {
  return z.refine<string>((text) => !hasEndlessHost(text), { ...rule('invalid'), abort: true });
}

/** A line, trimmed, that may be empty. */
export function searchText() {
  return z.string(wanted).check(z.trim(), z.refine(isPlain, rule('invalid')));
}

export function positiveInteger() {
  return z.string(wanted).check(z.regex(/^0*[1-9]\d*$/, rule('invalid')));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Ids of what is the user's own: whose they are, the database tells. One that stands twice counts once. */
export function ownIds(limit: number) {
  return z.array(z.string(wanted).check(z.regex(UUID, rule('invalid'))), wanted).check(
    z.maxLength(limit, rule('too-long')),
    z.overwrite((ids) => [...new Set(ids)]),
  );
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The id in a path. A malformed one, which PostgreSQL cannot even look for, is answered as an unknown one. */
export const ById = z.object({
  id: z.pipe(
    z.string(),
    z.transform((id) => (UUID.test(id) ? id : NOBODY)),
  ),
});

/** Checked whatever else is wrong. */
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
