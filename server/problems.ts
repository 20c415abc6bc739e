import type { FastifyError } from 'fastify';
import type { Problem, ProblemCode } from '#contract/problem.ts';
import { FORMER_HANDLES_LIMIT, HANDLE_DAYS, TECHNOLOGIES_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import { DatabaseUnavailable, UniqueViolation, UserGone } from './database/errors.ts';
import { refusals } from './measures.ts';
import { Overloaded } from './queue.ts';

// Unless the compatibility says otherwise.
const STATUS: Record<ProblemCode, number> = {
  validation: 400,
  'bad-request': 400,
  'wrong-password': 400,
  'limit-reached': 400,
  'invalid-credentials': 401,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'email-taken': 409,
  'handle-taken': 409,
  'technology-taken': 409,
  'payload-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'expectation-failed': 417,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  overloaded: 503,
  unavailable: 503,
};

const MESSAGES = {
  'bad-request': 'The request is malformed',
  unauthenticated: 'A valid session token is required',
  forbidden: 'This belongs to someone else',
  'not-found': 'There is nothing at this address',
  'method-not-allowed': 'This address does not take this method',
  'request-timeout': 'The request took too long to arrive',
  'too-many-requests': 'Too many requests, try again in a moment',
  'payload-too-large': 'The body is too large',
  'uri-too-long': 'The address is too long',
  'unsupported-media-type': 'The body must be JSON (Content-Type: application/json)',
  'expectation-failed': 'The expectation cannot be met',
  'headers-too-large': 'The headers are too large',
  internal: 'Something went wrong on the server',
  overloaded: 'The server is busy, try again in a moment',
  unavailable: 'The service is unavailable, try again in a moment',
} satisfies Partial<Record<ProblemCode, string>>;
type GenericCode = keyof typeof MESSAGES;

// A 401 must name the scheme (RFC 9110, section 15.5.2; RFC 6750).
const CHALLENGE = { 'www-authenticate': 'Bearer' };

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly statusCode: number;
  readonly headers: Record<string, string>;

  constructor(
    problem: Omit<Problem, 'status'>,
    headers: Record<string, string> = {},
    statusCode: number = STATUS[problem.code],
  ) {
    super(String(problem.message));
    this.problem = { status: 'error', ...problem };
    this.statusCode = statusCode;
    this.headers = statusCode === 401 ? { ...CHALLENGE, ...headers } : headers;
  }
}

/** With the usual message of the code. */
export function generic(code: GenericCode, headers?: Record<string, string>): ProblemError {
  return new ProblemError({ message: MESSAGES[code], code }, headers);
}

/** A 415 for an encoding says which is taken (RFC 9110, section 15.5.16). */
export function contentEncoded(): ProblemError {
  const message = 'The body must not be encoded (Content-Encoding)';
  return new ProblemError({ message, code: 'unsupported-media-type' }, { 'accept-encoding': 'identity' });
}

const RETRY = { 'retry-after': '1' };

export function unauthenticated(): ProblemError {
  return generic('unauthenticated');
}

export function tooManyRequests(wait: number): ProblemError {
  return generic('too-many-requests', { 'retry-after': String(wait) });
}

// From here on, messages are the original API's letter for letter: clients match on some.
export function invalidCredentials(): ProblemError {
  return new ProblemError({ message: 'Incorrect email / password combination', code: 'invalid-credentials' });
}

export function emailTaken(status: number): ProblemError {
  const problem = { message: 'Email already exists', code: 'email-taken', fields: { email: 'taken' } } as const;
  return new ProblemError(problem, {}, status);
}

export function emailInUse(status: number): ProblemError {
  const problem = { message: 'E-mail already in use.', code: 'email-taken', fields: { email: 'taken' } } as const;
  return new ProblemError(problem, {}, status);
}

export function handleTaken(): ProblemError {
  const problem = { message: 'Handle already in use.', code: 'handle-taken', fields: { handle: 'taken' } } as const;
  return new ProblemError(problem);
}

export function handlesLimitReached(): ProblemError {
  const message = `A person can change the handle at most ${FORMER_HANDLES_LIMIT} times in ${HANDLE_DAYS} days`;
  return new ProblemError({ message, code: 'limit-reached' });
}

export function oldPasswordMissing(): ProblemError {
  return new ProblemError({
    message: 'You need to inform the old password to set a new password.',
    code: 'wrong-password',
    fields: { old_password: 'required' },
  });
}

/** A change that needs the password, where the server is strict. */
export function passwordMissing(field: 'old_password' | 'password'): ProblemError {
  const message = 'You need to inform the password for this change.';
  return new ProblemError({ message, code: 'wrong-password', fields: { [field]: 'required' } });
}

export function wrongPassword(field: 'old_password' | 'password'): ProblemError {
  const message = 'Old password does not match.';
  return new ProblemError({ message, code: 'wrong-password', fields: { [field]: 'invalid' } });
}

/** A link to a new password that never was, was used, or is over. */
export function resetRefused(): ProblemError {
  return new ProblemError({ message: ['invalid token'], code: 'validation', fields: { token: 'invalid' } });
}

export function userNotFound(): ProblemError {
  return new ProblemError({ message: 'User not found.', code: 'not-found' });
}

export function technologyTaken(status: number): ProblemError {
  const message = 'User Already have this technology created you can only update it';
  return new ProblemError({ message, code: 'technology-taken', fields: { title: 'taken' } }, {}, status);
}

export function technologiesLimitReached(): ProblemError {
  const message = `A person can have at most ${TECHNOLOGIES_LIMIT} technologies`;
  return new ProblemError({ message, code: 'limit-reached' });
}

export function technologyToChangeNotFound(): ProblemError {
  return new ProblemError({ message: 'Tech not found', code: 'not-found' });
}

export function technologyToRemoveNotFound(): ProblemError {
  return new ProblemError({ message: 'Not found tech with this id', code: 'not-found' });
}

export function worksLimitReached(): ProblemError {
  return new ProblemError({ message: `A person can have at most ${WORKS_LIMIT} works`, code: 'limit-reached' });
}

export function workNotFound(): ProblemError {
  return new ProblemError({ message: 'Work not found', code: 'not-found' });
}

export function avatarNotFound(): ProblemError {
  return new ProblemError({ message: 'Avatar not found', code: 'not-found' });
}

export function avatarRefused(reason: 'required' | 'invalid'): ProblemError {
  const message = reason === 'required' ? 'avatar is required' : 'avatar must be one PNG, JPEG or WebP picture';
  return new ProblemError({ message: [message], code: 'validation', fields: { avatar: reason } });
}

/** Throws the problem where the unique index on `column` refuses the row. */
export async function unlessTaken<Result>(
  column: 'email_key' | 'title_key',
  write: Promise<Result>,
  problem: () => ProblemError,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof UniqueViolation && error.columns.includes(column) ? problem() : error;
  }
}

const REFUSALS = new Map<number, GenericCode>([
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [408, 'request-timeout'],
  [413, 'payload-too-large'],
  [414, 'uri-too-long'],
  [415, 'unsupported-media-type'],
  [417, 'expectation-failed'],
  [431, 'headers-too-large'],
]);

/** An unexpected failure is `internal`, which tells nothing about its cause. */
export function toProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof UserGone) return unauthenticated();
  if (error instanceof Overloaded) return generic('overloaded', RETRY);
  // Out of file handles.
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return generic('overloaded', RETRY);
  if (error instanceof DatabaseUnavailable) return generic('unavailable', RETRY);
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  if (status < 400 || status >= 500) return generic('internal');
  return generic(REFUSALS.get(status) ?? 'bad-request');
}

/** Tells whoever measures of a refusal that is about to be sent, and answers it. */
export function tellRefusal(refusal: ProblemError): ProblemError {
  refusals.publish(refusal.problem.code);
  return refusal;
}
