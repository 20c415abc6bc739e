import { randomUUID } from 'node:crypto';
import type { Database } from './open.ts';

/** Replaces the avatar, under a new random name. */
export async function putAvatar(database: Database, userId: string, image: Uint8Array): Promise<void> {
  const row = { name: randomUUID(), image };
  await database
    .insertInto('avatars')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

export async function removeAvatar(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('avatars').where('user_id', '=', userId).execute();
}

export async function readAvatar(database: Database, name: string): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('avatars').select('image').where('name', '=', name).executeTakeFirst();
  return row?.image;
}

export async function readAvatarOf(database: Database, userId: string): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('avatars').select('image').where('user_id', '=', userId).executeTakeFirst();
  return row?.image;
}

/** Renames a public avatar: its known address must show it no more. */
export async function hideAvatar(database: Database, userId: string): Promise<void> {
  await database
    .updateTable('avatars')
    .set('name', randomUUID())
    .where('user_id', '=', userId)
    .where((avatar) =>
      avatar.exists(
        avatar.selectFrom('users').select('id').where('id', '=', userId).where('visibility', '=', 'public'),
      ),
    )
    .execute();
}
