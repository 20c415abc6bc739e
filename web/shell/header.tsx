import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import * as api from '../api.ts';
import { texts } from '../messages.ts';
import { endSession, useSession, type Session } from '../session.ts';
import styles from './header.module.css';
import { HomeLink } from './home-link.tsx';

const DAY = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' });

/** The screen's `main` must have the id "conteudo". A visitor's has no menu. */
export function Header() {
  const session = useSession();
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <header className={styles.header}>
        <HomeLink height={32} />
        {session && <More />}
        {session && <SignOut session={session} />}
        <PrintedOn />
      </header>
    </>
  );
}

/** The day of printing, on paper only. */
function PrintedOn() {
  const [day, setDay] = useState('');
  useEffect(() => {
    // The browser takes the page as it is when this event ends.
    const print = () => flushSync(() => setDay(DAY.format(new Date())));
    const forget = () => setDay('');
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', forget);
    return () => {
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', forget);
    };
  }, []);
  return day === '' ? null : <p className={styles.printed}>Impresso em {day}</p>;
}

function More() {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  const [address] = useLocation();

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <div onBlur={leave}>
      <button type="button" className={styles.more} popoverTarget="more">
        Mais
      </button>
      <nav ref={menu} id="more" popover="auto" className={styles.menu} aria-label="Mais páginas">
        {MORE.map(({ path, name }) => (
          <Link key={path} to={path} replace={path === address} onClick={close}>
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
}

const MORE = [
  { path: PAGES.profile.path, name: 'Meu perfil' },
  { path: PAGES.privacy.path, name: 'Privacidade' },
  { path: PAGES.accessibility.path, name: 'Acessibilidade' },
];

function SignOut({ session: { token } }: { session: Session }) {
  const [, navigate] = useLocation();

  function signOut() {
    endSession();
    // Pushed, not replaced: Back leads to the guard, and so to the login.
    navigate(PAGES.login.path);
    // Signed out here whether or not the server answers.
    api.logOut(token).catch(() => undefined);
  }

  return (
    <button type="button" className={styles.signOut} onClick={signOut}>
      {texts.dashboard.signOut}
    </button>
  );
}
