import { Logo } from '../components/logo.tsx';
import styles from './public-profile.module.css';

export function Home() {
  return (
    <a href="/" className={styles.home}>
      <Logo height={32} />
    </a>
  );
}
