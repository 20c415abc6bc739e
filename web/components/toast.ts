import type { Reason } from './reason.tsx';

export const TOAST_MS = 5_000;

export const loadToaster = () => import('./toaster/toaster.tsx');

export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default';

/** A button in a toast. The button disappears at `until` (timestamp in ms); aborting `done` closes the toast. */
export type ToastAction = { label: string; until: number; done: AbortSignal; run: () => void };

export type ToastOptions = {
  position?: `${'top' | 'bottom'}-${'left' | 'right' | 'center'}`;
  action?: ToastAction;
  reason?: Reason | undefined;
};

function show(type: ToastType) {
  return (text: string, options?: ToastOptions) => {
    loadToaster().then(
      ({ addToast }) => addToast(type, text, options),
      () => showPlainText(type, text),
    );
  };
}

// Offline, the chunk may be unavailable. The page's live region then shows the text without styling.
function showPlainText(type: ToastType, text: string) {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  const region = document.querySelector(`#toasts [role="${type === 'error' ? 'alert' : 'status'}"]`);
  region?.append(paragraph);
  setTimeout(() => paragraph.remove(), TOAST_MS);
}

export const toast = {
  info: show('info'),
  success: show('success'),
  warning: show('warning'),
  error: show('error'),
  default: show('default'),
};
