import {
  cssTransition,
  toast as show,
  ToastContainer,
  type ToastContentProps,
  type ToastOptions,
  type TypeOptions,
} from 'react-toastify/unstyled';
import './toaster.css';

const AUTO_CLOSE_MS = 5000;

// The time on screen is counted from the end of the entrance, so that is kept too short to notice.
const appear = cssTransition({ enter: 'toast-enter', exit: 'toast-exit', collapse: false });

type Options = Pick<ToastOptions, 'position'>;

function verb(type: TypeOptions) {
  return (text: string, options?: Options) => {
    show(Content, { ...options, type, data: text });
  };
}

/** Shows a text for five seconds; a pointer over it or the keyboard's focus in it stops the clock. */
export const toast = {
  info: verb('info'),
  success: verb('success'),
  warning: verb('warning'),
  error: verb('error'),
  default: verb('default'),
};

// The library's own progress bar, whose animation is its clock, carries an English label: this one has none to say.
function Content({ data, closeToast, isPaused }: ToastContentProps<string>) {
  return (
    <>
      <p>{data}</p>
      <div
        className="toast-clock"
        style={{ animationDuration: `${AUTO_CLOSE_MS}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
        // On a busy machine Chromium may start the clock a hair late, and tells that as an end at zero.
        onAnimationEnd={({ elapsedTime }) => elapsedTime > 0 && closeToast()}
      />
    </>
  );
}

function CloseButton({ closeToast }: { closeToast: (byPerson: boolean) => void }) {
  return (
    <button
      type="button"
      className="toast-close"
      aria-label="Fechar notificação"
      title="Fechar notificação"
      onClick={() => closeToast(true)}
    >
      <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
        <path d="m2 2 10 10M12 2 2 12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}

/** Where toasts appear: one polite live region that stands from the start, so that each text is announced once. */
export function Toaster() {
  return (
    <ToastContainer
      aria-label="Notificações"
      role="group"
      position="top-right"
      autoClose={AUTO_CLOSE_MS}
      transition={appear}
      customProgressBar
      closeButton={CloseButton}
      closeOnClick={false}
      draggable
      pauseOnHover
      pauseOnFocusLoss={false}
      newestOnTop
    />
  );
}
