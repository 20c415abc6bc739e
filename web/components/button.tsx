import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled' | 'disabled'> & {
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger';
  pending?: boolean;
  blocked?: boolean;
};

/** Uses `aria-disabled` instead of `disabled`, which would lose the focus. */
export function Button(props: ButtonProps) {
  const { tone = 'primary', pending = false, blocked = false, type = 'button', onClick, children, ...button } = props;
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
