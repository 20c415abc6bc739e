import { levelLabel, levelRank, LEVELS } from '#contract/choices.ts';
import type { Technology } from '#contract/technology.ts';
import styles from './title-and-level.module.css';

export function TitleAndLevel({ title, status }: Pick<Technology, 'title' | 'status'>) {
  const rank = levelRank(status);
  return (
    <span className={styles.text}>
      <span className={styles.title}>{title}</span>{' '}
      <span className={styles.level}>
        <span className="small">{levelLabel(status)}</span>
        <span className={styles.meter} aria-hidden="true">
          {LEVELS.map((level, index) => (
            <span key={level} data-filled={index <= rank || undefined} />
          ))}
        </span>
      </span>
    </span>
  );
}
