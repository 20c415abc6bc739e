import { sql } from 'kysely';
import { WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import type { Technology, TechnologyInput } from '#contract/technology.ts';
import type { Work } from '#contract/work.ts';
import { UserGone } from '../errors.ts';
import { addLevelChanges } from '../technologies/level-changes.ts';
import type { Database, Transaction } from '../open.ts';
import { readProfile } from '../users/profiles.ts';
import type { UserRow } from '../tables.ts';
import { titleKeys } from '../technologies/technologies.ts';
import { makePause } from '../statements/pause.ts';
import { notBefore } from '../statements/time.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';
import { setWorkTechnologies } from './works.ts';

export type ImportTarget = {
  user: Pick<UserRow, 'name' | 'bio' | 'contact'>;
  techs: readonly Technology[];
  works: readonly Work[];
};

export type Writes = {
  technologies: Array<TechnologyInput & Pick<Technology, 'id'>>;
  levels: Array<Pick<Technology, 'id' | 'status'>>;
  works: Array<Pick<Work, 'id' | 'title' | 'description' | 'deploy_url' | 'technologies'>>;
  /** `technologies` replaces those of the work. */
  workChanges: Array<{ id: string } & Partial<Pick<Work, 'description' | 'deploy_url' | 'technologies'>>>;
  profile: Partial<Pick<UserRow, 'bio' | 'contact'>>;
};

// Rows per statement. SQLite inserts them in a few milliseconds.
const CHUNK = 240;

/** Plans an import against the user's current data and, with `apply`, writes all of it or nothing. Throws UserGone. */
export function importResume<Plan extends { writes: Writes }>(
  database: Database,
  writer: Writer,
  makePlan: (target: ImportTarget) => Plan,
  { apply, now }: { apply: boolean; now: Date },
): Promise<Plan> {
  return writeAs(database, writer, async (transaction, userId) => {
    const pause = makePause();
    const user = await readProfile(transaction, { userId });
    if (!user) throw new UserGone();
    const plan = makePlan({ user, techs: user.techs, works: user.works });
    if (apply) await write(transaction, userId, plan.writes, { now, pause });
    return plan;
  });
}

type Options = { now: Date; pause: () => Promise<void> };

async function write(transaction: Transaction, userId: string, writes: Writes, { now, pause }: Options): Promise<void> {
  const time = now.toISOString();
  const common = { user_id: userId, created_at: time, updated_at: time };
  const added = writes.technologies.map((row) => ({ ...row, ...titleKeys(row.title), ...common }));
  await inChunks(pause, added, async (rows) => {
    await transaction.insertInto('technologies').values(rows).execute();
    const ids = rows.map(({ id }) => id);
    await addLevelChanges(transaction, userId, ids, now);
  });
  await setLevels(transaction, userId, writes.levels, { now, pause });
  const works = writes.works.map(({ technologies: _technologies, ...row }) => ({ ...row, ...common }));
  await inChunks(pause, works, (rows) => transaction.insertInto('works').values(rows).execute());
  await inChunks(pause, writes.workChanges, (rows) => changeTexts(transaction, userId, rows, now));
  const links = [...writes.works, ...writes.workChanges].flatMap(({ id, technologies }) =>
    technologies ? [{ id, technologies }] : [],
  );
  await inChunks(
    pause,
    links,
    (some) => setWorkTechnologies(transaction, userId, some),
    CHUNK / WORK_TECHNOLOGIES_LIMIT,
  );
  if (Object.keys(writes.profile).length === 0) return;
  const user = transaction.updateTable('users').set(writes.profile).set('updated_at', notBefore('updated_at', now));
  await user.where('id', '=', userId).execute();
}

/** One statement for all works: on PostgreSQL, each would wait for a turn of the event loop. */
async function changeTexts(transaction: Transaction, userId: string, works: Writes['workChanges'], now: Date) {
  const textOf = (column: 'description' | 'deploy_url') => {
    const cases = works.flatMap(({ id, [column]: text }) =>
      text === undefined ? [] : [sql`when works.id = ${id} then ${text}`],
    );
    return cases.length === 0
      ? sql.ref<string>(column)
      : sql<string>`case ${sql.join(cases, sql` `)} else ${sql.ref(column)} end`;
  };
  const change = { description: textOf('description'), deploy_url: textOf('deploy_url') };
  const ids = works.map(({ id }) => id);
  const query = transaction.updateTable('works').set(change).set('updated_at', notBefore('updated_at', now));
  await query.where('user_id', '=', userId).where('id', 'in', ids).execute();
}

/** One statement per level: one per technology would block the process. */
async function setLevels(
  transaction: Transaction,
  userId: string,
  levels: Writes['levels'],
  { now, pause }: Options,
): Promise<void> {
  for (const [status, rows] of Map.groupBy(levels, (row) => row.status)) {
    const ids = rows.map(({ id }) => id);
    await inChunks(pause, ids, (some) => addLevelChanges(transaction, userId, some, now, status));
    await transaction
      .updateTable('technologies')
      .set({ status, updated_at: notBefore('updated_at', now) })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute();
  }
}

async function inChunks<Row>(
  pause: Options['pause'],
  rows: readonly Row[],
  insert: (chunk: Row[]) => Promise<unknown>,
  size = CHUNK,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) {
    await insert(rows.slice(from, from + size));
    await pause();
  }
}
