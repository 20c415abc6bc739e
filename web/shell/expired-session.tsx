import { Link } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { dropSession } from '../session.ts';
import styles from './expired-session.module.css';
import { useExpired } from './screen-cache.tsx';

/** Appears once the server has refused the session; what was typed stays until the user leaves. */
export function ExpiredSession() {
  if (!useExpired()) return null;
  return (
    <p role="status" className={styles.notice}>
      Sua sessão expirou.{' '}
      <Link to={PAGES.login.path} onClick={dropSession}>
        Entrar novamente
      </Link>
    </p>
  );
}
