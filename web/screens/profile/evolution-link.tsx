import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { pageHandle } from './own-profile.ts';
import styles from './profile.module.css';
import { Section } from './section.tsx';

/** The way to the page of its own. */
export function EvolutionLink({ user }: { user: OwnUser }) {
  const isShown = user.shows_history && pageHandle(user) !== null;
  const seen = isShown ? 'Na sua página aparece só quantas você tinha em cada nível.' : 'Só você vê.';
  return (
    <Section
      anchor="evolucao"
      title="Evolução"
      lead={`Quando cada tecnologia entrou na sua lista e mudou de nível. ${seen}`}
    >
      <p className={styles.evolution}>
        <Link to={PAGES.evolution.path}>Ver a minha evolução</Link>
      </p>
    </Section>
  );
}
