import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import type { OwnUser } from '#contract/user.ts';
import { pageHandle } from './own-profile.ts';
import styles from './profile.module.css';
import { Section } from './section.tsx';

export function EvolutionLink({ user }: { user: OwnUser }) {
  const isPublished = user.shows_history && pageHandle(user) !== null;
  const audience = isPublished ? 'Na sua página aparece só quantas você tinha em cada nível.' : 'Só você vê.';
  return (
    <Section anchor="evolucao" lead={`Quando cada tecnologia entrou na sua lista e mudou de nível. ${audience}`}>
      <p className={styles.evolution}>
        <Link to={PAGES.evolution.path}>Ver a minha evolução</Link>
      </p>
    </Section>
  );
}
