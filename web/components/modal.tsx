import { useEffect, useEffectEvent, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './modal.module.css';

type ModalProps = {
  title: string;
  /** The id of what the dialog is about, where its title does not say so. */
  describedBy?: string;
  onClose: () => void;
  /** False while a call runs: then nothing closes the dialog but the end of that call. */
  closable: boolean;
  /** Whether a click beside the dialog closes it too: not where it would lose what was typed. */
  closesOnBackdrop: boolean;
  children: ReactNode;
};

/**
 * A dialog over the app, after the WAI-ARIA dialog pattern: the element marked `data-autofocus` gets the focus, Escape
 * closes it, and the focus goes back where it came from. It is not the browser's own modal dialog: that one makes the
 * toasts beside it inert, and they must stay within reach.
 */
export function Modal({ title, describedBy, onClose, closable, closesOnBackdrop, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const close = closable ? onClose : undefined;
  useAppInert(dialog);
  useEscape(() => close?.());

  function pressBackdrop(event: MouseEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.nativeEvent.offsetX > event.currentTarget.clientWidth) return;
    // The press would otherwise take the focus out of the dialog, or out of what the focus returns to.
    event.preventDefault();
    if (closesOnBackdrop) close?.();
  }

  return createPortal(
    // A convenience for the pointer alone: the keyboard has Escape and the X.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.backdrop} onMouseDown={pressBackdrop}>
      <div
        ref={dialog}
        className={styles.dialog}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        tabIndex={-1}
      >
        <header className={styles.bar}>
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className={styles.close}
            title="Fechar"
            aria-disabled={!closable || undefined}
            onClick={close}
          >
            X
          </button>
        </header>
        {children}
      </div>
    </div>,
    document.body,
  );
}

function useEscape(press: () => void) {
  const onPress = useEffectEvent(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onPress();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** While the dialog stands, the app behind it can be neither reached nor scrolled; afterwards the focus returns to it. */
function useAppInert(dialog: { current: HTMLElement | null }) {
  useEffect(() => {
    const app = document.getElementById('app');
    const root = document.documentElement;
    const opener = document.activeElement;
    root.classList.toggle('scrolls', window.innerWidth > root.clientWidth);
    root.classList.add('dialog-open');
    (dialog.current?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.current)?.focus();
    const cancel = afterPaint(() => app?.setAttribute('inert', ''));
    return () => {
      cancel();
      app?.removeAttribute('inert');
      root.classList.remove('dialog-open', 'scrolls');
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [dialog]);
}

/** Runs what the next thing to be seen need not wait for; answers what takes it back. Of a long list, inert styles each row anew. */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
