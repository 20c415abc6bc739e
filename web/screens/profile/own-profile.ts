import type { OwnUser } from '#contract/user.ts';
import { readProfile } from '../../api.ts';
import { rememberEmail } from '../../session.ts';
import { OWN_USER, useOwnQuery } from '../../shell/signed-in/calls.tsx';

export function useOwnProfile() {
  return useOwnQuery(OWN_USER, async (token) => {
    const user = await readProfile(token);
    rememberEmail(token, user.email);
    return user;
  });
}

export function isPublic({ visibility }: OwnUser): boolean {
  return visibility === 'public';
}

/** Null while nobody else can open the page: the profile is private, or has no address. */
export function pageHandle(user: OwnUser): string | null {
  return isPublic(user) ? user.handle : null;
}

/** The labels of two switches. */
export const SEARCHABLE = 'Aparecer em buscadores';
export const SHOWS_HISTORY = 'Mostrar minha evolução';
