import type { AccountEvent } from '#contract/event.ts';
import type { ResumeImport } from '#contract/resume.ts';
import type { OpenSession } from '#contract/session.ts';
import type { PasswordConfirmation, HandleAvailability, OwnUser, ProfileChange } from '#contract/user.ts';
import type { Work, WorkChange, WorkInput } from '#contract/work.ts';
import { ApiError, BASE, call, isUser, request } from '../../api.ts';

// Beside the screens, because every page loads `web/api.ts`.

export const changeProfile = (token: string, body: ProfileChange) =>
  call<OwnUser>('PUT', '/profile', { body, token }, isUser);

export function changeAvatar(token: string, file: Blob) {
  const body = new FormData();
  body.set('avatar', file);
  return call<OwnUser>('PATCH', '/users/avatar', { body, token }, isUser);
}

export const removeAvatar = (token: string) => call<OwnUser>('DELETE', '/users/avatar', { token }, isUser);

const isWork = ({ id, technologies }: Work) => typeof id === 'string' && Array.isArray(technologies);

export const addWork = (token: string, body: WorkInput) => call<Work>('POST', '/users/works', { body, token }, isWork);
export const changeWork = (token: string, id: string, body: WorkChange) =>
  call<Work>('PUT', `/users/works/${encodeURIComponent(id)}`, { body, token }, isWork);
export const removeWork = (token: string, id: string) =>
  call<null>('DELETE', `/users/works/${encodeURIComponent(id)}`, { token });

export const listSessions = (token: string) => call<OpenSession[]>('GET', '/sessions', { token }, Array.isArray);
export const endOtherSessions = (token: string, body: PasswordConfirmation) =>
  call<null>('DELETE', '/sessions/others', { body, token });
export const listEvents = (token: string) => call<AccountEvent[]>('GET', '/profile/events', { token }, Array.isArray);

/** The user's page as others see it. XMLHttpRequest parses HTML without a Trusted Types policy; no script in it runs. */
export function readOwnPage(token: string): Promise<Document> {
  const { promise, resolve, reject } = Promise.withResolvers<Document>();
  const http = new XMLHttpRequest();
  http.open('GET', `${BASE}/profile/page`);
  http.setRequestHeader('Authorization', `Bearer ${token}`);
  http.responseType = 'document';
  http.addEventListener('error', () => reject(new TypeError('network error')));
  http.addEventListener('load', () => {
    const page = http.response as Document | null;
    if (http.status === 200 && page !== null) resolve(page);
    else reject(new ApiError(new Response(null, { status: http.status }), null));
  });
  http.send();
  return promise;
}

export const checkHandle = (token: string, handle: string) =>
  call<HandleAvailability>(
    'GET',
    `/profile/handles/${encodeURIComponent(handle)}`,
    { token },
    ({ available }) => typeof available === 'boolean',
  );

export const exportProfile = (token: string) => request('GET', '/profile/export', { token });
export const exportResume = (token: string) => request('GET', '/profile/resume.json', { token });
/** Without `apply`, returns the planned changes and makes none. */
export const importResume = (token: string, body: object, { apply }: { apply: boolean }) =>
  call<ResumeImport>('POST', `/profile/resume${apply ? '?apply=true' : ''}`, { body, token }, ({ add }) =>
    Array.isArray(add),
  );

export const removeUser = (token: string, id: string, body: PasswordConfirmation) =>
  call<null>('DELETE', `/users/${encodeURIComponent(id)}`, { body, token });
