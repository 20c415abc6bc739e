import type { Problem } from '#contract/problem.ts';
import type { LogInForm, OpenSession, Session } from '#contract/session.ts';
import type { Technology, TechnologyForm } from '#contract/technology.ts';
import type { AccountRemoval, OwnUser, ProfileChange, SignUp, User } from '#contract/user.ts';
import type { Work, WorkChange, WorkInput } from '#contract/work.ts';

/** Where the API is: this page's own origin, unless the build names another. */
export const BASE = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');

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
async function ask(method: string, path: string, { body, token, keepalive }: Options = {}): Promise<Response> {
  const headers = new Headers();
  const files = body instanceof FormData;
  // Of files it is the browser that names the type: it makes up the boundary between them.
  if (body !== undefined && !files) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const answer = await fetch(`${BASE}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: files ? body : JSON.stringify(body) }),
    ...(keepalive === undefined ? {} : { keepalive }),
  });
  if (!answer.ok) throw new Refusal(answer.status, await contentOf(answer));
  return answer;
}

function contentOf(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

async function call<Answer>(...request: Parameters<typeof ask>): Promise<Answer> {
  return (await contentOf(await ask(...request))) as Answer;
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

export function readProfile(token: string) {
  return call<OwnUser>('GET', '/profile', { token });
}

export function changeProfile(token: string, body: ProfileChange) {
  return call<OwnUser>('PUT', '/profile', { body, token });
}

export function changeAvatar(token: string, file: Blob) {
  const body = new FormData();
  body.set('avatar', file);
  return call<OwnUser>('PATCH', '/users/avatar', { body, token });
}

/**
 * Where this page fetches a picture from: the server may know itself by another name than the one the page came from, and
 * the page's content policy allows none but that.
 */
export function pictureAddress(url: string | null): string | null {
  return url && `${BASE}${new URL(url).pathname}`;
}

export function removeAvatar(token: string) {
  return call<OwnUser>('DELETE', '/users/avatar', { token });
}

export function addWork(token: string, body: WorkInput) {
  return call<Work>('POST', '/users/works', { body, token });
}

export function changeWork(token: string, id: string, body: WorkChange) {
  return call<Work>('PUT', `/users/works/${encodeURIComponent(id)}`, { body, token });
}

export function removeWork(token: string, id: string) {
  return call<null>('DELETE', `/users/works/${encodeURIComponent(id)}`, { token });
}

export function listSessions(token: string) {
  return call<OpenSession[]>('GET', '/sessions', { token });
}

/** Ends all sessions of the person but this one. */
export function endOtherSessions(token: string) {
  return call<null>('DELETE', '/sessions/others', { token });
}

/** Everything that is held about the person, as a file, and the name that the server gives it. */
export async function exportProfile(token: string) {
  const answer = await ask('GET', '/profile/export', { token });
  const [, name] = /filename="?([^";]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? [];
  return { name, content: await answer.blob() };
}

/** Deletes the account and everything in it. */
export function removeUser(token: string, id: string, body: AccountRemoval) {
  return call<null>('DELETE', `/users/${encodeURIComponent(id)}`, { body, token });
}
