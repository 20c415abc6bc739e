import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PAGES } from '#contract/pages.ts';
import { plural } from '../../components/plural.ts';
import { HiddenPatterns } from '../../evolution/patterns.tsx';
import type { Timeline } from '../../evolution/timeline.ts';
import styles from './evolution.module.css';
import { Legend } from './legend.tsx';

export function EmptyEvolution() {
  return (
    <section className={styles.card}>
      <p className={styles.summary}>A sua evolução começa com a primeira tecnologia.</p>
      <Outlook>
        Quando houver uma na <Link to={PAGES.dashboard.path}>sua lista</Link>, esta página passa a guardar o caminho:
      </Outlook>
    </section>
  );
}

export function FirstDay({ timeline }: { timeline: Timeline }) {
  const { total } = timeline.points[0];
  return (
    <section className={styles.card}>
      <HiddenPatterns />
      <p className={styles.summary}>{`A sua evolução começou hoje, com ${plural(total, 'tecnologia')}.`}</p>
      <Legend timeline={timeline} />
      <Outlook>A partir de amanhã, esta página mostra o caminho:</Outlook>
    </section>
  );
}

function Outlook({ children }: { children: ReactNode }) {
  return (
    <div className={styles.coming}>
      <p>{children}</p>
      <ul>
        <li>quantas tecnologias você tinha em cada nível, dia a dia;</li>
        <li>quando cada uma entrou na lista e mudou de nível;</li>
        <li>em uma frase, o quanto você já andou.</li>
      </ul>
    </div>
  );
}
