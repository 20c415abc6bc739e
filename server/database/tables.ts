import type { Generated, Selectable } from 'kysely';
import type { Visibility } from '#contract/choices.ts';
import type { AccountEvent } from '#contract/event.ts';
import type { Technology } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';

/** ISO 8601 in UTC with milliseconds: their order as text is their order in time. */
type Time = string;

/** `sequence` is the order of creation, also within one millisecond. */
type ProfileColumns = {
  [Field in keyof Omit<SignUp, 'password'>]-?: undefined extends SignUp[Field] ? Generated<string> : string;
};

/** The columns of optional profile fields default to the empty text. */
export type UsersTable = ProfileColumns & {
  sequence: Generated<number>;
  id: string;
  email_key: string;
  password_hash: string;
  visibility: Generated<Visibility>;
  /** 0 or 1: SQLite has no booleans. */
  searchable: Generated<number>;
  shows_history: Generated<number>;
  /** Null for nearly all: an operator has locked the others. */
  locked_at: Time | null;
  created_at: Time;
  updated_at: Time;
};
export type UserRow = Selectable<UsersTable>;

export type SessionsTable = {
  token_hash: string;
  user_id: string;
  created_at: Time;
  last_used_at: Time;
  expires_at: Time;
  ip_prefix: string | null;
  user_agent: string | null;
};

export type TechnologiesTable = Technology & {
  sequence: Generated<number>;
  user_id: string;
  /** Without case: unique per user. */
  title_key: string;
  /** Without case and accents, for the search. */
  search_key: string;
  /** The user's `sequence` while they are in the public list. */
  listed: number | null;
  deleted_at: Time | null;
};

/** Added, and deleted when forgotten; never changed. */
export type LevelChangesTable = {
  user_id: string;
  /** The order of a user's changes. */
  number: number;
  /** Refers to nothing: the technology may be gone. */
  technology_id: string;
  /** As it was called then. */
  title: string;
  /** Null: it was removed. */
  status: string | null;
  at: Time;
};

export type WorksTable = Omit<Work, 'technologies'> & { sequence: Generated<number>; user_id: string };

/** Which technologies a work shows: all three are of one user. A deleted technology keeps its rows until it is swept. */
export type WorkTechnologiesTable = { user_id: string; work_id: string; technology_id: string };

export type AvatarsTable = {
  user_id: string;
  name: string;
  image: Uint8Array;
};

/** Those that users have, and with `left_at` those that they had. */
export type HandlesTable = { handle: string; user_id: string; left_at: Time | null };

/** The keys are fingerprints: they name nobody. */
export type AttemptsTable = {
  key: string;
  /** A fingerprint, by which the counters are deleted with the account. */
  account: string | null;
  count: number;
  last_at: Time;
  expires_at: Time;
};

/** At most one of a user. */
export type PasswordResetsTable = { token_hash: string; user_id: string; expires_at: Time };

export type EventsTable = AccountEvent & { sequence: Generated<number>; user_id: string };

export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  technologies: TechnologiesTable;
  works: WorksTable;
  work_technologies: WorkTechnologiesTable;
  avatars: AvatarsTable;
  handles: HandlesTable;
  attempts: AttemptsTable;
  password_resets: PasswordResetsTable;
  events: EventsTable;
  level_changes: LevelChangesTable;
  /** Kysely's own table. */
  kysely_migration: { name: string; timestamp: string };
};
