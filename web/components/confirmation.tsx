import type { ReactNode } from 'react';
import styles from './confirmation.module.css';

/** What a dialog asks about. Its id describes the dialog. */
export function About({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.about}>
      {children}
    </div>
  );
}

/** The buttons that answer it: first the one that loses something, in the tone of danger, then the one that keeps it. */
export function Answers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
