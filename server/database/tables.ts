import type { Generated, Selectable } from 'kysely';
import type { Visibility } from '#contract/user.ts';

/** Times are ISO 8601 in UTC with milliseconds, so their order as text is their order in time. */
type Time = string;

/** `sequence` is the order of creation: two rows of one millisecond still have one. */
export type UsersTable = {
  sequence: Generated<number>;
  id: string;
  name: string;
  email: string;
  email_key: string;
  password_hash: string;
  bio: string;
  contact: string;
  course_module: string;
  visibility: Generated<Visibility>;
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

export type TechnologiesTable = {
  sequence: Generated<number>;
  id: string;
  user_id: string;
  title: string;
  title_key: string;
  status: string;
  created_at: Time;
  updated_at: Time;
  /** Set while the deletion can still be undone; null for what is there. */
  deleted_at: Time | null;
};

export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  technologies: TechnologiesTable;
  /** Kysely's own list of what has been applied. */
  kysely_migration: { name: string; timestamp: string };
};
