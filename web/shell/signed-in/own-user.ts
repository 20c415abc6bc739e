import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';

export const OWN_USER = ['user'];

/** The signed-in user in the screen's cache: a `User` on the dashboard, an `OwnUser` on the profile. */
export function useCachedUser<Cached extends User>() {
  const client = useQueryClient();
  return {
    read: () => client.getQueryData<Cached>(OWN_USER),
    isLoading: () => client.isFetching({ queryKey: OWN_USER }) > 0,
    update: (change: (user: Cached) => Cached) => {
      client.setQueryData<Cached>(OWN_USER, (user) => user && change(user));
    },
    reload: () => void client.invalidateQueries({ queryKey: OWN_USER }),
  };
}
