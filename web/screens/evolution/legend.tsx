import { Swatch } from '../../evolution/drawing.tsx';
import type { Evolution } from '../../evolution/timeline.ts';
import { hyphenated } from '../../evolution/levels.ts';
import styles from './evolution.module.css';

export function Legend({ evolution: { groups, points } }: { evolution: Evolution }) {
  const today = points.at(-1) ?? points[0];
  return (
    <dl className={styles.legend}>
      {groups.map((group) => (
        <div key={group}>
          <dt>
            <Swatch group={group} />
            {hyphenated(group)}
          </dt>
          <dd>{today.counts[group]}</dd>
        </div>
      ))}
    </dl>
  );
}
