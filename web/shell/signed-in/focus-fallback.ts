import { useLayoutEffect, useRef } from 'react';

function headingOf(element: Element) {
  return element.closest('section, main')?.querySelector<HTMLElement>('h1, h2');
}

/** If the ref's element unmounts while it contains the focus, moves the focus to `fallback`. */
export function useFocusFallback<Kind extends HTMLElement>(
  fallback: (element: Kind) => HTMLElement | null | undefined = headingOf,
) {
  const ref = useRef<Kind>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) fallback(element)?.focus();
    };
  }, [fallback]);
  return ref;
}

/** For a removed row: the remove button of the next row, else of the previous one, else the element with this id. */
export function neighbourOr(id: string) {
  return (row: Element) => {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    return neighbour?.querySelector<HTMLElement>('[data-remove]') ?? document.getElementById(id);
  };
}
