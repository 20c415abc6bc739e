import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { saveAs } from '../../components/secondary/save-as.ts';
import { toast } from '../../components/toast.ts';
import { LevelChart } from '../../evolution/level-chart.tsx';
import { HiddenPatterns } from '../../evolution/patterns.tsx';
import { periodOf, summaryOf } from '../../evolution/summary.ts';
import type { Timeline } from '../../evolution/timeline.ts';
import styles from './evolution.module.css';
import { Legend } from './legend.tsx';
import { pngOf } from './picture.tsx';
import { CountsTable, DatesTable } from './tables.tsx';
import { useWidth } from './use-width.ts';

export function Progress({ timeline }: { timeline: Timeline }) {
  return (
    <>
      <div className={styles.lead}>
        <div>
          <p className={styles.summary}>{summaryOf(timeline)}</p>
          <p className={styles.period}>{periodOf(timeline)}</p>
        </div>
        <DownloadButton timeline={timeline} />
      </div>
      <section className={styles.card} aria-labelledby="levels">
        <h2 id="levels">Níveis ao longo do tempo</h2>
        <HiddenPatterns />
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
  const { ref, width } = useWidth<HTMLDivElement>();
  const height = Math.round(Math.min(320, 180 + width / 6));
  return <div ref={ref}>{width > 0 && <LevelChart timeline={timeline} width={width} height={height} />}</div>;
}

function DownloadButton({ timeline }: { timeline: Timeline }) {
  const [drawing, setDrawing] = useState(false);

  async function download() {
    setDrawing(true);
    try {
      saveAs('trilha-minha-evolucao.png', await pngOf(timeline));
    } catch {
      toast.error('Não foi possível desenhar a imagem');
    } finally {
      setDrawing(false);
    }
  }

  return (
    <div className={styles.download}>
      <Button tone="quiet" pending={drawing} onClick={() => void download()}>
        Baixar imagem (PNG)
      </Button>
    </div>
  );
}
