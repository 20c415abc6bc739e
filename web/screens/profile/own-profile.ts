import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnUser } from '#contract/user.ts';
import * as api from '../../api.ts';
import { rememberEmail } from '../../session.ts';
import { useRequiredSession } from '../../shell/session-context.ts';

const queryKey = ['profile'];

export function useOwnProfile() {
  const { token } = useRequiredSession();
  return useQuery({
    queryKey,
    async queryFn() {
      const user = await api.readProfile(token);
      rememberEmail(user.email);
      return user;
    },
  });
}

/** Changes the cached user to what the server has answered. */
export function useProfileUpdate() {
  const client = useQueryClient();
  return (change: (user: OwnUser) => OwnUser) => {
    client.setQueryData<OwnUser>(queryKey, (user) => user && change(user));
  };
}

/** Reads the user again, after a change that was not answered as a whole. */
export function useProfileReload() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey });
}

/** The handle of the page that everybody can open; null without one, and while the profile is private. */
export function pageHandle({ visibility, handle }: OwnUser): string | null {
  return visibility === 'public' ? handle : null;
}

/** An avatar's address at the origin that the content policy allows: `avatar_url` may name another. */
export function avatarAddress(url: string | null): string | null {
  return url && `${api.BASE}${new URL(url).pathname}`;
}
