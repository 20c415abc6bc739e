import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { useSession } from '../session.ts';
import { Header } from './header.tsx';
import styles from './page.module.css';

export function Page({ heading, children }: { heading: string; children: ReactNode }) {
  const session = useSession();
  return (
    <>
      <title>{`${heading} · Trilha`}</title>
      <Header />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <div className={styles.band}>
          <PageHeading>{heading}</PageHeading>
          {session === null ? (
            <Link to={PAGES.signup.path}>Voltar ao início</Link>
          ) : (
            <Link to={PAGES.dashboard.path}>Voltar às tecnologias</Link>
          )}
        </div>
        {children}
      </main>
    </>
  );
}
