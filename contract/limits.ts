// Apart from the rules that use them: a screen that only tells a limit loads no rule.

/** A password has at least this many letters or digits in all. */
export const PASSWORD_MINIMUM = 6;

/** The server's caps in code points; forms set none. */
export const USER_LIMITS = {
  name: 120,
  email: 254,
  password: 128,
  bio: 2000,
  contact: 2048,
  course_module: 120,
} as const;
export const TECHNOLOGY_LIMITS = { title: 100, status: 40 } as const;
export const WORK_LIMITS = { title: 120, description: 2000, deploy_url: 2048 } as const;

/** How many technologies, and how many works, one user may have. */
export const TECHNOLOGIES_LIMIT = 500;
export const WORKS_LIMIT = 50;

/** The largest avatar that is taken, in bytes. */
export const AVATAR_LIMIT = 2 * 1024 * 1024;

/** The last page that can be asked for: far beyond anybody, and exact in any arithmetic. */
export const LAST_PAGE = 999_999_999;

/** For this long a removed technology can be restored, in minutes. */
export const UNDO_MINUTES = 1;

/** A session ends this many days after its last use (OWASP ASVS 7.3.1). */
export const SESSION_IDLE_DAYS = 3;
/** A session ends this many days after login, however much it is used (OWASP ASVS 7.3.2). */
export const SESSION_DAYS = 30;

/** A toast stays for this long, in milliseconds. */
export const TOAST_MS = 5_000;
