import { useRef } from 'react';
import { ApiError } from '../../api.ts';

type Creation<Entry, Input> = {
  create: (token: string, input: Input) => Promise<Entry>;
  /** The entries in the cache of the screen, undefined while it has none. */
  cached: () => readonly Entry[] | undefined;
  read: (token: string) => Promise<readonly Entry[]>;
  isSame: (entry: Entry, input: Input) => boolean;
};

/** Makes a creation safe to retry: after a lost response, first looks for the new entry on the server. */
export function useCreateOnce<Entry extends { id: string }, Input>(creation: Creation<Entry, Input>) {
  const { create, cached, read, isSame } = creation;
  // The entries before the call whose response was lost.
  const before = useRef<readonly Entry[]>(undefined);

  return async (token: string, input: Input): Promise<Entry> => {
    const known = before.current;
    const isStored = (entry: Entry) => isSame(entry, input) && known?.every(({ id }) => id !== entry.id);
    const stored = known && (await read(token)).find(isStored);
    if (stored !== undefined) return stored;
    const entries = known ?? cached();
    try {
      return await create(token, input);
    } catch (error) {
      if (!(error instanceof ApiError && error.status < 500)) before.current = entries;
      throw error;
    }
  };
}
