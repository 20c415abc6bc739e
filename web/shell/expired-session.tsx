import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { dropSession } from '../session.ts';
import { returnHere } from '../way-back.ts';
import styles from './expired-session.module.css';
import { useExpired } from './screen-cache.tsx';

export function ExpiredSession() {
  const expired = useExpired();
  return (
    <div role="status" className={styles.region}>
      {expired && (
        <p className={styles.notice}>
          Sua sessão expirou.{' '}
          <Link to={PAGES.login.path} state={returnHere()} onClick={dropSession}>
            Entrar novamente
          </Link>
        </p>
      )}
    </div>
  );
}
