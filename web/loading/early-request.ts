import type { User } from '#contract/user.ts';

declare global {
  interface Window {
    /** Set by `boot.ts`. Undefined on the development server, which does not inline that script. */
    early?: {
      user?: User | Promise<User>;
      /** Stops deferring submits, and submits the deferred form. */
      release: () => void;
    };
  }
}

/** The dashboard's first request. Later calls return undefined, because they need fresh data. */
export function takeEarlyUser(): User | Promise<User> | undefined {
  const user = window.early?.user;
  delete window.early?.user;
  return user;
}

/** The response, if it arrived before the first render. Later calls return undefined. */
export function takeArrivedUser(): User | undefined {
  const user = window.early?.user;
  return user instanceof Promise || user === undefined ? undefined : (takeEarlyUser(), user);
}

export function releaseEarlySubmit() {
  window.early?.release();
}
