import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { DISCARD, DiscardAnswers } from './discard.tsx';
import { CloseIcon } from './icons.tsx';
import { useStepBack } from './step-back.ts';
import styles from './modal.module.css';

type ModalProps = {
  title: string;
  /** The id of the element that says what the dialog is about. */
  describedBy?: string;
  onClose: () => void;
  /** False while a call runs: only its end closes the dialog. */
  closable: boolean;
  /** False where a click beside the dialog would lose what was typed. */
  closesOnBackdrop: boolean;
  /** Whether closing would lose typed text: then the dialog asks first. */
  unsaved?: boolean;
  children: ReactNode;
};

/**
 * A dialog over the app (WAI-ARIA dialog pattern). The focus goes to `[data-autofocus]`, and back on close; Escape and the
 * browser's Back close.
 * Not `<dialog>`: its modal mode makes the toasts inert, and they must stay in reach.
 */
export function Modal(props: ModalProps) {
  const { title, describedBy, onClose, closable, closesOnBackdrop, unsaved = false, children } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const ask = () => setAsking(!asking);
  const act = unsaved || asking ? ask : onClose;
  const close = closable ? act : undefined;
  useAppInert(dialog);
  useEscape(() => close?.());
  useStepBack(() => close?.());

  function pressBackdrop(event: MouseEvent<HTMLElement>) {
    const onScrollBar = event.nativeEvent.offsetX > event.currentTarget.clientWidth;
    if (event.target !== event.currentTarget || onScrollBar) return;
    // Keeps the focus in the dialog.
    event.preventDefault();
    if (closesOnBackdrop) close?.();
  }

  return createPortal(
    // For the pointer only: the keyboard has Escape and the X.
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
        <div className={styles.bar}>
          <h2 id={titleId}>{asking ? DISCARD : title}</h2>
          <button
            type="button"
            className={styles.close}
            title="Fechar"
            aria-disabled={!closable || undefined}
            onClick={close}
          >
            <span className="sr-only">X</span>
            <CloseIcon />
          </button>
        </div>
        <div className={styles.body} hidden={asking}>
          {children}
        </div>
        {asking && <Asking titleId={titleId} onDiscard={onClose} onStay={ask} />}
      </div>
    </div>,
    document.body,
  );
}

/** Takes the focus, and gives it back to what was being written. */
function Asking({ titleId, ...answers }: { titleId: string } & ComponentProps<typeof DiscardAnswers>) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const writing = document.activeElement;
    const dialog = question.current?.parentElement;
    question.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // Once the form is shown again. The X was pressed, not written in.
      setTimeout(() => {
        const field = writing?.matches('input, textarea, select') ? writing : dialog?.querySelector('[data-autofocus]');
        if (field instanceof HTMLElement) field.focus();
      });
    };
  }, []);
  return (
    // A group, for its name is said: the focus stays in the dialog, whose new title is not.
    <div ref={question} className={styles.body} role="group" aria-labelledby={titleId}>
      <DiscardAnswers {...answers} />
    </div>
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

/** Keeps the app behind the dialog from being reached or scrolled; afterwards the focus returns to it. */
function useAppInert(dialog: { current: HTMLElement | null }) {
  useEffect(() => {
    const app = document.getElementById('app');
    const root = document.documentElement;
    const opener = document.activeElement;
    root.classList.toggle('scrolls', window.innerWidth > root.clientWidth);
    root.classList.add('dialog-open');
    (dialog.current?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.current)?.focus();
    // `inert` restyles every row: set it after the dialog's first paint.
    const cancel = afterPaint(() => app?.setAttribute('inert', ''));
    return () => {
      cancel();
      app?.removeAttribute('inert');
      root.classList.remove('dialog-open', 'scrolls');
      // The list below may have scrolled to what the dialog has added.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [dialog]);
}

/** Runs `act` after the next paint; what it returns cancels that. */
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
