import { expect } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { updateListed } from '../../../server/database/public-profiles/public-list.ts';

/** Expects that each technology is in the public lists exactly as its user is, by computing it again. */
export async function expectListedAsUsers(database: Database, message?: string): Promise<void> {
  const read = () =>
    database
      .selectFrom('technologies')
      .innerJoin('users', 'users.id', 'technologies.user_id')
      .select(['technologies.id', 'listed', 'rank', 'visibility', 'locked_at'])
      .where('deleted_at', 'is', null)
      .orderBy('technologies.sequence')
      .execute();
  const rows = await read();
  const hidden = rows.filter(({ visibility, locked_at }) => visibility === 'private' || locked_at !== null);
  expect(
    hidden.filter(({ listed, rank }) => listed !== null || rank !== null),
    message,
  ).toEqual([]);
  for (const { id } of await database.selectFrom('users').select('id').execute()) {
    await database.transaction().execute((transaction) => updateListed(transaction, { userId: id }));
  }
  expect(rows, message).toEqual(await read());
}
