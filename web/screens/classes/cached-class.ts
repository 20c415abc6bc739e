import { useQueryClient } from '@tanstack/react-query';
import type { ClassWithRoster } from '#contract/class.ts';

export const CLASS = ['class'];

/** The class in the screen's cache. */
export function useCachedClass() {
  const client = useQueryClient();
  return {
    update: (change: (cached: ClassWithRoster) => ClassWithRoster) => {
      client.setQueryData<ClassWithRoster>(CLASS, (cached) => cached && change(cached));
    },
    reload: () => void client.invalidateQueries({ queryKey: CLASS }),
  };
}
