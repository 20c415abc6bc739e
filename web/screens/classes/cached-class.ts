import type { ClassWithRoster } from '#contract/class.ts';
import { codeOf } from '../../api.ts';
import { useCached, useOwnQuery } from '../../shell/signed-in/calls.tsx';
import * as api from './api.ts';

const CLASS = ['class'];
const INTERVAL_MS = 10_000;

/** Reads the class again when the window regains the focus; with `isInviting` also on mount and every ten seconds. */
export function useClass(id: string, { isInviting = false } = {}) {
  return useOwnQuery<ClassWithRoster>(CLASS, (token) => api.readClass(token, id), {
    refetchOnWindowFocus: 'always',
    ...(isInviting && { refetchOnMount: 'always', refetchInterval: INTERVAL_MS }),
  });
}

export function useCachedClass() {
  return useCached<ClassWithRoster>(CLASS);
}

/** For `failed`: calls `showToast`. If the class or the member is gone, reloads the screen instead, which says so. */
export function useUnlessGone(showToast: (error: unknown) => void, close?: () => void) {
  const { reload } = useCachedClass();
  return (error: unknown) => {
    if (codeOf(error) !== 'not-found') {
      showToast(error);
      return;
    }
    close?.();
    reload();
  };
}
