import { useLayoutEffect, useRef } from 'react';

/** Returns a ref. If its element unmounts while it contains the focus, the heading of its section receives the focus. */
export function useFocusFallback<Kind extends HTMLElement>() {
  const ref = useRef<Kind>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element === null || !element.contains(document.activeElement)) return;
      element.closest('section, main')?.querySelector<HTMLElement>('h1, h2')?.focus();
    };
  }, []);
  return ref;
}
