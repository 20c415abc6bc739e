import type { ReactNode } from 'react';
import styles from './form-page.module.css';
import { Logo } from './logo.tsx';
import { PageHeading } from './page-heading.tsx';

type FormPageProps = {
  /** Must set `--height`, the height of the whole content, by which the page is centered. */
  className: string | undefined;
  lead?: ReactNode;
  heading: string;
  subtitle?: string;
  links?: ReactNode;
  children: ReactNode;
};

export function FormPage(page: FormPageProps) {
  const { className, lead = <Logo height={40} />, heading, subtitle, links, children } = page;
  return (
    <main className={`${styles.page} ${className}`}>
      {lead}
      <section className={styles.card}>
        <header>
          <PageHeading>{heading}</PageHeading>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </header>
        {children}
      </section>
      {links && <nav className={styles.links}>{links}</nav>}
    </main>
  );
}
