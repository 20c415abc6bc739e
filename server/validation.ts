import type * as z from 'zod/mini';
import { FIELD_CODES, type FieldCode } from '#contract/problem.ts';
import { PASSWORD_MINIMUM, PASSWORD_MINIMUM_STRICT, PINNED_WORKS_LIMIT } from '#contract/limits.ts';
import { ProblemError } from './problems.ts';

const DESCRIPTIONS: Record<FieldCode, (field: string, limit: string) => string> = {
  required: (field) => `${field} is required`,
  invalid: (field) => `invalid ${field}`,
  'too-short': (field) => `${field}: minimum is ${PASSWORD_MINIMUM} characters`,
  'too-long': (field, limit) => `${field}: maximum is ${limit}`,
  taken: (field) => `${field} is taken`,
  'not-allowed': (field) => `${field} is not one of the accepted values`,
  'too-many': (field) => `${field}: maximum is ${PINNED_WORKS_LIMIT} works`,
  'below-minimum': (field) => `${field}: minimum is ${PASSWORD_MINIMUM_STRICT} characters`,
  'too-common': (field) => `${field} is one of the most common`,
  personal: (field) => `${field} must not be your name or e-mail`,
};

export function invalidField(field: string, reason: FieldCode): ProblemError {
  const message = [DESCRIPTIONS[reason](field, '')];
  return new ProblemError({ message, code: 'validation', fields: { [field]: reason } });
}

function limitOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') return `${issue.maximum} items`;
  return issue.code === 'custom' ? `${String(issue.params?.['limit'])} characters` : '';
}

/** Reports the first broken rule of each field. */
export function validation({ issues }: z.core.$ZodError): ProblemError {
  const message: string[] = [];
  const fields: Record<string, FieldCode> = {};
  for (const issue of issues) {
    const [first] = issue.path;
    if (first === undefined)
      return new ProblemError({ message: 'The body must be a JSON object', code: 'bad-request' });
    const field = String(first);
    if (Object.hasOwn(fields, field)) continue;
    const code = FIELD_CODES.find((known) => known === issue.message) ?? 'invalid';
    fields[field] = code;
    message.push(DESCRIPTIONS[code](field, limitOf(issue)));
  }
  return new ProblemError({ message, code: 'validation', fields });
}
