import type { Class, ClassChange, ClassForm, ClassWithRoster, Invitation } from '#contract/class.ts';
import { call, request } from '../../api.ts';

// Beside the screens, because every page loads `web/api.ts`.

const pathOf = (id: string) => `/classes/${encodeURIComponent(id)}`;
const isClass = ({ id, name }: Class) => [id, name].every((value) => typeof value === 'string');

export const listClasses = (token: string) => call<Class[]>('GET', '/classes', { token }, (all) => all.every(isClass));
export const openClass = (token: string, body: ClassForm) => call<Class>('POST', '/classes', { body, token }, isClass);
export const joinClass = (token: string, code: string) =>
  call<Class>('POST', '/classes/join', { body: { code }, token }, isClass);
export const readInvitation = (token: string, code: string) =>
  call<Invitation>(
    'GET',
    `/classes/join?code=${encodeURIComponent(code)}`,
    { token },
    ({ name }) => typeof name === 'string',
  );
export const readClass = (token: string, id: string) =>
  call<ClassWithRoster>('GET', pathOf(id), { token }, ({ roster }) => Array.isArray(roster));
export const changeClass = (token: string, id: string, body: ClassChange) =>
  call<Class>('PUT', pathOf(id), { body, token }, isClass);
export const endClass = (token: string, id: string) => call<null>('DELETE', pathOf(id), { token });
export const removeMember = (token: string, id: string, userId: string, joinedUntil?: string) => {
  const query = joinedUntil === undefined ? '' : `?joined_until=${encodeURIComponent(joinedUntil)}`;
  return call<null>('DELETE', `${pathOf(id)}/members/${encodeURIComponent(userId)}${query}`, { token });
};
export const exportMembers = (token: string, id: string) => request('GET', `${pathOf(id)}/members.csv`, { token });
