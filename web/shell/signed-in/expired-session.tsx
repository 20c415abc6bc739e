import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { dropSession } from '../../session.ts';
import { returnHere } from '../../way-back.ts';
import styles from './expired-session.module.css';
import { useScreenCalls } from './calls.tsx';

/** A live region for an expired session. The screen stays, so that the user can copy unsaved text. */
export function ExpiredSession() {
  const { expired } = useScreenCalls();
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
