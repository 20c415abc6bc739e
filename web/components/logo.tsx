import logo from '../assets/logo.svg';
import styles from './logo.module.css';

export function Logo({ height }: { height: number }) {
  return <img className={styles.logo} src={logo} alt="Trilha" width={height * 3.125} height={height} />;
}
