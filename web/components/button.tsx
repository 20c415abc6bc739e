import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled' | 'disabled'> & {
  /** The colour scheme: a form's two, one that stands back, one for what cannot be undone. */
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** The call of this button runs: it shows a spinner, and keeps its name, place and focus. */
  pending?: boolean;
  /** Another call runs: the button looks disabled, but keeps the focus. */
  blocked?: boolean;
};

/** The main button, as wide as its parent. While pending or blocked it ignores clicks, and submits nothing. */
export function Button({
  tone = 'primary',
  pending = false,
  blocked = false,
  type = 'button',
  onClick,
  children,
  ...button
}: ButtonProps) {
  const inert = pending || blocked;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      {...button}
      type={type}
      className={styles.button}
      data-tone={tone}
      data-blocked={blocked || undefined}
      aria-disabled={inert || undefined}
      onClick={press}
    >
      <span className={styles.label}>
        {pending && <span className={styles.spinner} aria-hidden="true" />}
        {children}
      </span>
    </button>
  );
}
