import { randomUUID } from 'node:crypto';
import { expressionBuilder, sql } from 'kysely';
import type { ClassMember } from '#contract/class.ts';
import { CLASS_MEMBERS_LIMIT, CLASSES_LIMIT } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import type { Database, Queryable } from '../open.ts';
import { jsonArrayOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';
import type { Tables, UserRow } from '../tables.ts';
import { technologiesOfUser } from '../technologies/technologies.ts';
import { type ClassRow, isTaughtOrJoinedBy, selectClasses, selectOpen } from './classes.ts';

const MEMBER = ['id', 'name', 'course_module', 'visibility'] as const;

/** accounts/visibility.ts selects what a reader may see. */
export type Member = Pick<UserRow, (typeof MEMBER)[number]> &
  Pick<ClassMember, 'handle' | 'joined_at'> & {
    avatar: string | null;
    techs: Array<Pick<Technology, 'title' | 'status' | 'updated_at'>>;
    /** Of a level; a new title changes the technology's `updated_at` only. */
    level_changed_at: string | null;
  };
type MemberRow = Omit<Member, 'techs'> & { techs: string };

/** A subquery for a query on `classes`: the text of a JSON array of `MemberRow`, in the order of joining. */
function rosterOfClass() {
  const members = expressionBuilder<Tables>()
    .selectFrom('class_members')
    .innerJoin('users', 'users.id', 'class_members.user_id')
    .leftJoin('avatars', 'avatars.user_id', 'users.id')
    .leftJoin('handles', (join) => join.onRef('handles.user_id', '=', 'users.id').on('handles.left_at', 'is', null))
    .select([...MEMBER.map((column) => `users.${column}` as const), 'handles.handle', 'class_members.joined_at'])
    .select((row) => [
      row.case().when('avatars.user_id', 'is not', null).then(row.ref('class_members.avatar_name')).end().as('avatar'),
      // The text of a JSON array inside another one: SQLite has no type for JSON that would nest it.
      row.cast<string>(technologiesOfUser(['title', 'status', 'updated_at']), 'text').as('techs'),
      row
        .fn<string | null>('iso_time', [
          row
            .selectFrom('level_changes')
            .select('level_changes.at')
            .whereRef('level_changes.user_id', '=', 'users.id')
            .orderBy('level_changes.number', 'desc')
            .limit(1),
        ])
        .as('level_changed_at'),
    ])
    .where('class_members.class_id', '=', sql.ref<string>('classes.id'))
    .where('users.locked_at', 'is', null)
    .orderBy('class_members.sequence');
  return jsonArrayOf('class_members', members, [
    ...MEMBER,
    'handle',
    'joined_at',
    'avatar',
    'techs',
    'level_changed_at',
  ]);
}

type ClassQuery = { id: string; userId: string; now: string };

const findClass = prepared('read-class', (database, { id, userId, now }: ClassQuery) =>
  selectClasses(database, now)
    .select(rosterOfClass().as('roster'))
    .where('classes.id', '=', id)
    .where(isTaughtOrJoinedBy(userId)),
);

/** Undefined unless the user teaches the class or is in it. */
export async function readClass(database: Queryable, userId: string, id: string, now: Date) {
  const [row] = await findClass(database, { id, userId, now: now.toISOString() });
  if (!row) return undefined;
  const roster = (JSON.parse(row.roster) as MemberRow[]).map((member): Member => ({
    ...member,
    techs: JSON.parse(member.techs) as Member['techs'],
  }));
  return { ...row, roster };
}

/**
 * Returns the class, also when the user is already in it or teaches it; undefined for an unknown code. Locks the class
 * after the user, because members that join at the same time have different users. Throws UserGone.
 */
export function joinClass(database: Database, writer: Writer, code: string, now: Date) {
  const time = now.toISOString();
  return writeAs(database, writer, async (transaction, userId): Promise<ClassRow | Refusal | undefined> => {
    const found = await selectOpen(transaction, time)
      .select('classes.id')
      .where('classes.code', '=', code)
      .forUpdate('classes')
      .executeTakeFirst();
    if (!found) return undefined;
    const readOwn = () =>
      selectClasses(transaction, time)
        .where('classes.id', '=', found.id)
        .where(isTaughtOrJoinedBy(userId))
        .executeTakeFirst();
    const known = await readOwn();
    if (known) return known;
    const { joined } = await selectOpen(transaction, time)
      .innerJoin('class_members', 'class_members.class_id', 'classes.id')
      .select((row) => row.fn.countAll<number>().as('joined'))
      .where('class_members.user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (joined >= CLASSES_LIMIT) return 'limit-reached';
    const { members } = await transaction
      .selectFrom('class_members')
      .select((row) => row.fn.countAll<number>().as('members'))
      .where('class_id', '=', found.id)
      .executeTakeFirstOrThrow();
    if (members >= CLASS_MEMBERS_LIMIT) return 'class-full';
    await transaction
      .insertInto('class_members')
      .values({ class_id: found.id, user_id: userId, avatar_name: randomUUID(), joined_at: time })
      .execute();
    return readOwn();
  });
}

type Refusal = 'limit-reached' | 'class-full';

/** A member can leave, and the teacher can remove anybody. False when nobody was removed. Throws UserGone. */
export async function removeMember(database: Database, writer: Writer, id: string, memberId: string, now: Date) {
  const { numDeletedRows } = await writeAs(database, writer, (transaction, userId) => {
    const open = selectOpen(transaction, now.toISOString()).select('classes.id').where('classes.id', '=', id);
    return transaction
      .deleteFrom('class_members')
      .where('class_id', 'in', memberId === userId ? open : open.where('classes.teacher_id', '=', userId))
      .where('user_id', '=', memberId)
      .executeTakeFirst();
  });
  return numDeletedRows > 0n;
}

/** A subquery: the member whose avatar has this name in a class. */
export function memberOfAvatar(database: Queryable, name: string, now: Date) {
  return selectOpen(database, now.toISOString())
    .innerJoin('class_members', 'class_members.class_id', 'classes.id')
    .select('class_members.user_id')
    .where('class_members.avatar_name', '=', name);
}
