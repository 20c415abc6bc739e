import { Link, useLocation } from 'wouter';
import { START, PAGES } from '#contract/pages.ts';
import { Logo } from '../components/logo.tsx';
import { useSession } from '../session.ts';
import styles from './header.module.css';

export function HomeLink({ height }: { height: number }) {
  const home = useSession() === null ? PAGES.signup : START.users;
  const [address] = useLocation();
  return (
    <Link to={home.path} replace={address === home.path} className={styles.home}>
      <Logo height={height} />
    </Link>
  );
}
