import type { PublicPage } from '#contract/public/page.ts';
import { Drawing, HiddenPatterns, Swatch } from '../evolution/drawing.tsx';
import { type Evolution as EvolutionData, evolutionOf } from '../evolution/timeline.ts';
import { LevelChart } from '../evolution/level-chart.tsx';
import { groupLabel } from '../evolution/levels.ts';
import { chartLabel, periodOf, summaryOf } from '../evolution/summary.ts';
import styles from './public-evolution.module.css';

// Without scripts the page cannot measure its width, so the style sheet selects a chart.
const CHARTS = [
  { className: styles.wide, width: 768, height: 180 },
  { className: styles.narrow, width: 340, height: 200 },
] as const;

/** Renders nothing if the user hides the history, or if it is shorter than two days. */
export function Evolution({ history, now }: Pick<PublicPage, 'history' | 'now'>) {
  const evolution = evolutionOf(history, now);
  if (!evolution || evolution.from >= evolution.today) return null;
  return (
    <section aria-labelledby="evolucao">
      <h2 id="evolucao">Evolução</h2>
      <HiddenPatterns />
      <p className={styles.summary}>{summaryOf(evolution)}</p>
      <p className={styles.period}>{periodOf(evolution)}</p>
      {CHARTS.map(({ className, width, height }) => (
        <div key={width} className={className}>
          <Drawing width={width} height={height} label={chartLabel(evolution)}>
            <LevelChart evolution={evolution} width={width} height={height} />
          </Drawing>
        </div>
      ))}
      <Legend groups={evolution.groups} />
    </section>
  );
}

function Legend({ groups }: Pick<EvolutionData, 'groups'>) {
  return (
    <ul className={styles.legend}>
      {groups.map((group) => (
        <li key={group}>
          <Swatch group={group} /> {groupLabel(group)}
        </li>
      ))}
    </ul>
  );
}
