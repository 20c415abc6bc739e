import { useEffect, useId, useRef, useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { CloseIcon } from '../icons.tsx';
import { useWindowEvent } from '../window-event.ts';
import { useStepBack } from './step-back.ts';
import styles from './modal.module.css';

type ModalProps = {
  title: string;
  describedBy?: string;
  onClose: () => void;
  /** While it is pending, the dialog closes only if it is slow, and not by a click on the backdrop. */
  call?: { pending: boolean; slow: boolean };
  /** False for forms: a stray click must not discard text. */
  closesOnBackdrop?: boolean;
  unsaved?: boolean;
  /** Uses two columns' width, if the screen has it. */
  wide?: boolean;
  children: ReactNode;
};

/** Not `<dialog>`, which would make the toasts inert. Focuses `[data-autofocus]`; closes on Escape and Back. */
export function Modal(props: ModalProps) {
  const { title, describedBy, onClose, call, closesOnBackdrop = true, unsaved = false, wide = false, children } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDivElement>(null);
  const [confirming, setConfirming] = useState(false);
  const toggleConfirmation = () => setConfirming(!confirming);
  const requestClose = unsaved || confirming ? toggleConfirmation : onClose;
  const closable = !call?.pending || call.slow;
  const close = closable ? requestClose : undefined;
  useAppInert(dialog);
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close?.();
  });
  useStepBack(() => close?.());

  function pressBackdrop(event: MouseEvent<HTMLElement>) {
    const onScrollBar = event.nativeEvent.offsetX > event.currentTarget.clientWidth;
    if (event.target !== event.currentTarget || onScrollBar) return;
    // The default action would move the focus out of the dialog.
    event.preventDefault();
    if (closesOnBackdrop && !call?.pending) close?.();
  }

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keyboard users close with Escape or the X
    <div className={styles.backdrop} onMouseDown={pressBackdrop}>
      <div
        ref={dialog}
        className={styles.dialog}
        data-wide={wide || undefined}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={describedBy}
        tabIndex={-1}
      >
        <div className={styles.bar}>
          <h2 id={titleId}>{confirming ? DISCARD : title}</h2>
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
        <div className={styles.body} hidden={confirming}>
          {children}
        </div>
        {confirming && <DiscardConfirmation titleId={titleId} onDiscard={onClose} onStay={toggleConfirmation} />}
      </div>
    </div>,
    document.body,
  );
}

function DiscardConfirmation({ titleId, ...answers }: { titleId: string } & ComponentProps<typeof DiscardButtons>) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const previous = document.activeElement;
    const dialog = group.current?.parentElement;
    group.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // The timeout waits until the form is visible. The previous element may be the X, which is not a field.
      setTimeout(() => {
        const field = previous?.matches('input, textarea, select')
          ? previous
          : dialog?.querySelector('[data-autofocus]');
        if (field instanceof HTMLElement) field.focus();
      });
    };
  }, []);
  return (
    <div ref={group} className={styles.body} role="group" aria-labelledby={titleId}>
      <DiscardButtons {...answers} />
    </div>
  );
}

function useAppInert(dialog: { current: HTMLElement | null }) {
  useEffect(() => {
    const app = document.getElementById('app');
    const root = document.documentElement;
    const opener = document.activeElement;
    root.classList.toggle('scrolls', window.innerWidth > root.clientWidth);
    root.classList.add('dialog-open');
    (dialog.current?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.current)?.focus();
    // `inert` recalculates the style of every row, so it is set after the dialog's first paint.
    const cancel = afterPaint(() => app?.setAttribute('inert', ''));
    return () => {
      cancel();
      app?.removeAttribute('inert');
      root.classList.remove('dialog-open', 'scrolls');
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [dialog]);
}

function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

export function ConfirmationText(text: ComponentProps<'div'>) {
  return <div {...text} className={styles.explanation} />;
}

export function ConfirmationButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

export const DISCARD = 'Descartar o que você escreveu?';

export function DiscardButtons({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  return (
    <ConfirmationButtons>
      <Button tone="danger" onClick={onDiscard}>
        Descartar
      </Button>
      <Button tone="quiet" data-autofocus onClick={onStay}>
        Continuar escrevendo
      </Button>
    </ConfirmationButtons>
  );
}
