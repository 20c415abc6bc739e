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
import { CloseIcon, NewsIcon } from './icons.tsx';
import { ReasonText, type Reason } from './reason.tsx';
import { TOAST_MS, type Options, type ToastAction } from './toast.ts';
import './toaster.css';

// A toast's clock starts when its entrance ends: the entrance is too short to notice.
const appear = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false });

// The name of a toast's group tells what its icon shows.
const KINDS: Record<TypeOptions, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Aviso',
  info: 'Informação',
  default: 'Notificação',
};

/** Shows a toast: errors and warnings in the assertive live region, the others in the polite one. */
export function show(type: TypeOptions, text: string, { action, reason, ...options }: Options = {}) {
  const containerId = type === 'error' || type === 'warning' ? 'alert' : 'status';
  toast(Content, { ...options, type, ariaLabel: KINDS[type], data: { text, action, reason }, containerId });
}

type Content = { text: string; action: ToastAction | undefined; reason: Reason | undefined };

// The library's progress bar, whose animation is the clock, has an English label: this one replaces it.
function Content({ data: { text, action, reason }, closeToast, isPaused }: ToastContentProps<Content>) {
  return (
    <>
      <Words text={text} reason={reason} />
      {action && <ActionButton action={action} onEnd={() => closeToast(true)} />}
      <div
        className="toast-clock"
        style={{ animationDuration: `${TOAST_MS}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
        // When it starts an animation late, Chromium may report an end at zero.
        onAnimationEnd={({ elapsedTime }) => elapsedTime > 0 && closeToast()}
      />
    </>
  );
}

function Words({ text, reason }: Pick<Content, 'text' | 'reason'>) {
  const id = useId();
  // Whoever comes by F6 hears the group. Its name is the kind alone, so that the live region says no text twice.
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
  const [over, setOver] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  useEffect(() => {
    const listen = () => end();
    done.addEventListener('abort', listen);
    return () => done.removeEventListener('abort', listen);
  }, [done]);
  if (over) return null;

  function press() {
    leave();
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
        leave();
        closeToast(true);
      }}
    >
      <CloseIcon />
    </button>
  );
}

function drawIcon({ type }: { type: TypeOptions }) {
  return type !== 'default' && <NewsIcon type={type} />;
}

/** The toasts of one live region. The regions stand in index.html: text in a new region may not be announced. */
function Region({ role, element }: { role: 'status' | 'alert'; element: Element }) {
  useEffect(() => {
    const section = element.querySelector('section');
    // The library's section is live as well: each text would be announced twice.
    section?.removeAttribute('aria-live');
    // A section with a name is a landmark, and this one is mostly empty.
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

/** Renders both regions synchronously: a toast that is sent before is lost. */
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

let cameFrom: EventTarget | null = null;

/** F6 moves the focus to the newest toast, and back. A toast never takes the focus by itself. */
function listenForF6(toasts: Element) {
  toasts.addEventListener('focusin', (event) => {
    const from = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(from instanceof Node && toasts.contains(from))) cameFrom = from;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = toasts.contains(document.activeElement) ? cameFrom : newest(toasts);
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  });
}

/** Gives the focus back before the button that has it goes with its toast. */
function leave() {
  if (cameFrom instanceof HTMLElement) cameFrom.focus();
}

function newest(toasts: Element): Element | undefined {
  // Their ids count upwards.
  return [...toasts.querySelectorAll('.Toastify__toast')].toSorted((a, b) => Number(a.id) - Number(b.id)).at(-1);
}

/** The newest toast lies on top of the heap, whichever region it is in. */
function keepNewestOnTop(toasts: Element) {
  new MutationObserver(() => {
    const top = newest(toasts);
    for (const one of toasts.querySelectorAll('.Toastify__toast')) one.toggleAttribute('data-top', one === top);
  }).observe(toasts, { childList: true, subtree: true });
}

// Of the focused control's height.
const MOST = 0.4;

/** Moves the toasts to the lower edge while they would cover much of the focused control (WCAG 2.4.11). */
function keepFocusInSight(toasts: Element) {
  const place = () => {
    const focused = document.activeElement;
    // In use, they stay where they are.
    if (toasts.contains(focused) || toasts.matches(':hover')) return;
    // Measured at the top, where they belong.
    toasts.classList.remove('low');
    // A heading that was focused to be announced is no control.
    if (!(focused instanceof HTMLElement) || focused.tabIndex < 0) return;
    const above = shareCovered(toasts, focused);
    if (above <= MOST) return;
    toasts.classList.add('low');
    toasts.classList.toggle('low', shareCovered(toasts, focused) < above);
  };
  document.addEventListener('focusin', place);
  new ResizeObserver(place).observe(toasts);
}

/** How much of the control's height is covered, from 0 to 1. */
function shareCovered(cover: Element, control: Element): number {
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
