import type { User } from '#contract/user.ts';

declare global {
  interface Window {
    /** Set by `boot.ts`, which the development server's page lacks. */
    early?: {
      /** The answer to the dashboard's first request, or its promise. */
      user?: User | Promise<User>;
      /** Stops holding submits, and submits the form that was held. */
      release: () => void;
    };
  }
}

/** The dashboard's first request, for the first caller only: later ones want fresh data. */
export function takeEarlyUser(): User | Promise<User> | undefined {
  const user = window.early?.user;
  delete window.early?.user;
  return user;
}

/** The answer to that request, if it has arrived: the first render can show it. For the first caller only. */
export function takeArrivedUser(): User | undefined {
  const user = window.early?.user;
  return user instanceof Promise || user === undefined ? undefined : (takeEarlyUser(), user);
}

/** Call it once the app can submit forms. */
export function releaseEarlySubmit() {
  window.early?.release();
}
