import type { ComponentProps } from 'react';
import styles from './button.module.css';

type ButtonProps = ComponentProps<'button'> & {
  /** The colour scheme: the two of a form's own buttons, one that stands back, and one for what cannot be undone. */
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** A call runs: the button keeps its place, its name and the focus, and says that it is busy. */
  pending?: boolean;
};

/** The main button, as wide as what it stands in. */
export function Button({ tone = 'primary', pending = false, type = 'button', children, ...button }: ButtonProps) {
  return (
    <button {...button} type={type} className={styles.button} data-tone={tone} aria-disabled={pending || undefined}>
      {children}
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}
