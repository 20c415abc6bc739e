import { createContext } from 'react';
import type { PageName } from '#contract/pages.ts';

/**
 * Loads a screen's chunk ahead of the navigation. `App` provides it: a screen that imported the list of screens would be
 * part of an import cycle.
 */
export const PrefetchContext = createContext<(name: PageName) => void>(() => undefined);
