import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import { readUser } from '../../api.ts';
import { useOwnSession } from '../../shell/own-session.ts';
import { takeArrivedUser, takeEarlyUser } from '../../start/early-request.ts';

const queryKey = ['user'];

export function useOwnUser() {
  const { userId } = useOwnSession();
  const {
    data: user,
    isError: failed,
    isFetching: loading,
  } = useQuery({ queryKey, queryFn: () => takeEarlyUser() ?? readUser(userId), initialData: takeArrivedUser });
  return { user, failed, loading };
}

export function useTechnologyList() {
  const client = useQueryClient();

  function reload() {
    void client.invalidateQueries({ queryKey });
  }

  /** Adds at the end, without another request. */
  function append(technology: Technology) {
    // An answer on its way may be older than the technology.
    if (client.isFetching({ queryKey }) > 0) reload();
    client.setQueryData<User>(queryKey, (user) => user && { ...user, techs: [...user.techs, technology] });
  }

  /** The titles in the list, as far as it has been read. */
  function titles(): string[] {
    return client.getQueryData<User>(queryKey)?.techs.map(({ title }) => title) ?? [];
  }

  return { reload, append, titles };
}
