import { useEffect, useEffectEvent, useId, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  cssTransition,
  toast,
  ToastContainer,
  type ToastContentProps,
  type TypeOptions,
} from 'react-toastify/unstyled';
import { CloseIcon, ToastIcon } from '../icons.tsx';
import { ReasonText, type Reason } from '../reason.tsx';
import { TOAST_MS, type Options, type ToastAction } from '../toast.ts';
import './toaster.css';

// The library starts a toast's timer when the entrance animation ends, so that animation must be very short.
const appear = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false });

const KINDS: Record<TypeOptions, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Aviso',
  info: 'Informação',
  default: 'Notificação',
};

export function show(type: TypeOptions, text: string, { action, reason, ...options }: Options = {}) {
  const containerId = type === 'error' || type === 'warning' ? 'alert' : 'status';
  toast(Content, { ...options, type, ariaLabel: KINDS[type], data: { text, action, reason }, containerId });
}

type Content = { text: string; action: ToastAction | undefined; reason: Reason | undefined };

// Replaces the library's progress bar, which has an English label. The end of its animation closes the toast.
function Content({ data: { text, action, reason }, closeToast, isPaused }: ToastContentProps<Content>) {
  return (
    <>
      <Words text={text} reason={reason} />
      {action && <ActionButton action={action} onEnd={() => closeToast(true)} />}
      <div
        className="toast-clock"
        style={{ animationDuration: `${TOAST_MS}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
        // If an animation starts late, Chromium may fire `animationend` with an elapsed time of zero.
        onAnimationEnd={({ elapsedTime }) => elapsedTime > 0 && closeToast()}
      />
    </>
  );
}

function Words({ text, reason }: Pick<Content, 'text' | 'reason'>) {
  const id = useId();
  // Users who arrive by F6 hear the group's description. A name with this text would be announced twice.
  const describe = (words: HTMLElement | null) =>
    words?.closest('[role="group"]')?.setAttribute('aria-describedby', id);
  return (
    <div className="toast-text" id={id} ref={describe}>
      <p>{text}</p>
      {reason && (
        <p className="toast-reason">
          <ReasonText reason={reason} />
        </p>
      )}
    </div>
  );
}

function ActionButton({ action, onEnd }: { action: ToastAction; onEnd: () => void }) {
  const { label, until, done, run } = action;
  const [expired, setExpired] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(() => {
    const listen = () => end();
    done.addEventListener('abort', listen);
    return () => done.removeEventListener('abort', listen);
  }, [done]);
  if (expired) return null;

  function press() {
    restoreFocus();
    run();
  }

  return (
    <button type="button" className="toast-action" onClick={press}>
      {label}
    </button>
  );
}

function CloseButton({ closeToast }: { closeToast: (byUser: boolean) => void }) {
  return (
    <button
      type="button"
      className="toast-close"
      title="Fechar notificação"
      onClick={() => {
        restoreFocus();
        closeToast(true);
      }}
    >
      <CloseIcon />
    </button>
  );
}

function drawIcon({ type }: { type: TypeOptions }) {
  return type !== 'default' && <ToastIcon type={type} />;
}

/** The toasts of one live region. index.html contains the regions: screen readers may ignore text in a new one. */
function Region({ role, element }: { role: 'status' | 'alert'; element: Element }) {
  useEffect(() => {
    const section = element.querySelector('section');
    // The library's section is a live region too: nested, it would announce each text twice.
    section?.removeAttribute('aria-live');
    // A named section is a landmark, and an empty landmark is noise.
    section?.removeAttribute('aria-label');
  }, [element]);
  return createPortal(
    <ToastContainer
      hotKeys={() => false}
      containerId={role}
      aria-label={role === 'alert' ? 'Avisos' : 'Notificações'}
      role="group"
      position="top-right"
      autoClose={TOAST_MS}
      transition={appear}
      customProgressBar
      icon={drawIcon}
      closeButton={CloseButton}
      closeOnClick={false}
      draggable
      pauseOnHover={false}
      pauseOnFocusLoss={false}
      newestOnTop
    />,
    element,
  );
}

/** Renders both regions synchronously: the library drops toasts that arrive before its container. */
function mount(toasts: Element) {
  const regions = (['status', 'alert'] as const).map((role) => ({
    role,
    element: toasts.querySelector(`[role="${role}"]`),
  }));
  flushSync(() => {
    createRoot(document.createElement('div')).render(
      regions.map(({ role, element }) => element && <Region key={role} role={role} element={element} />),
    );
  });
}

let previousFocus: EventTarget | null = null;

/** F6 moves the focus to the newest toast, and back. Toasts never receive the focus automatically. */
function listenForF6(toasts: Element) {
  toasts.addEventListener('focusin', (event) => {
    const from = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(from instanceof Node && toasts.contains(from))) previousFocus = from;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = toasts.contains(document.activeElement) ? previousFocus : newest(toasts);
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  });
}

function restoreFocus() {
  if (previousFocus instanceof HTMLElement) previousFocus.focus();
}

function newest(toasts: Element): Element | undefined {
  return [...toasts.querySelectorAll('.Toastify__toast')].toSorted((a, b) => Number(a.id) - Number(b.id)).at(-1);
}

/** Marks the newest toast of both regions with `data-top`, for the style sheet. */
function keepNewestOnTop(toasts: Element) {
  new MutationObserver(() => {
    const top = newest(toasts);
    for (const item of toasts.querySelectorAll('.Toastify__toast')) item.toggleAttribute('data-top', item === top);
  }).observe(toasts, { childList: true, subtree: true });
}

const MAX_COVERED = 0.4;

/** Moves the toasts to the bottom edge while they would cover the focused control (WCAG 2.4.11). */
function keepFocusInSight(toasts: Element) {
  const place = () => {
    const focused = document.activeElement;
    if (toasts.contains(focused) || toasts.matches(':hover')) return;
    toasts.classList.remove('low');
    // A heading with `tabindex=-1` is not a control.
    if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return;
    const coveredAtTop = coveredShare(toasts, focused);
    if (coveredAtTop <= MAX_COVERED) return;
    toasts.classList.add('low');
    toasts.classList.toggle('low', coveredShare(toasts, focused) < coveredAtTop);
  };
  document.addEventListener('focusin', place);
  new ResizeObserver(place).observe(toasts);
}

function coveredShare(cover: Element, control: Element): number {
  const [above, below] = [cover.getBoundingClientRect(), control.getBoundingClientRect()];
  if (above.right <= below.left || above.left >= below.right) return 0;
  const height = Math.min(above.bottom, below.bottom) - Math.max(above.top, below.top);
  return Math.max(0, height / below.height);
}

const toasts = document.getElementById('toasts');
if (toasts !== null) {
  mount(toasts);
  keepNewestOnTop(toasts);
  listenForF6(toasts);
  keepFocusInSight(toasts);
}
