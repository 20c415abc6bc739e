import type { PublicPage } from '#contract/public/page.ts';
import { LevelChart } from '../evolution/level-chart.tsx';
import { HiddenPatterns } from '../evolution/patterns.tsx';
import { periodOf, summaryOf } from '../evolution/summary.ts';
import { timelineOf } from '../evolution/timeline.ts';
import styles from './public-evolution.module.css';

// Without scripts the page cannot measure its width, so the style sheet selects a chart.
const CHARTS = [
  { className: styles.wide, width: 768, height: 180 },
  { className: styles.narrow, width: 340, height: 200 },
] as const;

/** Renders nothing if the user hides the history, or if it is shorter than two days. */
export function Evolution({ history, now }: Pick<PublicPage, 'history' | 'now'>) {
  const timeline = timelineOf(history, now);
  if (!timeline || timeline.from >= timeline.today) return null;
  return (
    <section aria-labelledby="evolucao">
      <h2 id="evolucao">Evolução</h2>
      <HiddenPatterns />
      <p className={styles.summary}>{summaryOf(timeline)}</p>
      <p className="note">{periodOf(timeline)}</p>
      {CHARTS.map(({ className, width, height }) => (
        <div key={width} className={className}>
          <LevelChart timeline={timeline} width={width} height={height} />
        </div>
      ))}
    </section>
  );
}
