import { randomUUID } from 'node:crypto';
import type { Database } from './open.ts';

/** Keeps a person's picture in the place of the one before; its name cannot be guessed, and is another each time. */
export async function putAvatar(database: Database, ownerId: string, image: Uint8Array): Promise<void> {
  const row = { name: randomUUID(), image };
  await database
    .insertInto('avatars')
    .values({ user_id: ownerId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

export async function removeAvatar(database: Database, ownerId: string): Promise<void> {
  await database.deleteFrom('avatars').where('user_id', '=', ownerId).execute();
}

/** The picture that is served as `name`, or undefined when there is none, or none any more. */
export async function readAvatar(database: Database, name: string): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('avatars').select('image').where('name', '=', name).executeTakeFirst();
  return row?.image;
}

/** A person's own picture. */
export async function readOwnAvatar(database: Database, ownerId: string): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('avatars').select('image').where('user_id', '=', ownerId).executeTakeFirst();
  return row?.image;
}

/** Takes the picture of a person who is public away from whoever knows where it was served; its owner is told anew. */
export async function hideAvatar(database: Database, ownerId: string): Promise<void> {
  await database
    .updateTable('avatars')
    .set('name', randomUUID())
    .where('user_id', '=', ownerId)
    .where((avatar) =>
      avatar.exists(
        avatar.selectFrom('users').select('id').where('id', '=', ownerId).where('visibility', '=', 'public'),
      ),
    )
    .execute();
}
