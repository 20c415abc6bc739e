import type { Problem } from '#contract/problem.ts';
import type { LogInForm, Session } from '#contract/session.ts';
import type { Technology, TechnologyForm } from '#contract/technology.ts';
import type { OwnUser, PasswordReset, ResetLinkRequest, SignUp, User } from '#contract/user.ts';

/** The API's origin. Empty when the API serves this page. */
export const BASE = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');

export class ApiError extends Error {
  readonly status: number;
  readonly code: Problem['code'];
  readonly fields: NonNullable<Problem['fields']>;
  readonly retryAfter: number;

  constructor({ status, headers }: Response, body: unknown) {
    const { code = 'internal', fields = {} } = (body ?? {}) as Partial<Problem>;
    super(`${status} ${code}`);
    this.name = 'ApiError';
    this.status = status;
    this.retryAfter = Number(headers.get('Retry-After') ?? NaN);
    this.code = code;
    this.fields = fields;
  }
}

export function codeOf(error: unknown): Problem['code'] | undefined {
  // Not `instanceof`: the boot script, which makes the first call, has its own copy of the class.
  return error instanceof Error && error.name === 'ApiError' ? (error as ApiError).code : undefined;
}

type Options = { body?: unknown; token?: string; keepalive?: boolean };

// The specification rules out a timeout.
export async function request(method: string, path: string, { body, token, keepalive = false }: Options) {
  const headers = new Headers();
  const isFormData = body instanceof FormData;
  // The browser sets the type of a FormData body, because it chooses the multipart boundary.
  if (body !== undefined && !isFormData) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers,
    keepalive,
    body: isFormData ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new ApiError(response, await response.json().catch(() => null));
  return response;
}

/** Throws if the body is incomplete or not JSON: a proxy may answer 200 to any request. */
export async function call<Body>(method: string, path: string, options: Options, isComplete?: (body: Body) => boolean) {
  const text = await (await request(method, path, options)).text();
  const body = (text === '' ? null : JSON.parse(text)) as Body;
  if (isComplete?.(body) === false) throw new TypeError('incomplete response body');
  return body;
}

const areStrings = (...values: unknown[]) => values.every((value) => typeof value === 'string');
const isTechnology = ({ id, title, status }: Technology) => areStrings(id, title, status);
// `name` is not checked: the screen works without it.
export const isUser = ({ techs }: User) => techs.every(isTechnology);

export const signUp = (body: SignUp) => call<OwnUser>('POST', '/users', { body });
export const logIn = (body: LogInForm) =>
  call<Session>('POST', '/sessions', { body }, ({ token, user }) => areStrings(token, user.id));
export const logOut = (token: string) => call<null>('DELETE', '/sessions', { token, keepalive: true });

export const requestResetLink = (body: ResetLinkRequest) => call<null>('POST', '/password-resets/links', { body });
export const resetPassword = (body: PasswordReset) => call<null>('POST', '/password-resets', { body });

export const readUser = (id: string) => call<User>('GET', `/users/${encodeURIComponent(id)}`, {}, isUser);

export const addTechnology = (token: string, body: TechnologyForm) =>
  call<Technology>('POST', '/users/techs', { body, token }, isTechnology);
export const changeTechnology = (token: string, id: string, body: Partial<TechnologyForm>) =>
  call<Technology>('PUT', `/users/techs/${encodeURIComponent(id)}`, { body, token });
export const removeTechnology = (token: string, id: string) =>
  call<null>('DELETE', `/users/techs/${encodeURIComponent(id)}`, { token });
export const restoreTechnology = (token: string, id: string) =>
  call<Technology>('POST', `/users/techs/${encodeURIComponent(id)}/restore`, { token });

export const readProfile = (token: string) => call<OwnUser>('GET', '/profile', { token }, isUser);
