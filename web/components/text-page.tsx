import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import styles from './text-page.module.css';

export function TextPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header>
        <Logo height={32} />
      </header>
      <main className={styles.text}>{children}</main>
    </div>
  );
}
