import styles from './count.module.css';

/** How many, beside a heading. */
export function Count({ of: things }: { of: readonly unknown[] }) {
  return <span className={styles.count}>{things.length}</span>;
}
