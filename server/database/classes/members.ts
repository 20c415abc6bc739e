import { expressionBuilder, sql } from 'kysely';
import type { ClassMember } from '#contract/class.ts';
import { ROSTER_LIMIT } from '#contract/limits.ts';
import type { Technology } from '#contract/technology.ts';
import { nextSlice } from '../../load/continuations.ts';
import type { Database, Queryable } from '../open.ts';
import { isOneOf, jsonArrayOf } from '../statements/json.ts';
import { prepared } from '../statements/prepared.ts';
import { type Writer, writeAs } from '../statements/write-as.ts';
import type { Tables, UserRow } from '../tables.ts';
import { countOfTechnologies, type TitlesAndLevels, titlesAndLevelsOfUser } from '../technologies/technologies.ts';
import { isTaughtOrJoinedBy, selectClasses, selectOpen } from './classes.ts';

const MEMBER = ['id', 'name', 'course_module', 'visibility'] as const;

/** accounts/visibility.ts selects what a reader may see. */
export type Member = Pick<UserRow, (typeof MEMBER)[number]> &
  Pick<ClassMember, 'handle' | 'joined_at'> & {
    avatar: string | null;
    techs: Array<Pick<Technology, 'title' | 'status'>>;
    changed_at: string | null;
  };
type MemberRow = Omit<Member, 'techs' | 'changed_at'> & { technologies: number; level_changed_at: string | null };

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
      countOfTechnologies().as('technologies'),
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
    'technologies',
    'level_changed_at',
  ]);
}

const findById = prepared('find-class', (database, { id, userId, now }: { id: string; userId: string; now: string }) =>
  selectClasses(database, now).where('classes.id', '=', id).where(isTaughtOrJoinedBy(userId)),
);

const findRoster = prepared('read-roster', (database, { id }: { id: string }) =>
  database.selectFrom('classes').select(rosterOfClass().as('members')).where('classes.id', '=', id),
);

// Technologies in a statement, which takes milliseconds.
const ROWS = 2_000;
// In characters: what a technology adds to the response besides its title and level, and the least that it adds.
const KEYS = JSON.stringify({ title: '', status: '' }).length;
const SHORTEST = JSON.stringify({ title: 'C', status: 'Iniciante' }).length;

type Reading = { id: string; ids: string; limit: number };

/** Without those who have left the class, or were locked, since their ids were read. */
const findTechnologies = prepared('read-technologies', (database, { id, ids, limit }: Reading) =>
  database
    .selectFrom('users')
    .innerJoin('class_members', 'class_members.user_id', 'users.id')
    .select(['users.id', titlesAndLevelsOfUser(limit).as('lists')])
    .where('class_members.class_id', '=', id)
    .where('users.locked_at', 'is', null)
    .where(isOneOf('class_members.user_id', 'uuid', ids)),
);

/** Undefined unless the user teaches the class or is in it. */
export async function findClass(database: Queryable, userId: string, id: string, now: Date) {
  const [row] = await findById(database, { id, userId, now: now.toISOString() });
  return row;
}

export async function readMembers(database: Queryable, id: string): Promise<MemberRow[]> {
  const [row] = await findRoster(database, { id });
  return JSON.parse(row?.members ?? '[]');
}

/**
 * Reads the members' technologies, in statements of milliseconds. Lists share `ROSTER_LIMIT` equally; longer ones get the
 * rest.
 */
export async function readRoster(database: Queryable, id: string, members: readonly MemberRow[]): Promise<Member[]> {
  const found = new Map<string, Pick<Member, 'techs' | 'changed_at'>>();
  let left = ROSTER_LIMIT;
  let rest: readonly MemberRow[] = members.toSorted((one, other) => one.technologies - other.technologies);
  while (rest.length > 0) {
    const most = Math.ceil(left / rest.length / SHORTEST);
    const batch = nextBatch(rest, most);
    const ids = JSON.stringify(batch.map((member) => member.id));
    const rows = await findTechnologies(database, { id, ids, limit: most });
    const texts = new Map(rows.map((row) => [row.id, row.lists]));
    for (const [index, member] of batch.entries()) {
      const text = texts.get(member.id);
      if (text === undefined) continue;
      const [titles, levels, updatedAt] = JSON.parse(text) as TitlesAndLevels;
      const size = text.length + titles.length * KEYS;
      const share = Math.min(1, left / (rest.length - index) / size);
      left -= share * size;
      const techs = titles
        .slice(0, Math.floor(share * titles.length))
        .map((title, place) => ({ title, status: levels[place] ?? '' }));
      // A new title changes no level, and a removal leaves no technology.
      const times = [member.level_changed_at, updatedAt].filter((time) => time !== null).toSorted();
      found.set(member.id, { techs, changed_at: times.at(-1) ?? null });
    }
    rest = rest.slice(batch.length);
    await nextSlice();
  }
  return members.flatMap(({ technologies: _count, level_changed_at: _changed, ...member }) => {
    const lists = found.get(member.id);
    return lists ? [{ ...member, ...lists }] : [];
  });
}

/**
 * The first members, as many as a statement reads with at most `most` technologies of each. Lists longer than that are in a
 * batch of their own, because they get what shorter ones leave.
 */
function nextBatch(members: readonly MemberRow[], most: number): readonly MemberRow[] {
  const isLong = ({ technologies }: MemberRow) => technologies > most;
  let rows = 0;
  const end = members.findIndex((member, index) => {
    rows += Math.min(member.technologies, most);
    const [first = member] = members;
    return isLong(member) !== isLong(first) || (rows > ROWS && index > 0);
  });
  return end === -1 ? members : members.slice(0, end);
}

type Removal = { id: string; memberId: string; joinedUntil: string | undefined };

/**
 * Removes a member: any for the teacher, with `joinedUntil` also those who joined after this one and until then; only
 * themselves for others. Returns false if nobody was removed. Throws UserGone.
 */
export async function removeMember(
  database: Database,
  writer: Writer,
  { id, memberId, joinedUntil }: Removal,
  now: Date,
) {
  const { numDeletedRows } = await writeAs(database, writer, (transaction, userId) => {
    // A student may also leave the class of a locked teacher, who would see the student again when unlocked.
    const leaves = memberId === userId && joinedUntil === undefined;
    const taught = selectOpen(transaction, now.toISOString()).select('classes.id').where('teacher_id', '=', userId);
    const sequence = transaction
      .selectFrom('class_members')
      .select('sequence')
      .where('class_id', '=', id)
      .where('user_id', '=', memberId);
    return transaction
      .deleteFrom('class_members')
      .where('class_id', '=', id)
      .$if(!leaves, (members) => members.where('class_id', 'in', taught))
      .where((row) => {
        const isLater = (until: string) => row.and([row('sequence', '>', sequence), row('joined_at', '<=', until)]);
        return row.or([row('sequence', '=', sequence), ...(joinedUntil === undefined ? [] : [isLater(joinedUntil)])]);
      })
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
