import { Link, useLocation } from 'wouter';
import { START, PAGES } from '#contract/pages.ts';
import { Logo } from '../components/logo.tsx';
import { useSession } from '../session.ts';
import styles from './header.module.css';

/** The logo, as the way home: a user's dashboard, a visitor's sign-up. */
export function HomeLink({ height }: { height: number }) {
  const home = useSession() === null ? PAGES.signup : START.users;
  const [address] = useLocation();
  return (
    // Pressed at home it leaves no step in the history.
    <Link to={home.path} replace={address === home.path} className={styles.home}>
      <Logo height={height} />
    </Link>
  );
}
