import type { User } from '#contract/user.ts';

declare global {
  interface Window {
    early?: {
      userId?: string;
      user?: User | Promise<User>;
      release: () => void;
    };
  }
}

/**
 * The dashboard's first request, unless another user's session has begun since. Later calls return undefined, because
 * they need fresh data.
 */
export function takeEarlyUser(userId: string): User | Promise<User> | undefined {
  const { early } = window;
  const user = early?.userId === userId ? early.user : undefined;
  delete early?.user;
  return user;
}

export function takeArrivedUser(userId: string): User | undefined {
  return window.early?.user instanceof Promise ? undefined : (takeEarlyUser(userId) as User | undefined);
}

export function releaseEarlySubmit() {
  window.early?.release();
}
