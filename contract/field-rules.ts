import * as z from 'zod/mini';
import { HANDLE, isReserved } from './public/handle-rules.ts';
import type { FieldCode } from './problem.ts';

// Rules do not abort, because zod would then skip the rules that compare two fields. Only `boundedHost` aborts, before
// the next rule parses a host that is too long.
function rule(error: FieldCode) {
  return { error };
}

const requiredOrInvalid = {
  error: (issue: { input?: unknown }): FieldCode => (issue.input === undefined ? 'required' : 'invalid'),
};

// Databases replace lone surrogates, and PostgreSQL rejects NUL.
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

// False for a text of only white space, zero-width spaces, Hangul fillers and the like.
function isVisible(text: string): boolean {
  return /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

export function line(isAllowed = isPlain) {
  return z
    .string(requiredOrInvalid)
    .check(
      z.trim(),
      z.minLength(1, rule('required')),
      z.refine(isVisible, rule('required')),
      z.refine(isAllowed, rule('invalid')),
    );
}

export function lines() {
  return line((text) => isPlain(text.replaceAll(/[\t\r\n]/g, '')));
}

/** For optional fields. */
export function textOrEmpty(field: z.ZodMiniType<string, string>) {
  const empty = z.string().check(z.trim(), z.maxLength(0, { abort: true }));
  return z.union([empty, field], { error: 'invalid' });
}

export function verbatim() {
  return z.string(requiredOrInvalid).check(z.minLength(1, rule('required')), z.refine(isPlain, rule('invalid')));
}

export function atMost(limit: number) {
  return z.refine<string>((text) => Array.from(text).length <= limit, { ...rule('too-long'), params: { limit } });
}

export function atLeastLettersOrDigits(limit: number) {
  return z.refine<string>((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= limit, {
    ...rule('too-short'),
    params: { least: limit },
  });
}

export function oneOf(words: readonly string[]) {
  return z.refine<string>((text) => words.includes(text), { ...rule('not-allowed'), params: { words } });
}

/** Accepts ASCII only, because other alphabets have letters that look like Latin ones. */
export function emailAddress() {
  return z.email(rule('invalid'));
}

export function handle() {
  return z.string(requiredOrInvalid).check(
    z.trim(),
    z.regex(HANDLE, rule('invalid')),
    z.refine((text) => !isReserved(text), rule('not-allowed')),
  );
}

/** A time as the API returns it. PostgreSQL has no year 0. */
export function time() {
  return z.iso.datetime({ precision: 3, ...rule('invalid') }).check(z.regex(/^(?!0000)/, rule('invalid')));
}

export function yesOrNo() {
  return z.boolean(requiredOrInvalid);
}

/** Accepts only http and https, because other schemes are unsafe in links. */
export function webAddress() {
  return z.url({ protocol: /^https?$/, ...rule('invalid') });
}

// A domain name has at most 253 characters (RFC 1035, section 2.3.4), and credentials may precede it.
const LONGEST_HOST = 300;

/** A URL parser takes quadratic time to normalize a host. */
export function hasOverlongHost(text: string): boolean {
  // URL Standard, section 4.4: a parser removes tabs and line breaks, and any of these characters ends a host.
  const [scheme = '', host = ''] = text.replaceAll(/[\t\r\n]/g, '').split(/[/?#\\]+/, 2);
  return /^[\0- ]*(https?|wss?|ftp|file):/i.test(scheme) && Math.max(scheme.length, host.length) > LONGEST_HOST;
}

export function boundedHost() {
  return z.refine<string>((text) => !hasOverlongHost(text), { ...rule('invalid'), abort: true });
}

export function searchText() {
  return z.string(requiredOrInvalid).check(z.trim(), z.refine(isPlain, rule('invalid')));
}

export function positiveInteger() {
  return z.string(requiredOrInvalid).check(z.regex(/^0*[1-9]\d*$/, rule('invalid')));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function uniqueIds(limit: number) {
  return z.array(z.string(requiredOrInvalid).check(z.regex(UUID, rule('invalid'))), requiredOrInvalid).check(
    z.maxLength(limit, rule('too-long')),
    z.overwrite((ids) => [...new Set(ids)]),
  );
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** PostgreSQL would reject a malformed id. It becomes the nil UUID, so the route answers 404. */
export const ById = z.object({
  id: z.pipe(
    z.string(),
    z.transform((id) => (UUID.test(id) ? id : NIL_UUID)),
  ),
});

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
