import styles from './skeleton.module.css';

export function Skeleton({ words, heights }: { words: string; heights?: readonly number[] }) {
  return (
    <div className={heights ? styles.cards : styles.list} aria-busy="true">
      <p className="sr-only" role="status">
        {words}
      </p>
      {heights?.map((height) => (
        <div key={height} className={styles.card} style={{ height: `${height}rem` }} aria-hidden="true" />
      ))}
    </div>
  );
}
