import { useLayoutEffect, useRef } from 'react';

/** When this element goes with the focus in it, the heading of its section takes the focus. Put the ref on the element. */
export function useFocusHeir<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null);
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (leaving === null || !leaving.contains(document.activeElement)) return;
      leaving.closest('section, main')?.querySelector<HTMLElement>('h1, h2')?.focus();
    };
  }, []);
  return element;
}
