import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { Page } from '../../shell/page.tsx';
import styles from './classes.module.css';

/** For wrong codes, ended classes and those of others alike, as the API answers them. */
export function MissingClass() {
  return (
    <Page heading="Turma não encontrada">
      <section className={styles.card}>
        <p>Esta turma não existe ou já terminou.</p>
        <p>
          <Link to={PAGES.classes.path}>Minhas turmas</Link>
        </p>
      </section>
    </Page>
  );
}
