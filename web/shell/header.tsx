import { Link, useNavigate } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import * as api from '../api.ts';
import { Logo } from '../components/logo.tsx';
import { texts } from '../messages.ts';
import { endSession } from '../session.ts';
import styles from './header.module.css';

/** The top of every screen of someone with a session. The screen's `main` has the id "conteudo". */
export function Header({ token }: { token: string }) {
  const signOut = useSignOut(token);
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

/** What the specification does not have stands behind one small button. */
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

function useSignOut(token: string) {
  const navigate = useNavigate();
  return () => {
    endSession();
    // An entry of its own in the history: Back leads to the dashboard's door, and from there to the login again.
    void navigate(PAGES.login.path);
    // The person is out whether or not the server hears of it.
    api.logOut(token).catch(() => undefined);
  };
}
