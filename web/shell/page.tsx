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
          <Link to={session ? PAGES.dashboard.path : PAGES.signup.path}>
            {session ? 'Voltar às tecnologias' : 'Voltar ao início'}
          </Link>
        </div>
        {children}
      </main>
    </>
  );
}
