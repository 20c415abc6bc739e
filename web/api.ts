import type { AccountEvent } from '#contract/event.ts';
import type { LevelChange } from '#contract/level-change.ts';
import type { Problem } from '#contract/problem.ts';
import type { ResumeImport } from '#contract/resume.ts';
import type { LogInForm, OpenSession, Session } from '#contract/session.ts';
import type { Technology, TechnologyForm } from '#contract/technology.ts';
import type {
  AccountRemoval,
  OwnUser,
  PasswordReset,
  ProfileChange,
  ResetLinkRequest,
  SignUp,
  User,
} from '#contract/user.ts';
import type { Work, WorkChange, WorkInput } from '#contract/work.ts';

/** The API's origin; empty for this page's own. */
export const BASE = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');

/** The server answered, and refused. Without an answer `fetch` throws a TypeError instead. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: Problem['code'];
  readonly fields: NonNullable<Problem['fields']>;
  /** Seconds until another try makes sense; NaN when the answer does not say. */
  readonly wait: number;

  /** `content` is the parsed body, in any shape: a proxy may have answered. */
  constructor({ status, headers }: Response, content: unknown) {
    const { code = 'internal', fields = {} } = (content ?? {}) as Partial<Problem>;
    super(`${status} ${code}`);
    this.name = 'Refusal';
    this.status = status;
    this.wait = Number(headers.get('Retry-After') ?? NaN);
    this.code = code;
    this.fields = fields;
  }
}

/** Undefined when the server did not refuse. */
export function codeOf(error: unknown): Problem['code'] | undefined {
  return error instanceof Refusal ? error.code : undefined;
}

type Options = { body?: unknown; token?: string; keepalive?: boolean };

// No time-out, by the specification.
async function ask(method: string, path: string, { body, token, keepalive = false }: Options = {}): Promise<Response> {
  const headers = new Headers();
  const files = body instanceof FormData;
  // The browser names a form's type itself, for it chooses the boundary.
  if (body !== undefined && !files) headers.set('Content-Type', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const answer = await fetch(`${BASE}${path}`, {
    method,
    headers,
    keepalive,
    body: files ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Refusal(answer, await contentOf(answer));
  return answer;
}

function contentOf(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

async function call<Answer>(...request: Parameters<typeof ask>): Promise<Answer> {
  return (await contentOf(await ask(...request))) as Answer;
}

/** Rejects an answer that is not whole: a proxy may say 200 to anything. */
async function callFor<Answer>(isWhole: (answer: Answer) => boolean, ...request: Parameters<typeof ask>) {
  const answer = await call<Answer>(...request);
  if (!isWhole(answer)) throw new TypeError('not whole');
  return answer;
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isTechnology({ id, title, status }: Technology): boolean {
  return areTexts(id, title, status);
}

// Without a name its place stays empty.
function isUser({ techs }: User): boolean {
  return techs.every(isTechnology);
}

export function signUp(body: SignUp) {
  return call<OwnUser>('POST', '/users', { body });
}

export function logIn(body: LogInForm) {
  return callFor<Session>(({ token, user }) => areTexts(token, user.id), 'POST', '/sessions', { body });
}

/** The answer does not tell whether anybody has the e-mail. */
export function askForLink(body: ResetLinkRequest) {
  return call<null>('POST', '/password-resets/links', { body });
}

/** Ends every session of the user. */
export function resetPassword(body: PasswordReset) {
  return call<null>('POST', '/password-resets', { body });
}

/** Ends the session on the server; the request survives leaving the page. */
export function logOut(token: string) {
  return call<null>('DELETE', '/sessions', { token, keepalive: true });
}

export function readUser(id: string) {
  return callFor<User>(isUser, 'GET', `/users/${encodeURIComponent(id)}`);
}

export function addTechnology(token: string, body: TechnologyForm) {
  return callFor<Technology>(isTechnology, 'POST', '/users/techs', { body, token });
}

export function changeTechnology(token: string, id: string, body: TechnologyForm) {
  return call<Technology>('PUT', `/users/techs/${encodeURIComponent(id)}`, { body, token });
}

export function removeTechnology(token: string, id: string) {
  return call<null>('DELETE', `/users/techs/${encodeURIComponent(id)}`, { token });
}

/** Possible for `UNDO_MINUTES` after the removal. */
export function restoreTechnology(token: string, id: string) {
  return call<Technology>('POST', `/users/techs/${encodeURIComponent(id)}/restore`, { token });
}

export function readProfile(token: string) {
  return callFor<OwnUser>(isUser, 'GET', '/profile', { token });
}

export function changeProfile(token: string, body: ProfileChange) {
  return call<OwnUser>('PUT', '/profile', { body, token });
}

export function changeAvatar(token: string, file: Blob) {
  const body = new FormData();
  body.set('avatar', file);
  return call<OwnUser>('PATCH', '/users/avatar', { body, token });
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

export function endOtherSessions(token: string) {
  return call<null>('DELETE', '/sessions/others', { token });
}

export function listEvents(token: string) {
  return call<AccountEvent[]>('GET', '/profile/events', { token });
}

/** The oldest come first. */
export function readHistory(token: string) {
  return call<LevelChange[]>('GET', '/profile/history', { token });
}

/** Answers all data of the user as a file (LGPD, articles 18 and 19). */
export function exportProfile(token: string) {
  return ask('GET', '/profile/export', { token });
}

/** Answers technologies and works as a file in the format JSON Resume. */
export function exportResume(token: string) {
  return ask('GET', '/profile/resume.json', { token });
}

/** Answers what an import would do; with `apply` it is done. */
export function importResume(token: string, body: object, { apply }: { apply: boolean }) {
  return call<ResumeImport>('POST', `/profile/resume${apply ? '?apply=true' : ''}`, { body, token });
}

export function removeUser(token: string, id: string, body: AccountRemoval) {
  return call<null>('DELETE', `/users/${encodeURIComponent(id)}`, { body, token });
}
