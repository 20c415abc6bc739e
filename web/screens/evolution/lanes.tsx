import { TimeLabels, timeScale } from '../../evolution/axis.tsx';
import { Drawing } from '../../evolution/drawing.tsx';
import type { Evolution, Lane } from '../../evolution/evolution-of.ts';
import { groupLabel } from '../../evolution/levels.ts';
import { laneLabel, shortDay } from '../../evolution/words.ts';
import styles from './evolution.module.css';
import { LANE_HEIGHT, LaneBars } from './lane-bars.tsx';
import { useWidth } from './use-width.ts';

export function Lanes({ evolution }: { evolution: Evolution }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const x = timeScale(evolution, [0, width]);
  return (
    <>
      <div className={styles.lane}>
        <span />
        <div ref={ref}>
          <Drawing width={width} height={20}>
            <TimeLabels x={x} y={14} />
          </Drawing>
        </div>
      </div>
      <ul className={styles.lanes}>
        {evolution.lanes.map((lane) => (
          <li key={lane.id} className={styles.lane}>
            <div>
              <p className={styles.title}>{lane.title}</p>
              <p className={styles.now}>{nowOf(lane)}</p>
            </div>
            <Drawing width={width} height={LANE_HEIGHT} label={laneLabel(lane)}>
              <LaneBars lane={lane} x={x} />
            </Drawing>
          </li>
        ))}
      </ul>
    </>
  );
}

function nowOf({ spans, removed }: Lane): string {
  if (removed) return `Excluída em ${shortDay(removed)}`;
  const { group, from } = spans.at(-1) ?? spans[0];
  return `${groupLabel(group)} desde ${shortDay(from)}`;
}
