import type { OwnUser } from '#contract/user.ts';
import * as api from '../../api.ts';
import { rememberEmail } from '../../session.ts';
import { OWN_USER, useOwnQuery } from '../../shell/signed-in/screen-cache.tsx';

export function useOwnProfile() {
  return useOwnQuery(OWN_USER, async (token) => {
    const user = await api.readProfile(token);
    rememberEmail(user.email);
    return user;
  });
}

export function pageHandle({ visibility, handle }: OwnUser): string | null {
  return visibility === 'public' ? handle : null;
}

/** The avatar at the API's origin, which the Content Security Policy allows. `avatar_url` may have another origin. */
export function avatarUrl(url: string | null): string | null {
  return url && `${api.BASE}${new URL(url).pathname}`;
}
