import type { ToastOptions, TypeOptions } from 'react-toastify/unstyled';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5_000;

/** Fetches what shows toasts. It is fetched once the page is touched: nothing is told to a person before that. */
export const loadToaster = () => import('./toaster.tsx');

/** A button in a toast. After `until`, a time of the clock in milliseconds, it is gone. */
export type ToastAction = { label: string; until: number; run: () => void };

/** What a toast may have besides its text. */
export type Options = Pick<ToastOptions, 'position'> & { action?: ToastAction };

function verb(type: TypeOptions) {
  return (text: string, options?: Options) => {
    loadToaster().then(
      ({ show }) => show(type, text, options),
      () => tellPlainly(type, text),
    );
  };
}

// With the network gone the toaster may be out of reach as well: then the region that is there shows the bare text.
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
