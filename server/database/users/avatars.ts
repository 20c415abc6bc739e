import { randomUUID } from 'node:crypto';
import { memberOfAvatar } from '../classes/members.ts';
import type { Database, Transaction } from '../open.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';

export async function putAvatar(database: Database, writer: Writer, image: Uint8Array): Promise<void> {
  const row = { name: randomUUID(), image };
  await writeAs(database, writer, async (transaction, userId) => {
    await transaction
      .insertInto('avatars')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    await renameInClasses(transaction, userId);
  });
}

/** Otherwise former classmates who saved the URL would see the new image. */
async function renameInClasses(transaction: Transaction, userId: string): Promise<void> {
  const own = transaction.selectFrom('class_members').where('user_id', '=', userId);
  for (const { sequence } of await own.select('sequence').orderBy('sequence').execute()) {
    await transaction
      .updateTable('class_members')
      .set('avatar_name', randomUUID())
      .where('sequence', '=', sequence)
      .execute();
  }
}

export async function removeAvatar(database: Database, writer: Writer): Promise<void> {
  await writeAs(database, writer, (transaction) =>
    transaction.deleteFrom('avatars').where('user_id', '=', writer.userId).execute(),
  );
}

/** Finds an avatar by its own name, or by its temporary name in a class. */
export async function readAvatar(database: Database, name: string, now: Date) {
  const row = await database
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .select(['image', 'avatars.name'])
    .where('avatars.user_id', 'in', (avatar) =>
      avatar
        .selectFrom('avatars as named')
        .select('named.user_id')
        .where('named.name', '=', name)
        .union(memberOfAvatar(database, name, now)),
    )
    .where('users.locked_at', 'is', null)
    .executeTakeFirst();
  return row && { image: row.image, isTemporary: row.name !== name };
}

export function selectAvatarOf(database: Database, userId: string) {
  return database.selectFrom('avatars').select('image').where('user_id', '=', userId);
}

/** Makes the published URL of the avatar stop working. */
export async function renamePublicAvatar(transaction: Transaction, userId: string): Promise<void> {
  const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
  await transaction
    .updateTable('avatars')
    .set('name', randomUUID())
    .where('user_id', '=', userId)
    .where((avatar) => avatar.exists(user.where('visibility', '=', 'public')))
    .execute();
}
