// Apart from the rules: a screen that only tells a limit does not load zod.

export const PASSWORD_MINIMUM = 6;
/** In code points, of whatever kind, where the server is strict. */
export const PASSWORD_MINIMUM_STRICT = 8;

/** The server's caps, in code points; forms set none. */
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

/** In characters. */
export const HANDLE_LENGTH = { least: 3, most: 40 };
/** Days for which a handle that was changed is kept for its former user, and how many a user may have left in them. */
export const HANDLE_DAYS = 90;
export const FORMER_HANDLES_LIMIT = 5;

export const TECHNOLOGIES_LIMIT = 500;
export const WORKS_LIMIT = 50;
/** How many technologies one work may show. */
export const WORK_TECHNOLOGIES_LIMIT = 20;

/** The latest changes of level that are remembered of a user; of a technology that is still there, always the last. */
export const LEVEL_CHANGES_KEPT = 1_000;
/** In bytes, as sent: three times what a full account holds in Portuguese. */
export const RESUME_LIMIT = 512 * 1024;
/** How many a resume may list, the refused ones too. */
export const RESUME_LISTS = { skills: 1_000, projects: 200 } as const;

/** In bytes, as sent. */
export const AVATAR_LIMIT = 2 * 1024 * 1024;
/** In pixels, both ways. */
export const AVATAR_SIDE = 256;

/** How many technologies a card has room for. */
export const CARD_TECHNOLOGIES = 8;
/** In pixels: the picture for previews of a link, as networks and messengers ask for (Open Graph: 1.91 to 1). */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** Minutes for which others may keep a copy of what a public profile shows. */
export const PUBLIC_COPY_MINUTES = 5;

/** In bytes: a page of users that would be larger comes in parts. */
export const USERS_PAGE_LIMIT = 1024 * 1024;

/** The last page of users: `LAST_PAGE * perPage` is still a safe integer. */
export const LAST_PAGE = 999_999_999;

/** For this long a removed technology can be restored. */
export const UNDO_MINUTES = 1;

/** Days from a session's last use to its end (OWASP ASVS 7.3.1). */
export const SESSION_IDLE_DAYS = 3;
/** Days from login to a session's end, however much it is used (OWASP ASVS 7.3.2). */
export const SESSION_DAYS = 30;

/** For this long the link to a new password works, once. */
export const RESET_HOURS = 1;

/** Days for which a network that a user has logged in from is recognised, since the last login. */
export const KNOWN_NETWORK_DAYS = 90;

/** Days for which what happened to an account is remembered, how much of it is listed, and shown at the profile. */
export const EVENT_DAYS = 180;
/** Of one user: older ones are deleted. */
export const EVENTS_KEPT = 1_000;
export const EVENTS_LISTED = 100;
export const EVENTS_SHOWN = 20;
