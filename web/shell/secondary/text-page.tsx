import type { ReactNode } from 'react';
import { Page } from '../page.tsx';
import styles from './text-page.module.css';

export function TextPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Page heading={heading}>
      <div className={styles.text}>{children}</div>
    </Page>
  );
}
