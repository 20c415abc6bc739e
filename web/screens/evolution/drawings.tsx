import { useId, type ReactNode } from 'react';
import { Drawing } from '../../evolution/drawing.tsx';
import type { Evolution } from '../../evolution/timeline.ts';
import { LevelChart } from '../../evolution/level-chart.tsx';
import { Patterns } from '../../evolution/patterns.tsx';
import { chartLabel, periodOf, summaryOf } from '../../evolution/summary.ts';
import { Downloads } from './downloads.tsx';
import styles from './evolution.module.css';
import { Lanes } from './lanes.tsx';
import { Legend } from './legend.tsx';
import { CountsTable, LanesTable } from './tables.tsx';
import { useWidth } from './use-width.ts';

export function Drawings({ evolution }: { evolution: Evolution }) {
  return (
    <>
      <div className={styles.lead}>
        <div>
          <p className={styles.summary}>{summaryOf(evolution)}</p>
          <p className={styles.period}>{periodOf(evolution)}</p>
        </div>
        <Downloads evolution={evolution} />
      </div>
      <Card title="Níveis ao longo do tempo">
        <Legend evolution={evolution} />
        <Levels evolution={evolution} />
        <CountsTable evolution={evolution} />
      </Card>
      <Card title="Cada tecnologia">
        <Lanes evolution={evolution} />
        <LanesTable evolution={evolution} />
      </Card>
    </>
  );
}

function Levels({ evolution }: { evolution: Evolution }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const height = Math.round(Math.min(320, 180 + width / 6));
  return (
    <div ref={ref}>
      <Drawing width={width} height={height} label={chartLabel(evolution)}>
        <Patterns />
        {width > 0 && <LevelChart evolution={evolution} width={width} height={height} />}
      </Drawing>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
