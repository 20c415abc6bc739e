import type { ToastOptions, TypeOptions } from 'react-toastify/unstyled';
import type { Reason } from './reason.tsx';

export const TOAST_MS = 5_000;

/** Loads the toast library's chunk. `main.tsx` prefetches it on the first interaction. */
export const loadToaster = () => import('./toaster/toaster.tsx');

/** A button in a toast. The button disappears at `until` (timestamp in ms); aborting `done` closes the toast. */
export type ToastAction = { label: string; until: number; done: AbortSignal; run: () => void };

export type Options = Pick<ToastOptions, 'position'> & { action?: ToastAction; reason?: Reason | undefined };

function verb(type: TypeOptions) {
  return (text: string, options?: Options) => {
    loadToaster().then(
      ({ show }) => show(type, text, options),
      () => showPlainText(type, text),
    );
  };
}

// Offline, the chunk may be unavailable. The page's live region then shows the text without styling.
function showPlainText(type: TypeOptions, text: string) {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const region = document.querySelector(`#toasts [role="${type === 'error' ? 'alert' : 'status'}"]`);
  region?.append(paragraph);
  setTimeout(() => paragraph.remove(), TOAST_MS);
}

/** Shows a text for `TOAST_MS`. Hover and keyboard focus pause the timer. */
export const toast = {
  info: verb('info'),
  success: verb('success'),
  warning: verb('warning'),
  error: verb('error'),
  default: verb('default'),
};
