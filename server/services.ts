import type { Passwords } from './accounts/passwords.ts';
import type { PasswordProfile } from './accounts/password-rules.ts';
import type { ResetLinks } from './accounts/reset-links.ts';
import type { Throttle } from './accounts/throttle.ts';
import type { Compatibility } from './compatibility.ts';
import type { Database } from './database/open.ts';

/** What `buildApp` hands to every route. */
export type Services = {
  database: Database;
  /** Tests turn it forward. */
  clock: () => Date;
  passwords: Passwords;
  throttle: Throttle;
  /** Undefined where no mail is sent. */
  resetLinks: ResetLinks | undefined;
  compatibility: Compatibility;
  passwordProfile: PasswordProfile;
  /** For how many milliseconds a session lasts without use. */
  sessionIdle: number;
  /** Whoever runs the server, and the origin that people use; undefined where nobody says. */
  contact?: string | undefined;
  publicUrl?: string | undefined;
  /** Aborted as soon as the process is to end: others should be asked instead. */
  stopping: AbortSignal;
};
