import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CLASS_MEMBERS_LIMIT, CLASSES_LIMIT } from '#contract/limits.ts';
import type { Database, Queryable } from '../open.ts';
import { prepared } from '../statements/prepared.ts';
import { type Writer, writeTogether } from '../statements/write-as.ts';
import { type ClassRow, countMembers, selectClassesFor, selectOpen } from './classes.ts';

type Reading = { userId: string; code: string; now: string };
type Join = Reading & Writer;

/** Serializes concurrent joins, which the locks of their different users do not. Needs the lock of the user first. */
const lockClass = prepared('lock-class', (database, { code, now }: Join) =>
  selectOpen(database, now).select('classes.id').where('classes.code', '=', code).forUpdate('classes'),
);

/** Inserts nothing if the session has ended or a limit is reached. Needs the locks of the user and the class. */
const insertMember = prepared(
  'join-class',
  (database, { userId, tokenHash, code, now, name }: Join & { name: string }) =>
    database
      .insertInto('class_members')
      .columns(['class_id', 'user_id', 'avatar_name', 'joined_at'])
      .expression(
        selectOpen(database, now)
          .innerJoin('sessions', (join) =>
            join.on('sessions.token_hash', '=', tokenHash).on('sessions.user_id', '=', userId),
          )
          .select(['classes.id', 'sessions.user_id'])
          .select([sql<string>`${name}`.as('avatar_name'), sql<string>`${now}`.as('joined_at')])
          .where('classes.code', '=', code)
          .where('classes.teacher_id', '!=', userId)
          .where(countJoined(database, userId, now), '<', CLASSES_LIMIT)
          .where(countMembers, '<', CLASS_MEMBERS_LIMIT),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'class_id']).doNothing()),
);

const readByCode = prepared('read-class-by-code', (database, { userId, code, now }: Reading) =>
  selectClassesFor(database, userId, now)
    .select(countJoined(database, userId, now).as('joined'))
    .where('classes.code', '=', code),
);

/** With the classes of locked teachers, who may be unlocked again. */
function countJoined(database: Queryable, userId: string, now: string) {
  return database
    .selectFrom('classes')
    .where('classes.ends_at', '>', now)
    .innerJoin('class_members', 'class_members.class_id', 'classes.id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('class_members.user_id', '=', userId)
    .$asScalar();
}

/**
 * Returns the class, even if the user is already in it or teaches it; undefined for an unknown code. Locks the class for
 * one round trip only. Throws UserGone.
 */
export async function joinClass(
  database: Database,
  writer: Writer,
  code: string,
  now: Date,
): Promise<ClassRow | Refusal | undefined> {
  const join = { userId: writer.userId, tokenHash: writer.tokenHash, code, now: now.toISOString() };
  const [, , [found]] = await writeTogether(database, writer, [
    lockClass.statement(join),
    insertMember.statement({ ...join, name: randomUUID() }),
    readByCode.statement(join),
  ]);
  if (!found) return undefined;
  const { joined, ...row } = found;
  if (isIn(row, writer)) return row;
  return joined >= CLASSES_LIMIT ? 'limit-reached' : 'class-full';
}

type Refusal = 'limit-reached' | 'class-full';

/** Undefined for an unknown code. */
export async function readInvitation(
  database: Queryable,
  { userId }: { userId: string },
  code: string,
  now: Date,
): Promise<ClassRow | Pick<ClassRow, 'name'> | undefined> {
  const [row] = await readByCode(database, { userId, code, now: now.toISOString() });
  return row && !isIn(row, { userId }) ? { name: row.name } : row;
}

function isIn({ teacher_id, joined_at }: ClassRow & { joined_at: string | null }, { userId }: { userId: string }) {
  return teacher_id === userId || joined_at !== null;
}
