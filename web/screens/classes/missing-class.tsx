import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { Page } from '../../shell/page.tsx';
import styles from './classes.module.css';

/** For unknown, ended and other users' classes: the API responds to all of them with the same 404. */
export function MissingClass() {
  return <Missing what="Turma não encontrada" why="Esta turma não existe, já terminou ou você não participa dela." />;
}

/** For wrong and replaced codes, and those of ended classes. */
export function MissingInvitation() {
  return (
    <Missing
      what="Convite não encontrado"
      why="Confira o código, ou peça um novo a quem ensina a turma. Se você já entrou, a turma está aqui:"
    />
  );
}

function Missing({ what, why }: { what: string; why: string }) {
  return (
    <Page heading={what}>
      <section className={styles.card}>
        <p>{why}</p>
        <p>
          <Link to={PAGES.classes.path}>Minhas turmas</Link>
        </p>
      </section>
    </Page>
  );
}
