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

export function pageHandle({ visibility, handle }: OwnUser): string | null {
  return visibility === 'public' ? handle : null;
}
