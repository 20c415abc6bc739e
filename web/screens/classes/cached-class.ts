import type { ClassWithRoster } from '#contract/class.ts';
import { useCached } from '../../shell/signed-in/calls.tsx';

export const CLASS = ['class'];

export function useCachedClass() {
  return useCached<ClassWithRoster>(CLASS);
}
