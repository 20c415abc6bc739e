import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LevelChange } from '#contract/level-change.ts';
import { PAGES } from '#contract/pages.ts';
import { call } from '../../api.ts';
import { plural } from '../../components/plural.ts';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { timelineOf } from '../../evolution/timeline.ts';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { Page } from '../../shell/page.tsx';
import { useOwnQuery, withScreenCache } from '../../shell/signed-in/calls.tsx';
import styles from './evolution.module.css';
import { Legend } from './legend.tsx';
import { Progress } from './progress.tsx';

export const Evolution = withScreenCache(EvolutionScreen);

function EvolutionScreen() {
  const query = useOwnQuery(['history'], (token) => call<LevelChange[]>('GET', '/profile/history', { token }));
  const skeleton = <Skeleton words="Carregando sua evolução" heights={[6, 34]} />;
  return (
    <Page heading="Minha evolução">
      <ExpiredSession />
      <Loaded query={query} what="sua evolução" skeleton={skeleton}>
        {(history) => (
          <div className={styles.page}>
            <EvolutionContent history={history} now={query.dataUpdatedAt} />
            <p className="note">
              Só você vê esta página. Em <Link to={PAGES.account.path}>Conta</Link> você baixa uma cópia do que ela
              mostra; em <Link to={PAGES.profile.path}>Minha página</Link> decide se sua página pública tem o gráfico.
            </p>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function EvolutionContent({ history, now }: { history: readonly LevelChange[]; now: number }) {
  const timeline = timelineOf(history, new Date(now));
  if (timeline === undefined) {
    return (
      <Beginning summary="Sua evolução começa com a primeira tecnologia.">
        <p>
          Quando houver uma na <Link to={PAGES.dashboard.path}>sua lista</Link>, esta página passa a guardar o caminho:
        </p>
      </Beginning>
    );
  }
  if (timeline.from < timeline.today) return <Progress timeline={timeline} />;
  return (
    <Beginning
      summary={`Sua evolução começou hoje, com ${plural(timeline.points[0].total, 'tecnologia')}.`}
      legend={<Legend timeline={timeline} />}
    >
      <p>A partir de amanhã, esta página mostra o caminho:</p>
    </Beginning>
  );
}

type BeginningProps = { summary: string; legend?: ReactNode; children: ReactNode };

function Beginning({ summary, legend, children }: BeginningProps) {
  return (
    <section className={styles.card}>
      <p className="summary">{summary}</p>
      {legend}
      <div className={styles.coming}>
        {children}
        <ul>
          <li>quantas tecnologias você tinha em cada nível, dia a dia;</li>
          <li>quando cada uma entrou na lista e mudou de nível;</li>
          <li>em uma frase, o quanto você já andou.</li>
        </ul>
      </div>
    </section>
  );
}
