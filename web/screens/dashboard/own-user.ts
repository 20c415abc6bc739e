import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import { readUser } from '../../api.ts';
import { hasFailed } from '../../shell/signed-in/has-failed.ts';
import { useRequiredSession } from '../../shell/session-context.ts';
import { takeArrivedUser, takeEarlyUser } from '../../loading/early-request.ts';

const queryKey = ['user'];

export function useOwnUser() {
  const { userId } = useRequiredSession();
  const query = useQuery({
    queryKey,
    queryFn: () => takeEarlyUser() ?? readUser(userId),
    initialData: takeArrivedUser,
  });
  return { user: query.data, failed: hasFailed(query), loading: query.isFetching };
}

export function useTechnologyList() {
  const client = useQueryClient();

  function read(): Technology[] {
    return client.getQueryData<User>(queryKey)?.techs ?? [];
  }

  function reload() {
    void client.invalidateQueries({ queryKey });
  }

  function append(technology: Technology) {
    // The response of a pending request may lack the new technology.
    if (client.isFetching({ queryKey }) > 0) reload();
    client.setQueryData<User>(queryKey, (user) => user && { ...user, techs: [...user.techs, technology] });
  }

  return { read, reload, append };
}
