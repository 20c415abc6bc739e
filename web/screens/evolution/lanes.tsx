import { TimeLabels, timeScale } from './axis.tsx';
import type { Evolution, Lane } from './evolution-of.ts';
import styles from './evolution.module.css';
import { LANE_HEIGHT, LaneBars } from './lane-bars.tsx';
import { groupLabel } from './levels.ts';
import { useWidth } from './use-width.ts';
import { courseOf, shortDay } from './words.ts';

/** A line for each technology, in the order in which they came. */
export function Lanes({ evolution }: { evolution: Evolution }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const x = timeScale(evolution, [0, width]);
  return (
    <>
      <div className={styles.lane}>
        <span />
        <div ref={ref}>
          <svg className={styles.drawing} viewBox={`0 0 ${width} 20`} aria-hidden="true">
            <TimeLabels x={x} y={14} />
          </svg>
        </div>
      </div>
      <ul className={styles.lanes}>
        {evolution.lanes.map((lane) => (
          <li key={lane.id} className={styles.lane}>
            <div>
              <p className={styles.title}>{lane.title}</p>
              <p className={styles.now}>{nowOf(lane)}</p>
            </div>
            <svg
              className={styles.drawing}
              viewBox={`0 0 ${width} ${LANE_HEIGHT}`}
              role="img"
              aria-label={courseOf(lane)}
            >
              <LaneBars lane={lane} x={x} />
            </svg>
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
