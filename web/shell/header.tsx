import { useRef, type FocusEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGES, PEOPLE_PATH, START } from '#contract/pages.ts';
import * as api from '../api.ts';
import { longDate } from '../components/dates.ts';
import { Logo } from '../components/logo.tsx';
import { toast } from '../components/toast.ts';
import { usePrinting } from '../components/window-event.ts';
import { endSession, useSession, type Session } from '../session.ts';
import styles from './header.module.css';

export function Header() {
  const session = useSession();
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Pular para o conteúdo
      </a>
      <header className={styles.header}>
        <HomeLink height={32} />
        {session && <MoreMenu />}
        {session && <SignOut session={session} />}
        <PrintedOn />
      </header>
    </>
  );
}

export function HomeLink({ height }: { height: number }) {
  const home = useSession() === null ? PAGES.signup : START.users;
  const [address] = useLocation();
  return (
    <Link to={home.path} replace={address === home.path} className={styles.home}>
      <Logo height={height} />
    </Link>
  );
}

function PrintedOn() {
  return usePrinting() && <p className={styles.printed}>Impresso em {longDate()}</p>;
}

function MoreMenu() {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  const [address] = useLocation();

  function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <div onBlur={closeOnBlur}>
      <button type="button" className={styles.more} popoverTarget="more">
        Mais
      </button>
      <nav ref={menu} id="more" popover="auto" className={styles.menu} aria-label="Mais páginas">
        {MENU_ITEMS.map(({ path, name }) =>
          // The server draws this page: the router cannot open it.
          path === PEOPLE_PATH ? (
            <a key={path} href={api.BASE + path} onClick={close}>
              {name}
            </a>
          ) : (
            <Link key={path} to={path} replace={path === address} onClick={close}>
              {name}
            </Link>
          ),
        )}
      </nav>
    </div>
  );
}

const MENU_ITEMS = [
  { path: PAGES.profile.path, name: 'Minha página' },
  { path: PAGES.evolution.path, name: 'Minha evolução' },
  { path: PAGES.classes.path, name: 'Minhas turmas' },
  { path: PEOPLE_PATH, name: 'Pessoas' },
  { path: PAGES.account.path, name: 'Conta' },
  { path: PAGES.privacy.path, name: 'Privacidade' },
  { path: PAGES.accessibility.path, name: 'Acessibilidade' },
];

function SignOut({ session: { token } }: { session: Session }) {
  const [, navigate] = useLocation();

  function signOut() {
    endSession();
    // Push, not replace: Back then meets the guard, which redirects to the login.
    navigate(PAGES.login.path);
    api.logOut(token).catch((error: unknown) => {
      if (api.codeOf(error) === 'unauthenticated') return;
      toast.error('Você saiu só neste aparelho');
    });
  }

  return (
    <button type="button" className={styles.signOut} onClick={signOut}>
      Sair
    </button>
  );
}
