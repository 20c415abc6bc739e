// Does not import zod: some screens do not load it.

export const PASSWORD_MINIMUM = 6;
export const PASSWORD_MINIMUM_STRICT = 8;

/** In code points. The specification sets no maximum in forms, so only the server enforces these. */
export const USER_LIMITS = {
  name: 120,
  email: 254,
  password: 128,
  bio: 2000,
  contact: 2048,
  course_module: 120,
} as const;
export const TECHNOLOGY_LIMITS = { title: 100, status: 40 } as const;
export const WORK_LIMITS = { title: 120, description: 2000, deploy_url: 2048, repository_url: 2048 } as const;

export const HANDLE_LENGTH = { least: 3, most: 40 };
/** Days for which a former handle stays reserved for its user. */
export const HANDLE_DAYS = 90;
export const FORMER_HANDLES_LIMIT = 5;

export const TECHNOLOGIES_LIMIT = 500;
export const WORKS_LIMIT = 50;
export const WORK_TECHNOLOGIES_LIMIT = 20;
export const PINNED_WORKS_LIMIT = 3;

/** Changes stored per user, besides the last one of each technology, which is always stored. */
export const LEVEL_CHANGES_LIMIT = 1_000;
/** In bytes: three times the export of a full account in Portuguese. */
export const RESUME_LIMIT = 512 * 1024;
export const RESUME_LISTS = { skills: 1_000, projects: 200 } as const;

/** In bytes, as uploaded. */
export const AVATAR_LIMIT = 2 * 1024 * 1024;
/** In pixels. */
export const AVATAR_SIDE = 256;

/** Technologies that a user may feature; cards and badges show as many. */
export const FEATURED_LIMIT = 8;
/** Size in pixels of the Open Graph image (aspect ratio 1.91:1). */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** How long browsers and proxies may cache public responses. */
export const PUBLIC_COPY_MINUTES = 5;
export const UNDO_MINUTES = 1;

/** In bytes. */
export const USERS_PAGE_LIMIT = 1024 * 1024;
/** `LAST_PAGE * perPage` must be a safe integer. */
export const LAST_PAGE = 999_999_999;

/** Days from a session's last use to its end (OWASP ASVS 7.3.1). */
export const SESSION_IDLE_DAYS = 3;
/** Days from login to a session's end, even if it is in use (OWASP ASVS 7.3.2). */
export const SESSION_DAYS = 30;
export const RESET_HOURS = 1;
export const KNOWN_NETWORK_DAYS = 90;

/** The activity log: retention, events of each kind in the database and in a response. */
export const EVENT_DAYS = 180;
export const EVENTS_PER_KIND = 100;
export const EVENTS_LISTED_PER_KIND = 10;

export const CLASS_NAME_LIMIT = 80;
/** Excludes I, L, O, 0 and 1, which readers confuse. */
export const CLASS_CODE = { alphabet: 'ABCDEFGHJKMNPQRSTUVWXYZ23456789', length: 8 } as const;
/** In characters, as typed. */
export const LONGEST_CLASS_CODE = 40;
export const CLASS_DAYS = 365;
/** Classes that a user may teach; also, separately, those that a user may join as a student. */
export const CLASSES_LIMIT = 20;
export const CLASS_MEMBERS_LIMIT = 300;
/** In characters: the technologies of all members. Above it, the longest lists are cut to an equal share. */
export const ROSTER_LIMIT = 512 * 1024;
/** Technologies in the table and the CSV of a class, those that most members know. */
export const CLASS_TECHNOLOGIES_LIMIT = 1_000;

/** At /pessoas: technologies in one search, and people on a page. */
export const SEARCHED_TECHNOLOGIES_LIMIT = 5;
export const PEOPLE_PER_PAGE = 20;
