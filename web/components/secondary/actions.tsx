import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** A row of buttons, each with its status; on a phone a column. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
