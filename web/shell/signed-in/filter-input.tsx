import type { KeyboardEventHandler } from 'react';
import styles from './list-tools.module.css';

type FilterInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler;
};

export function FilterInput({ label, onChange, ...input }: FilterInputProps) {
  return (
    <input
      {...input}
      type="search"
      className={styles.filter}
      aria-label={label}
      placeholder="Filtrar"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
