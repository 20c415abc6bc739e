import { PEOPLE_PATH } from '#contract/pages.ts';
import { MISSING } from './head.tsx';
import { Home } from './home.tsx';
import styles from './public-profile.module.css';

export function Missing() {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Home />
      </header>
      <main className={styles.missing}>
        <h1>{MISSING}</h1>
        <p>
          <a href={PEOPLE_PATH}>Procurar pessoas</a>
        </p>
        <p>
          <a href="/">Ir para a Trilha</a>
        </p>
      </main>
    </div>
  );
}
