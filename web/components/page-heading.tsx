import { useEffect, useRef, type ReactNode } from 'react';

let firstScreen = true;

/** Receives the focus after a client-side navigation, so that screen readers announce the new screen. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!firstScreen) heading.current?.focus({ preventScroll: true });
    firstScreen = false;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
