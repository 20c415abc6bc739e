import styles from './count-badge.module.css';

export function Count({ items }: { items: readonly unknown[] }) {
  return <span className={styles.count}>{items.length}</span>;
}
