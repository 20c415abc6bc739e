import * as z from 'zod/mini';
import { atMost, ById, line, time } from './field-rules.ts';
import { CLASS_NAME_LIMIT, LONGEST_CLASS_CODE } from './limits.ts';
import { Technology } from './technology.ts';

export const ClassForm = z.object({ name: line().check(atMost(CLASS_NAME_LIMIT)) });
export type ClassForm = z.infer<typeof ClassForm>;

/** `renew_code` replaces the code; invitations with the old one stop working. */
export const ClassChange = z.partial(z.extend(ClassForm, { renew_code: z.literal(true, { error: 'invalid' }) }));
export type ClassChange = z.infer<typeof ClassChange>;

/** A code may be typed in lower case, with spaces or dashes, or pasted as the link of its invitation. */
export const ClassJoin = z.object({
  code: line().check(
    z.overwrite((text) => /\/turma\/(\w+)/.exec(text)?.[1] ?? text),
    atMost(LONGEST_CLASS_CODE),
    z.overwrite((code) => code.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()),
  ),
});
export type ClassJoin = z.infer<typeof ClassJoin>;

export const ByMember = z.extend(ById, { userId: ById.shape.id });

/** With `joined_until`, the members who joined after this one and until that time are removed, too. */
export const MemberRemoval = z.object({ joined_until: z.optional(time()) });

const CLASS_ROLES = ['teacher', 'student'] as const;

/** `members` counts the students. Only the teacher gets `code`. */
export const Class = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(CLASS_ROLES),
  members: z.number(),
  code: z.optional(z.string()),
  ends_at: z.string(),
  created_at: z.string(),
});
export type Class = z.infer<typeof Class>;

/** Anybody with the code may read the name before joining; those who teach the class or are in it get every field. */
export const Invitation = z.extend(z.partial(Class), z.pick(Class, { name: true }).shape);
export type Invitation = z.infer<typeof Invitation>;

/** A student as the class sees them. `handle` is null without a public page, `avatar_url` without an avatar. Only the teacher gets `changed_at`. */
export const ClassMember = z.object({
  id: z.string(),
  name: z.string(),
  course_module: z.string(),
  handle: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  joined_at: z.string(),
  techs: z.array(z.pick(Technology, { title: true, status: true })),
  /** Time of the last change of the technologies, removals included; null if the list has always been empty. */
  changed_at: z.optional(z.nullable(z.string())),
});
export type ClassMember = z.infer<typeof ClassMember>;

export const ClassWithRoster = z.extend(Class, { roster: z.array(ClassMember) });
export type ClassWithRoster = z.infer<typeof ClassWithRoster>;
