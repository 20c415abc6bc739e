import type { Evolution } from './evolution-of.ts';
import styles from './evolution.module.css';
import { hyphenated, LOOKS } from './levels.ts';
import { fillOf } from './patterns.tsx';

/** How each level is drawn, and how many technologies have it today. */
export function Legend({ evolution: { groups, points } }: { evolution: Evolution }) {
  const today = points.at(-1) ?? points[0];
  return (
    <dl className={styles.legend}>
      {groups.map((group) => (
        <div key={group}>
          <dt>
            <svg className={styles.swatch} viewBox="0 0 28 18" aria-hidden="true">
              <rect
                x="1"
                y={9 - LOOKS[group].height / 2}
                width="26"
                height={LOOKS[group].height}
                rx="2"
                fill={fillOf(group)}
                stroke={LOOKS[group].edge}
                data-edge=""
              />
            </svg>
            {hyphenated(group)}
          </dt>
          <dd>{today.counts[group]}</dd>
        </div>
      ))}
    </dl>
  );
}
