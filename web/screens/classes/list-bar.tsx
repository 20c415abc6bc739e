import type { ReactNode } from 'react';
import { FilterInput } from '../../shell/signed-in/filter-input.tsx';
import styles from './list-bar.module.css';

type ListBarProps = {
  id: string;
  heading: string;
  label: string;
  /** Announced when it changes. */
  count: string;
  filter: string;
  onFilter: (filter: string) => void;
  children?: ReactNode;
};

/** A list's heading and filter; `children` are further controls. */
export function ListBar({ id, heading, label, count, filter, onFilter, children }: ListBarProps) {
  return (
    <div className={styles.bar}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      <p role="status">{count}</p>
      <FilterInput label={label} value={filter} onChange={onFilter} />
      {children}
    </div>
  );
}
