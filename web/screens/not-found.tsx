import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { FormCard, FormPage } from '../components/form-card.tsx';
import { HomeLink } from '../shell/header.tsx';
import styles from './not-found.module.css';

export function NotFound() {
  return (
    <FormPage className={styles.page} logo={<HomeLink height={40} />}>
      <title>Página não encontrada · Trilha</title>
      <FormCard heading="Página não encontrada">
        <div className={styles.body}>
          <p>O endereço pode ter mudado ou ter algum erro de digitação.</p>
          <Link to={PAGES.signup.path}>Voltar ao início</Link>
        </div>
      </FormCard>
    </FormPage>
  );
}
