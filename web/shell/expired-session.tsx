import { Link } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { dropSession } from '../session.ts';
import styles from './expired-session.module.css';

/** Says that the server no longer takes the session; nothing typed is lost until the person chooses to go. */
export function ExpiredSession() {
  return (
    <p role="status" className={styles.notice}>
      Sua sessão expirou.{' '}
      <Link to={PAGES.login.path} onClick={dropSession}>
        Entrar novamente
      </Link>
    </p>
  );
}
