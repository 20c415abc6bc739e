import { Link } from 'wouter';
import type { LevelChange } from '#contract/level-change.ts';
import { PAGES } from '#contract/pages.ts';
import * as api from '../../api.ts';
import { Skeleton } from '../../components/secondary/skeleton.tsx';
import { timelineOf } from '../../evolution/timeline.ts';
import { ExpiredSession } from '../../shell/signed-in/expired-session.tsx';
import { Loaded } from '../../shell/signed-in/load-failure.tsx';
import { Page } from '../../shell/page.tsx';
import { useOwnQuery, withScreenCache } from '../../shell/signed-in/screen-cache.tsx';
import { EmptyEvolution, FirstDay } from './beginning.tsx';
import styles from './evolution.module.css';
import { Progress } from './progress.tsx';

export const Evolution = withScreenCache(EvolutionScreen);

function EvolutionScreen() {
  const query = useOwnQuery(['history'], api.readHistory);
  const skeleton = <Skeleton words="Carregando a sua evolução" heights={[6, 34]} />;
  return (
    <Page heading="Minha evolução">
      <ExpiredSession />
      <Loaded query={query} what="a sua evolução" skeleton={skeleton}>
        {(history) => (
          <div className={styles.page}>
            <EvolutionContent history={history} now={query.dataUpdatedAt} />
            <p className={styles.note}>
              Só você vê esta página. Em <Link to={PAGES.profile.path}>Meu perfil</Link> você baixa uma cópia do que ela
              mostra, e decide se a sua página pública tem o gráfico.
            </p>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function EvolutionContent({ history, now }: { history: readonly LevelChange[]; now: number }) {
  const timeline = timelineOf(history, new Date(now));
  if (timeline === undefined) return <EmptyEvolution />;
  if (timeline.from >= timeline.today) return <FirstDay timeline={timeline} />;
  return <Progress timeline={timeline} />;
}
