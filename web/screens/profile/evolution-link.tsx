import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import styles from './profile.module.css';
import { Section } from './section.tsx';

/** The way to the page of its own. */
export function EvolutionLink() {
  return (
    <Section
      anchor="evolucao"
      title="Evolução"
      lead="Quando cada tecnologia entrou na sua lista e mudou de nível. Só você vê."
    >
      <p className={styles.evolution}>
        <Link to={PAGES.evolution.path}>Ver a minha evolução</Link>
      </p>
    </Section>
  );
}
