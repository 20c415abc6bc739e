import type { Generated, Selectable } from 'kysely';
import type { Visibility } from '#contract/choices.ts';
import type { Class } from '#contract/class.ts';
import type { AccountEvent } from '#contract/event.ts';
import type { Technology } from '#contract/technology.ts';
import type { ProfileExport, SignUp } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';

declare const TIME: unique symbol;
/** ISO 8601 in UTC with milliseconds, so text order is time order. `TIME` only marks the column. */
type Time = string & { readonly [TIME]?: true };

type Created = { created_at: Time };
type Stamped = Created & { updated_at: Time };
/** `sequence` has the order of creation. */
type Numbered = { sequence: Generated<number> };
type ProfileColumns = {
  [Field in keyof Omit<SignUp, 'password'>]-?: undefined extends SignUp[Field] ? Generated<string> : string;
};

export type Tables = {
  users: ProfileColumns &
    Numbered &
    Stamped & {
      id: string;
      email_key: string;
      password_hash: string;
      visibility: Generated<Visibility>;
      /** 0 or 1: SQLite has no booleans. */
      searchable: Generated<number>;
      shows_history: Generated<number>;
      /** A JSON array of ids. Those of deleted technologies stay. */
      featured: Generated<string>;
      /** Null unless an operator locked the account. */
      locked_at: Time | null;
    };
  sessions: Created & {
    token_hash: string;
    user_id: string;
    last_used_at: Time;
    expires_at: Time;
    ip_prefix: string | null;
    user_agent: string | null;
  };
  technologies: Technology &
    Numbered &
    Stamped & {
      user_id: string;
      title_key: string;
      search_key: string;
      /** The same for "React JS" and "react.js": letters, digits, "+" and "#", without case and accents. */
      spelling: string;
      /** The user's `sequence` while the user is in the public list, else null. */
      listed: number | null;
      /** The user's rank at /pessoas, null without a public page: a date such as 20261123, plus `WITH_WORKS`. */
      rank: number | null;
      deleted_at: Time | null;
    };
  works: Omit<Work, 'technologies' | 'pinned'> &
    Numbered &
    Stamped & {
      user_id: string;
      /** 0 or 1, as in `users`. */
      pinned: Generated<number>;
    };
  /** The work and the technology belong to the user. Rows of a deleted technology stay until it is swept. */
  work_technologies: { user_id: string; work_id: string; technology_id: string };
  avatars: { user_id: string; name: string; image: Uint8Array };
  handles: { handle: string; user_id: string; left_at: Time | null };
  /** `key` and `account` are fingerprints, made by throttle.ts and throttle-limits.ts in server/accounts/. */
  attempts: { key: string; account: string | null; count: number; last_at: Time; expires_at: Time };
  password_resets: { token_hash: string; user_id: string; expires_at: Time };
  events: AccountEvent & Numbered & Created & { user_id: string };
  level_changes: {
    user_id: string;
    number: number;
    /** No foreign key: the technology may have been deleted. */
    technology_id: string;
    title: string;
    status: string | null;
    at: Time;
  };
  classes: Pick<Class, 'id' | 'name'> & Numbered & Created & { teacher_id: string; code: string; ends_at: Time };
  /** `avatar_name` names the member's avatar for this class only, so its URL ends with the membership. */
  class_members: Numbered & { class_id: string; user_id: string; avatar_name: string; joined_at: Time };
  kysely_migration: { name: string; timestamp: string };
};
export type UserRow = Selectable<Tables['users']>;

export type TableName = Exclude<keyof Tables, 'kysely_migration'>;
type Column<Name extends TableName> = keyof Tables[Name] & string;
export type TimeColumn<Name extends TableName> = {
  [Key in Column<Name>]: typeof TIME extends keyof NonNullable<Tables[Name][Key]> ? Key : never;
}[Column<Name>];

type TableFacts<Name extends TableName> = {
  key: ReadonlyArray<Column<Name>>;
  owner: Column<Name>;
  times: Readonly<Record<TimeColumn<Name>, true>>;
  exportedAs: keyof ProfileExport | null;
};

const STAMPS = { created_at: true, updated_at: true } as const;

/** Each table comes after those that it references. Copies, exports and tests derive from it. */
export const TABLES: { readonly [Name in TableName]: TableFacts<Name> } = {
  users: { key: ['sequence'], owner: 'id', times: { ...STAMPS, locked_at: true }, exportedAs: 'user' },
  sessions: {
    key: ['token_hash'],
    owner: 'user_id',
    times: { created_at: true, last_used_at: true, expires_at: true },
    exportedAs: 'sessions',
  },
  technologies: { key: ['sequence'], owner: 'user_id', times: { ...STAMPS, deleted_at: true }, exportedAs: 'user' },
  works: { key: ['sequence'], owner: 'user_id', times: STAMPS, exportedAs: 'user' },
  work_technologies: {
    key: ['user_id', 'work_id', 'technology_id'],
    owner: 'user_id',
    times: {},
    exportedAs: 'user',
  },
  avatars: { key: ['user_id'], owner: 'user_id', times: {}, exportedAs: 'avatar' },
  handles: { key: ['handle'], owner: 'user_id', times: { left_at: true }, exportedAs: 'former_handles' },
  attempts: { key: ['key'], owner: 'account', times: { last_at: true, expires_at: true }, exportedAs: 'attempts' },
  // Not exported: it has only the fingerprint of a token that expires within an hour.
  password_resets: { key: ['token_hash'], owner: 'user_id', times: { expires_at: true }, exportedAs: null },
  events: { key: ['sequence'], owner: 'user_id', times: { created_at: true }, exportedAs: 'events' },
  level_changes: { key: ['user_id', 'number'], owner: 'user_id', times: { at: true }, exportedAs: 'history' },
  classes: {
    key: ['sequence'],
    owner: 'teacher_id',
    times: { created_at: true, ends_at: true },
    exportedAs: 'classes',
  },
  class_members: { key: ['sequence'], owner: 'user_id', times: { joined_at: true }, exportedAs: 'classes' },
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];
export const NUMBERED_TABLES = TABLE_NAMES.filter((table) => 'sequence' === TABLES[table].key[0]);
