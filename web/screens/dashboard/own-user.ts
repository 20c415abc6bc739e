import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Technology } from '#contract/technology.ts';
import type { User } from '#contract/user.ts';
import { readUser } from '../../api.ts';
import { takeArrivedUser, takeEarlyUser } from '../../start/early-request.ts';

/** What the server holds about the person, and the two ways the screen changes its copy. */
export function useOwnUser(id: string) {
  const client = useQueryClient();
  const queryKey = ['user', id];
  const {
    data: user,
    isError: failed,
    isFetching: loading,
  } = useQuery({ queryKey, queryFn: () => takeEarlyUser() ?? readUser(id), initialData: takeArrivedUser });

  /** Reads everything again; resolves when the answer, or its failure, is on the screen's side. */
  function reload() {
    return client.invalidateQueries({ queryKey });
  }

  /** Adds what the server has just created at the end, without another request. */
  function append(technology: Technology) {
    // An answer still on its way may have been written before the technology was: only then it is asked for again.
    if (client.isFetching({ queryKey }) > 0) void reload();
    client.setQueryData<User>(queryKey, (held) => held && { ...held, techs: [...held.techs, technology] });
  }

  return { user, failed, loading, reload, append };
}
