import { useEffect, useEffectEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CloseIcon, Icon } from '../icons.tsx';
import { ReasonText } from '../reason.tsx';
import { TOAST_MS, type ToastAction, type ToastOptions, type ToastType } from '../toast.ts';
import { useDrag } from './drag.ts';
import { keepFocusVisible, listenForF6, restoreFocus } from './focus.ts';
import './toaster.css';

type Toast = { id: number; type: ToastType; text: string } & ToastOptions;

const LABELS: Record<ToastType, string> = {
  success: 'Sucesso',
  error: 'Erro',
  warning: 'Aviso',
  info: 'Informação',
  default: 'Notificação',
};

const root = createRoot(document.createElement('div'));
let toasts: readonly Toast[] = [];
let lastId = 0;

export function addToast(type: ToastType, text: string, options?: ToastOptions) {
  lastId += 1;
  update([{ ...options, id: lastId, type, text }, ...toasts]);
}

/** Renders into the live regions of index.html: screen readers may not announce text in a region added later. */
function update(next: readonly Toast[]) {
  toasts = next;
  root.render(
    (['status', 'alert'] as const).map((role) => {
      const element = document.querySelector(`#toasts > [role="${role}"]`);
      const inRegion = toasts.filter(({ type }) => (type === 'error' || type === 'warning') === (role === 'alert'));
      return element && createPortal(<Stacks toasts={inRegion} newest={toasts[0]} />, element, role);
    }),
  );
}

function Stacks({ toasts: items, newest }: { toasts: readonly Toast[]; newest: Toast | undefined }) {
  const stacks = Map.groupBy(items, ({ position = 'top-right' }) => position);
  return [...stacks].map(([position, stack]) => (
    <div key={position} className="toast-stack" data-position={position}>
      {stack.map((toast) => (
        <ToastItem key={toast.id} {...toast} isNewest={toast === newest} />
      ))}
    </div>
  ));
}

function ToastItem({ id, type, text, action, reason, isNewest }: Toast & { isNewest: boolean }) {
  const textId = useId();
  const [closing, setClosing] = useState(false);
  const close = () => setClosing(true);
  const remove = () => update(toasts.filter((toast) => toast.id !== id));
  const drag = useDrag(remove);

  function press() {
    restoreFocus();
    close();
  }

  return (
    <div
      {...drag}
      className={`toast toast-${type}`}
      role="group"
      aria-label={LABELS[type]}
      aria-describedby={textId}
      tabIndex={-1}
      data-newest={isNewest || undefined}
      data-closing={closing || undefined}
      onAnimationEnd={({ target, currentTarget }) => closing && target === currentTarget && remove()}
    >
      {type !== 'default' && <ToastIcon type={type} />}
      <div className="toast-text" id={textId}>
        <p>{text}</p>
        {reason && (
          <p className="note">
            <ReasonText reason={reason} />
          </p>
        )}
      </div>
      {action && <ActionButton action={action} onEnd={close} />}
      <button type="button" className="toast-close" title="Fechar notificação" onClick={press}>
        <CloseIcon />
      </button>
      <div
        className="toast-clock"
        style={{ animationDuration: `${TOAST_MS}ms` }}
        // Chromium may fire `animationend` with an elapsed time of zero if an animation starts late: ignored.
        onAnimationEnd={({ elapsedTime }) => elapsedTime > 0 && close()}
      />
    </div>
  );
}

const TOAST_PATHS = {
  success: 'm8 12.5 3 3 5.5-6.5',
  error: 'M12 7v6m0 3.5v.01',
  warning: 'M12 10v4m0 3v.01',
  info: 'M12 11.5V17m0-9.5v.01',
};

function ToastIcon({ type }: { type: keyof typeof TOAST_PATHS }) {
  return (
    <Icon size={20}>
      {type === 'warning' ? <path d="M12 3 2 20.5h20L12 3Z" /> : <circle cx="12" cy="12" r="10" />}
      <path d={TOAST_PATHS[type]} />
    </Icon>
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

const container = document.getElementById('toasts');
if (container !== null) {
  listenForF6(container);
  keepFocusVisible(container);
}
