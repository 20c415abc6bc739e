import { Link, useNavigate } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import * as api from '../api.ts';
import { Logo } from '../components/logo.tsx';
import { texts } from '../messages.ts';
import { endSession } from '../session.ts';
import { useOwnSession } from './own-session.ts';
import styles from './header.module.css';

/** The screen's `main` must have the id "conteudo". */
export function Header() {
  const signOut = useSignOut();
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <header className={styles.header}>
        <Logo height={32} />
        <More />
        <button type="button" className={styles.signOut} onClick={signOut}>
          {texts.dashboard.signOut}
        </button>
      </header>
    </>
  );
}

function More() {
  return (
    <>
      <button type="button" className={styles.more} popoverTarget="more">
        Mais
      </button>
      <nav id="more" popover="auto" className={styles.menu} aria-label="Mais páginas">
        <Link to={PAGES.profile.path}>Meu perfil</Link>
        <Link to={PAGES.privacy.path}>Privacidade</Link>
        <Link to={PAGES.accessibility.path}>Acessibilidade</Link>
      </nav>
    </>
  );
}

function useSignOut() {
  const { token } = useOwnSession();
  const navigate = useNavigate();
  return () => {
    endSession();
    // Pushed, not replaced: Back leads to the guard, and so to the login.
    void navigate(PAGES.login.path);
    // Signed out here whether or not the server answers.
    api.logOut(token).catch(() => undefined);
  };
}
