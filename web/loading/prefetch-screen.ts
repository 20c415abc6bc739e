import { createContext, useContext } from 'react';
import type { PageName } from '#contract/pages.ts';

type Prefetch = (name: PageName) => void;

/** `App` provides it: a screen that imported the list of screens would be part of an import cycle. */
export const PrefetchContext = createContext<Prefetch>(() => undefined);

/** Returns a function that loads a screen's chunk ahead of the navigation. */
export function usePrefetchScreen(): Prefetch {
  return useContext(PrefetchContext);
}
