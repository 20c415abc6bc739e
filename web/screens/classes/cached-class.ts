import type { ClassWithRoster } from '#contract/class.ts';
import { useCached } from '../../shell/signed-in/screen-cache.tsx';

export const CLASS = ['class'];

export function useCachedClass() {
  return useCached<ClassWithRoster>(CLASS);
}
