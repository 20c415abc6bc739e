import { channel } from 'node:diagnostics_channel';
import type { FastifyError } from 'fastify';
import type { Problem, ProblemCode } from '#contract/problem.ts';
import {
  CLASS_MEMBERS_LIMIT,
  CLASSES_LIMIT,
  FORMER_HANDLES_LIMIT,
  HANDLE_DAYS,
  TECHNOLOGIES_LIMIT,
  WORKS_LIMIT,
} from '#contract/limits.ts';
import type { SecurityEvent } from './accounts/security-log.ts';
import { DatabaseUnavailable, UniqueViolation, UserGone } from './database/errors.ts';
import { Overloaded } from './load/queue.ts';

const PROBLEMS = {
  validation: [400],
  'bad-request': [400, 'The request is malformed'],
  'wrong-password': [400],
  'limit-reached': [400],
  'invalid-credentials': [401],
  unauthenticated: [401, 'A valid session token is required'],
  forbidden: [403, 'This belongs to someone else'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not accept this method'],
  'request-timeout': [408, 'The request took too long to arrive'],
  'email-taken': [409],
  'handle-taken': [409],
  'technology-taken': [409],
  'class-full': [409],
  'payload-too-large': [413, 'The body is too large'],
  'uri-too-long': [414, 'The address is too long'],
  'unsupported-media-type': [415, 'The body must be JSON (Content-Type: application/json)'],
  'expectation-failed': [417, 'The expectation cannot be met'],
  'too-many-requests': [429, 'Too many requests, try again in a moment'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on the server'],
  overloaded: [503, 'The server is busy, try again in a moment'],
  unavailable: [503, 'The service is unavailable, try again in a moment'],
} as const satisfies Record<ProblemCode, readonly [status: number, message?: string]>;
type GenericCode = { [Code in ProblemCode]: (typeof PROBLEMS)[Code] extends { 1: string } ? Code : never }[ProblemCode];

// A 401 must name the scheme (RFC 9110, section 15.5.2; RFC 6750).
const CHALLENGE = { 'www-authenticate': 'Bearer' };
const RETRY = { 'retry-after': '1' };

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  event: SecurityEvent | undefined;

  constructor(
    problem: Omit<Problem, 'status'>,
    headers: Record<string, string> = {},
    statusCode: number = PROBLEMS[problem.code][0],
  ) {
    super(String(problem.message));
    this.problem = { status: 'error', ...problem };
    this.statusCode = statusCode;
    this.headers = statusCode === 401 ? { ...CHALLENGE, ...headers } : headers;
  }

  /** Sets the security event that a response with this problem logs. */
  loggedAs(event: SecurityEvent): this {
    this.event = event;
    return this;
  }
}

export function generic(code: GenericCode, headers?: Record<string, string>): ProblemError {
  return new ProblemError({ message: PROBLEMS[code][1], code }, headers);
}

export const unauthenticated = () => generic('unauthenticated');

export const tooManyRequests = (wait: number) => generic('too-many-requests', { 'retry-after': String(wait) });

export function contentEncoded(): ProblemError {
  const message = 'The body must not be encoded (Content-Encoding)';
  return new ProblemError({ message, code: 'unsupported-media-type' }, { 'accept-encoding': 'identity' });
}

const notFound = (message: string) => new ProblemError({ message, code: 'not-found' });
const limitReached = (message: string) => new ProblemError({ message, code: 'limit-reached' });

// The original API's messages are copied letter for letter, because clients compare some of them.
export const invalidCredentials = () =>
  new ProblemError({ message: 'Incorrect email / password combination', code: 'invalid-credentials' }).loggedAs(
    'authn_login_fail',
  );
/** For a sign-up. A change of the e-mail has another message and status, as in the original API. */
export const emailTaken = (status: number) => taken('email-taken', 'email', 'Email already exists', status);
export const changedEmailTaken = (status: number) =>
  taken('email-taken', 'email', 'E-mail already in use.', status).loggedAs('user_update_fail');
export const handleTaken = () => taken('handle-taken', 'handle', 'Handle already in use.');
export const handlesLimitReached = () =>
  limitReached(`A person can change the handle at most ${FORMER_HANDLES_LIMIT} times in ${HANDLE_DAYS} days`);

export const oldPasswordMissing = () =>
  passwordProblem('old_password', 'required', 'You need to inform the old password to set a new password.');
export const passwordMissing = (field: PasswordField) =>
  passwordProblem(field, 'required', 'You need to inform the password for this change.');
export const wrongPassword = (field: PasswordField) =>
  passwordProblem(field, 'invalid', 'Old password does not match.').loggedAs('authn_login_fail');
export const invalidResetToken = () =>
  new ProblemError({ message: ['invalid token'], code: 'validation', fields: { token: 'invalid' } }).loggedAs(
    'authn_reset_fail',
  );

export const technologyTaken = (status: number) =>
  taken('technology-taken', 'title', 'User Already have this technology created you can only update it', status);
export const technologiesLimitReached = () =>
  limitReached(`A person can have at most ${TECHNOLOGIES_LIMIT} technologies`);
export const worksLimitReached = () => limitReached(`A person can have at most ${WORKS_LIMIT} works`);

export const taughtClassesLimitReached = () => limitReached(`A person can teach at most ${CLASSES_LIMIT} classes`);
export const joinedClassesLimitReached = () => limitReached(`A person can be in at most ${CLASSES_LIMIT} classes`);
export const classFull = () =>
  new ProblemError({ message: `A class can have at most ${CLASS_MEMBERS_LIMIT} members`, code: 'class-full' });

export const userNotFound = () => notFound('User not found.');
export const technologyToChangeNotFound = () => notFound('Tech not found');
export const technologyToRemoveNotFound = () => notFound('Not found tech with this id');
export const workNotFound = () => notFound('Work not found');
export const classNotFound = () => notFound('Class not found.');
export const avatarNotFound = () => notFound('Avatar not found');

export function invalidAvatar(reason: 'required' | 'invalid'): ProblemError {
  const message = reason === 'required' ? 'avatar is required' : 'avatar must be one PNG, JPEG or WebP picture';
  return new ProblemError({ message: [message], code: 'validation', fields: { avatar: reason } });
}

function taken(code: ProblemCode, field: string, message: string, status?: number): ProblemError {
  return new ProblemError({ message, code, fields: { [field]: 'taken' } }, {}, status);
}

type PasswordField = 'old_password' | 'password';

function passwordProblem(field: PasswordField, reason: 'required' | 'invalid', message: string): ProblemError {
  return new ProblemError({ message, code: 'wrong-password', fields: { [field]: reason } });
}

/** Throws `problem` if the unique index on `column` rejects the row. */
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

const GENERIC_BY_STATUS = new Map<number, GenericCode>(
  Object.entries(PROBLEMS).flatMap(([code, [status, message]]) =>
    message === undefined || status >= 500 ? [] : [[status, code as GenericCode]],
  ),
);

/** True if the database is busy, unreachable, or already closed by a shutdown. */
export function isUnavailable(error: Error): boolean {
  return error instanceof DatabaseUnavailable || error.message === 'driver has already been destroyed';
}

export function toProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof UserGone) return unauthenticated();
  if (error instanceof Overloaded) return generic('overloaded', RETRY);
  if ('code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')) return generic('overloaded', RETRY);
  if (isUnavailable(error)) return generic('unavailable', RETRY);
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  if (status < 400 || status >= 500) return generic('internal');
  return generic(GENERIC_BY_STATUS.get(status) ?? 'bad-request');
}

export const refusals = channel('trilha:refusal');

/** Publishes the code of a refusal, for the metrics. */
export function publishRefusal(refusal: ProblemError): ProblemError {
  refusals.publish(refusal.problem.code);
  return refusal;
}
