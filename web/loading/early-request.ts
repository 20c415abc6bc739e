import type { User } from '#contract/user.ts';

declare global {
  interface Window {
    early?: {
      user?: User | Promise<User>;
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

export function takeArrivedUser(): User | undefined {
  return window.early?.user instanceof Promise ? undefined : (takeEarlyUser() as User | undefined);
}

export function releaseEarlySubmit() {
  window.early?.release();
}
