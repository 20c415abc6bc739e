import styles from './skeleton.module.css';

export function SkeletonCards({ words, heights }: { words: string; heights: readonly number[] }) {
  return (
    <div className={styles.cards} aria-busy="true">
      <p className="sr-only" role="status">
        {words}
      </p>
      {heights.map((height) => (
        <div key={height} className={styles.card} style={{ height: `${height}rem` }} aria-hidden="true" />
      ))}
    </div>
  );
}

export function SkeletonList({ words }: { words: string }) {
  return (
    <div className={styles.list} aria-busy="true">
      <p className="sr-only" role="status">
        {words}
      </p>
    </div>
  );
}
