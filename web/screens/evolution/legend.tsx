import { levelLabel } from '#contract/choices.ts';
import { HiddenPatterns, Swatch } from '../../evolution/patterns.tsx';
import type { Timeline } from '../../evolution/timeline.ts';
import styles from './evolution.module.css';

export function Legend({ timeline: { groups, latest } }: { timeline: Timeline }) {
  return (
    <>
      <HiddenPatterns />
      <dl className={styles.legend}>
        {groups.map((group) => (
          <div key={group}>
            <dt>
              <Swatch group={group} />
              {levelLabel(group)}
            </dt>
            <dd>{latest.counts[group]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
