import type { Generated, Selectable } from 'kysely';
import type { Visibility } from '#contract/choices.ts';

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
  /** Without case: what a person may have once. */
  title_key: string;
  /** Without case and accents: what is looked for. */
  search_key: string;
  status: string;
  created_at: Time;
  updated_at: Time;
  /** Set while the deletion can still be undone; null for what is there. */
  deleted_at: Time | null;
};

export type WorksTable = {
  sequence: Generated<number>;
  id: string;
  user_id: string;
  title: string;
  description: string;
  deploy_url: string;
  created_at: Time;
  updated_at: Time;
};

export type AvatarsTable = {
  user_id: string;
  /** What the picture is served as; another picture has another name. */
  name: string;
  image: Uint8Array;
};

/** Counters of attempts to log in and to sign up. The keys are fingerprints, so that nobody is read out of them. */
export type AttemptsTable = {
  key: string;
  /** The fingerprint of the account that was tried, so that the counters go with it; null where there is none. */
  account: string | null;
  count: number;
  last_at: Time;
  expires_at: Time;
};

export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  technologies: TechnologiesTable;
  works: WorksTable;
  avatars: AvatarsTable;
  attempts: AttemptsTable;
  /** Kysely's own list of what has been applied. */
  kysely_migration: { name: string; timestamp: string };
};
