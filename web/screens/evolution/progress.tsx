import { useLayoutEffect, useRef, useState } from 'react';
import { LevelChart } from '../../evolution/level-chart.tsx';
import { periodOf, summaryOf } from '../../evolution/summary.ts';
import type { Timeline } from '../../evolution/timeline.ts';
import { DownloadPicture } from '../../shell/sharing/download-picture.tsx';
import styles from './evolution.module.css';
import { Legend } from './legend.tsx';
import { pictureOf } from './picture.tsx';
import { CountsTable, DatesTable } from './tables.tsx';

export function Progress({ timeline }: { timeline: Timeline }) {
  return (
    <>
      <div className={styles.lead}>
        <div>
          <p className="summary">{summaryOf(timeline)}</p>
          <p className="note">{periodOf(timeline)}</p>
        </div>
        <div className={styles.download}>
          <DownloadPicture draw={() => pictureOf(timeline)} fileName="trilha-minha-evolucao.png" />
        </div>
      </div>
      <section className={styles.card} aria-labelledby="levels">
        <h2 id="levels">Níveis ao longo do tempo</h2>
        <Legend timeline={timeline} />
        <Chart timeline={timeline} />
        <div>
          <CountsTable timeline={timeline} />
          <DatesTable timeline={timeline} />
        </div>
      </section>
    </>
  );
}

function Chart({ timeline }: { timeline: Timeline }) {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const height = Math.round(Math.min(320, 180 + width / 6));
  return <div ref={ref}>{width > 0 && <LevelChart timeline={timeline} width={width} height={height} />}</div>;
}
