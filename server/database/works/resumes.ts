import { setImmediate } from 'node:timers/promises';
import { WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import type { Technology, TechnologyInput } from '#contract/technology.ts';
import type { Work, WorkForm } from '#contract/work.ts';
import { UserGone } from '../errors.ts';
import { addLevelChange } from '../technologies/level-changes.ts';
import { placeOf } from '../public-profiles/public-list.ts';
import type { Database, Transaction } from '../open.ts';
import { readProfile } from '../users/profiles.ts';
import type { UserRow } from '../tables.ts';
import { titleKeys } from '../technologies/technologies.ts';
import { laterOf } from '../statements/monotonic-time.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';
import { changeTexts, showTechnologies } from './works.ts';

/** What an import is measured by. */
export type Holdings = {
  user: Pick<UserRow, 'name' | 'bio' | 'contact'>;
  techs: readonly Technology[];
  works: readonly Work[];
};

/** What an import writes: all rows of one user. */
export type Writes = {
  technologies: Array<TechnologyInput & Pick<Technology, 'id'>>;
  levels: Array<Pick<Technology, 'id' | 'status'>>;
  works: Array<WorkForm & Pick<Work, 'id' | 'technologies'>>;
  /** `technologies` are all that the work is to show. */
  workChanges: Array<{ id: string } & Partial<Pick<Work, 'description' | 'deploy_url' | 'technologies'>>>;
  profile: Partial<Pick<UserRow, 'bio' | 'contact'>>;
};

// Rows of a statement: it takes SQLite a few milliseconds.
const PIECE = 100;

/** Plans by what the user holds at that moment, and writes it when asked: all of it or nothing. Throws UserGone. */
export function importResume<Plan extends { writes: Writes }>(
  database: Database,
  writer: Writer,
  plan: (held: Holdings) => Plan,
  { apply, now }: { apply: boolean; now: Date },
): Promise<Plan> {
  const { userId } = writer;
  return writeAs(database, writer, async (transaction) => {
    const user = await readProfile(transaction, userId);
    if (!user) throw new UserGone();
    const planned = plan({ user, techs: user.techs, works: user.works });
    if (apply) await write(transaction, userId, planned.writes, now);
    return planned;
  });
}

async function write(transaction: Transaction, userId: string, writes: Writes, now: Date): Promise<void> {
  const time = now.toISOString();
  const own = { user_id: userId, created_at: time, updated_at: time };
  const listed = placeOf(transaction, userId);
  const technologies = writes.technologies.map((row) => ({ ...row, ...titleKeys(row.title), ...own, listed }));
  await inPieces(technologies, (rows) => transaction.insertInto('technologies').values(rows).execute());
  await inPieces(writes.technologies, async (rows) => {
    for (const { id } of rows) await addLevelChange(transaction, userId, id, now);
  });
  await setLevels(transaction, userId, writes.levels, now);
  const works = writes.works.map(({ technologies: _shown, ...row }) => ({ ...row, ...own }));
  await inPieces(works, (rows) => transaction.insertInto('works').values(rows).execute());
  for (const { id, technologies: _shown, ...texts } of writes.workChanges) {
    await changeTexts(transaction, userId, id, texts, now);
  }
  const shown = [...writes.works, ...writes.workChanges].map(({ id, technologies: all = [] }) => ({
    id,
    technologies: all,
  }));
  await inPieces(shown, (some) => showTechnologies(transaction, userId, some), PIECE / WORK_TECHNOLOGIES_LIMIT);
  if (Object.keys(writes.profile).length === 0) return;
  const user = transaction.updateTable('users').set(writes.profile).set('updated_at', laterOf('updated_at', now));
  await user.where('id', '=', userId).execute();
}

/** One statement a level: 500 would hold up everybody. */
async function setLevels(transaction: Transaction, userId: string, levels: Writes['levels'], now: Date): Promise<void> {
  for (const [status, rows] of Map.groupBy(levels, (row) => row.status)) {
    const ids = rows.map(({ id }) => id);
    await inPieces(ids, async (some) => {
      for (const id of some) await addLevelChange(transaction, userId, id, now, status);
    });
    await transaction
      .updateTable('technologies')
      .set({ status, updated_at: laterOf('updated_at', now) })
      .where('user_id', '=', userId)
      .where('id', 'in', ids)
      .execute();
  }
}

/** Others are served between two pieces. */
async function inPieces<Row>(
  rows: readonly Row[],
  insert: (piece: Row[]) => Promise<unknown>,
  size = PIECE,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) {
    await insert(rows.slice(from, from + size));
    await setImmediate();
  }
}
