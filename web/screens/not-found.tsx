import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { FormPage } from '../components/form-page.tsx';
import { HomeLink } from '../shell/header.tsx';
import styles from './not-found.module.css';

export function NotFound() {
  return (
    <FormPage className={styles.page} lead={<HomeLink height={40} />} heading="Página não encontrada">
      <title>Página não encontrada · Trilha</title>
      <div className={styles.body}>
        <p>O endereço pode ter mudado ou ter algum erro de digitação.</p>
        <Link to={PAGES.signup.path}>Voltar ao início</Link>
      </div>
    </FormPage>
  );
}
