import { useRef } from 'react';
import { ApiError } from '../../api.ts';

type Creation<Entry, Input> = {
  create: (token: string, input: Input) => Promise<Entry>;
  /** The entries on the screen, undefined while it has none. */
  shown: () => readonly Entry[] | undefined;
  read: (token: string) => Promise<readonly Entry[]>;
  isSame: (entry: Entry, input: Input) => boolean;
};

/** For a call that creates an entry: after one without an answer, a retry returns the entry if the server has stored it. */
export function useCreateOnce<Entry extends { id: string }, Input>(creation: Creation<Entry, Input>) {
  const { create, shown, read, isSame } = creation;
  // Those before the call without an answer.
  const before = useRef<readonly Entry[]>(undefined);

  return async (token: string, input: Input): Promise<Entry> => {
    const known = before.current;
    const isStored = (entry: Entry) => isSame(entry, input) && known?.every(({ id }) => id !== entry.id);
    const stored = known && (await read(token)).find(isStored);
    if (stored !== undefined) return stored;
    const entries = known ?? shown();
    try {
      return await create(token, input);
    } catch (error) {
      if (!(error instanceof ApiError && error.status < 500)) before.current = entries;
      throw error;
    }
  };
}
