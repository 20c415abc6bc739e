import type { User } from '#contract/user.ts';

declare global {
  interface Window {
    /** Left by `boot.ts`, which the built pages run before this app; the development server's page does not. */
    early?: {
      /** The answer to the dashboard's first request, or the promise of it while it is on its way. */
      user?: User | Promise<User>;
      /** Hands the page over: what a person submitted in the meantime is submitted again, once. */
      release: () => void;
    };
  }
}

/** The dashboard's first request, if it is on its way. Only the first caller gets it: a later one wants fresh data. */
export function takeEarlyUser(): User | Promise<User> | undefined {
  const user = window.early?.user;
  delete window.early?.user;
  return user;
}

/** The answer to that request, if it has come already: then the screen can start with it. Taken, it is gone, too. */
export function takeArrivedUser(): User | undefined {
  const user = window.early?.user;
  return user instanceof Promise || user === undefined ? undefined : (takeEarlyUser(), user);
}

/** Call it once a form can be submitted. */
export function releaseEarlySubmit() {
  window.early?.release();
}
