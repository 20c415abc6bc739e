import type { ReactNode } from 'react';
import { plural } from '../../../components/plural.ts';
import { COMMON_COUNT, onlyBeginners, type Skill, unknownTo } from './skills.ts';
import styles from './technologies.module.css';

const LONGEST = 24;

export function Unknown({ skills }: { skills: Skill[] }) {
  const missing = unknownTo(skills);
  const beginners = onlyBeginners(skills);
  if (missing.length === 0 && beginners.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="ninguem">
      <h2 id="ninguem">O que ninguém sabe ainda</h2>
      {missing.length > 0 && (
        <Names about={`De ${COMMON_COUNT} tecnologias comuns em front-end e back-end, ninguém da turma tem na lista:`}>
          {missing}
        </Names>
      )}
      {beginners.length > 0 && (
        <Names about="Alguém tem na lista, mas ninguém passou de Iniciante:">
          {beginners.map(({ name, total }) => `${name} (${total})`)}
        </Names>
      )}
    </section>
  );
}

function Names({ about, children }: { about: ReactNode; children: string[] }) {
  const rest = children.length - LONGEST;
  return (
    <div className={styles.unknown}>
      <p>{about}</p>
      <ul>
        {children.slice(0, LONGEST).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {rest > 0 && <li>{`e mais ${plural(rest, 'tecnologia')}`}</li>}
      </ul>
    </div>
  );
}
