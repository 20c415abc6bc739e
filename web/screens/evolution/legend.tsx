import { hyphenated } from '../../evolution/levels.ts';
import { HiddenPatterns, Swatch } from '../../evolution/patterns.tsx';
import type { Timeline } from '../../evolution/timeline.ts';
import styles from './evolution.module.css';

export function Legend({ timeline: { groups, points } }: { timeline: Timeline }) {
  const today = points.at(-1) ?? points[0];
  return (
    <>
      <HiddenPatterns />
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
    </>
  );
}
