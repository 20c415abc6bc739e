import type { Problem } from '#contract/problem.ts';
import type { LogInForm, Session } from '#contract/session.ts';
import type { Technology, TechnologyForm } from '#contract/technology.ts';
import type { OwnUser, SignUp, User } from '#contract/user.ts';

/** Where the API is: this page's own origin, unless the build names another. */
const BASE = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');

/** The server answered, and refused. A network that gives no answer is no refusal: there `fetch` throws its TypeError. */
export class Refusal extends Error {
  readonly code: Problem['code'];
  readonly fields: NonNullable<Problem['fields']>;

  /** `content` is whatever came as the body: a proxy on the way may have answered in a shape of its own. */
  constructor(status: number, content: unknown) {
    const { code = 'internal', fields = {} } = (content ?? {}) as Partial<Problem>;
    super(`${status} ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
  }
}

type Options = { body?: unknown; token?: string; keepalive?: boolean };

// No time-out, as the specification has it: a slow network is waited for, and the screens say so.
async function call<Answer>(method: string, path: string, { body, token, keepalive }: Options = {}): Promise<Answer> {
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const answer = await fetch(`${BASE}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive === undefined ? {} : { keepalive }),
  });
  const content: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, content);
  return content as Answer;
}

export function signUp(body: SignUp) {
  return call<OwnUser>('POST', '/users', { body });
}

export function logIn(body: LogInForm) {
  return call<Session>('POST', '/sessions', { body });
}

/** Ends the session on the server too; goes on when the page is left. */
export function logOut(token: string) {
  return call<null>('DELETE', '/sessions', { token, keepalive: true });
}

export function readUser(id: string) {
  return call<User>('GET', `/users/${encodeURIComponent(id)}`);
}

export function addTechnology(token: string, body: TechnologyForm) {
  return call<Technology>('POST', '/users/techs', { body, token });
}

export function changeTechnology(token: string, id: string, body: TechnologyForm) {
  return call<Technology>('PUT', `/users/techs/${encodeURIComponent(id)}`, { body, token });
}

export function removeTechnology(token: string, id: string) {
  return call<null>('DELETE', `/users/techs/${encodeURIComponent(id)}`, { token });
}

/** Takes a deletion back, within a minute of it. */
export function restoreTechnology(token: string, id: string) {
  return call<Technology>('POST', `/users/techs/${encodeURIComponent(id)}/restore`, { token });
}
