import type { ClassWithRoster } from '#contract/class.ts';
import { codeOf } from '../../api.ts';
import { useCached } from '../../shell/signed-in/calls.tsx';

export const CLASS = ['class'];

export function useCachedClass() {
  return useCached<ClassWithRoster>(CLASS);
}

/** For `failed`: calls `showToast`, unless the class or the member is gone. The screen, reloaded, then says so. */
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
