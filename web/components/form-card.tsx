import type { ReactNode } from 'react';
import styles from './form-card.module.css';
import { Logo } from './logo.tsx';

/** The page of a form that stands alone: the logo above a card, and a quiet line of links below it. */
export function FormPage({ links, children }: { links?: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <Logo height={40} />
      {children}
      {links && <nav className={styles.links}>{links}</nav>}
    </main>
  );
}

/** The card itself: a heading, a line below it, and the form. */
export function FormCard({
  heading,
  subtitle,
  children,
}: {
  heading: ReactNode;
  subtitle?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.card}>
      <header>
        {heading}
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </header>
      {children}
    </section>
  );
}
