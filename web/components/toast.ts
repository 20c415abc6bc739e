import type { ToastOptions, TypeOptions } from 'react-toastify/unstyled';
import type { Reason } from './reason.tsx';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5_000;

/** Fetches the chunk that shows toasts. `main.tsx` calls it at the first touch. */
export const loadToaster = () => import('./toaster.tsx');

/**
 * A button in a toast. It goes at `until`, in milliseconds since 1970; once `done` is aborted, by `run` or otherwise, the
 * whole toast goes.
 */
export type ToastAction = { label: string; until: number; done: AbortSignal; run: () => void };

/** `reason` is a second line. */
export type Options = Pick<ToastOptions, 'position'> & { action?: ToastAction; reason?: Reason | undefined };

function verb(type: TypeOptions) {
  return (text: string, options?: Options) => {
    loadToaster().then(
      ({ show }) => show(type, text, options),
      () => tellPlainly(type, text),
    );
  };
}

// Without the network that chunk may be out of reach: the region in the page shows the bare text.
function tellPlainly(type: TypeOptions, text: string) {
  const line = document.createElement('p');
  line.textContent = text;
  const region = document.querySelector(`#toasts [role="${type === 'error' ? 'alert' : 'status'}"]`);
  region?.append(line);
  setTimeout(() => line.remove(), TOAST_MS);
}

/** Shows a text for `TOAST_MS`; the pointer or the keyboard's focus on it stops the clock. */
export const toast = {
  info: verb('info'),
  success: verb('success'),
  warning: verb('warning'),
  error: verb('error'),
  default: verb('default'),
};
