import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  /** The colour scheme. */
  tone?: 'primary' | 'secondary';
  /** A call runs: the button keeps its place, its name and the focus, and says that it is busy. */
  pending?: boolean;
};

/** The full-width main button. */
export function Button({ tone = 'primary', pending = false, type = 'button', children, ...button }: ButtonProps) {
  return (
    <button {...button} type={type} className={styles.button} data-tone={tone} aria-disabled={pending || undefined}>
      {children}
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}
