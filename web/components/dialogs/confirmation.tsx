import type { ReactNode } from 'react';
import styles from './confirmation.module.css';

export function ConfirmationText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.about}>
      {children}
    </div>
  );
}

export function ConfirmationButtons({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
