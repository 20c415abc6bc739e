import { useQuery } from '@tanstack/react-query';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import { readUser } from '../../api.ts';
import { takeArrivedUser, takeEarlyUser } from '../../loading/early-request.ts';
import { hasFailed } from '../../shell/signed-in/load-failure.tsx';
import { OWN_USER, useCachedUser } from '../../shell/signed-in/calls.tsx';
import { useRequiredSession } from '../../session.ts';

export function useOwnUser() {
  const { userId } = useRequiredSession();
  const query = useQuery({
    queryKey: OWN_USER,
    queryFn: () => takeEarlyUser(userId) ?? readUser(userId),
    initialData: () => takeArrivedUser(userId),
  });
  return { user: query.data, failed: hasFailed(query), error: query.error, loading: query.isFetching };
}

export function useTechnologyList() {
  const { read, update, reload } = useCachedUser<User>();

  function append(technology: Technology) {
    // A reload during the call may have read it.
    const others = (techs: Technology[]) => techs.filter(({ id }) => id !== technology.id);
    update((user) => ({ ...user, techs: [...others(user.techs), technology] }));
  }

  return { technologies: read()?.techs ?? [], reload, append };
}
