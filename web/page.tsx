import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

/** The heading that names a screen. After a change of screen it takes the focus, so that a screen reader says where one is. */
export function PageHeading({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useLocation().key !== 'default';
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
