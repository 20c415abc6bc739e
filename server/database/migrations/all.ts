import type { Migration } from 'kysely/migration';
import * as users from './0001-users.ts';
import * as sessions from './0002-sessions.ts';
import * as technologies from './0003-technologies.ts';
import * as restorableTechnologies from './0004-restorable-technologies.ts';
import * as works from './0005-works.ts';
import * as avatars from './0006-avatars.ts';
import * as technologySearch from './0007-technology-search.ts';
import * as attempts from './0008-attempts.ts';
import * as technologyIndexes from './0009-technology-indexes.ts';
import * as passwordResets from './0010-password-resets.ts';
import * as events from './0011-events.ts';
import * as handles from './0012-handles.ts';
import * as levelChanges from './0013-level-changes.ts';
import * as workTechnologies from './0014-work-technologies.ts';
import * as listedTechnologies from './0015-listed-technologies.ts';

/** Applied in the order of their names. A released one is never changed: add another. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-users': users,
  '0002-sessions': sessions,
  '0003-technologies': technologies,
  '0004-restorable-technologies': restorableTechnologies,
  '0005-works': works,
  '0006-avatars': avatars,
  '0007-technology-search': technologySearch,
  '0008-attempts': attempts,
  '0009-technology-indexes': technologyIndexes,
  '0010-password-resets': passwordResets,
  '0011-events': events,
  '0012-handles': handles,
  '0013-level-changes': levelChanges,
  '0014-work-technologies': workTechnologies,
  '0015-listed-technologies': listedTechnologies,
};
