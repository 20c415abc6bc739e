import * as z from 'zod/mini';
import { Class } from './class.ts';
import { AccountEvent } from './event.ts';
import { LevelChange } from './level-change.ts';
import { Technology } from './technology.ts';
import { COURSE_MODULES, VISIBILITIES } from './choices.ts';
import { FEATURED_LIMIT, LAST_PAGE, PASSWORD_MINIMUM, TECHNOLOGY_LIMITS, USER_LIMITS } from './limits.ts';
import * as field from './field-rules.ts';
import { Work } from './work.ts';

export const SignUpForm = z
  .object({
    name: field.line(),
    email: field.line().check(field.emailAddress()),
    password: field.verbatim().check(field.atLeastLettersOrDigits(PASSWORD_MINIMUM)),
    confirmedPassword: field.verbatim(),
    bio: field.lines(),
    contact: field.line().check(field.boundedHost(), field.webAddress()),
    course_module: field.line(),
  })
  .check(field.repeatedPassword());
export type SignUpForm = z.infer<typeof SignUpForm>;

export const SignUp = z.object({
  name: SignUpForm.shape.name.check(field.atMost(USER_LIMITS.name)),
  email: SignUpForm.shape.email.check(field.atMost(USER_LIMITS.email)),
  password: SignUpForm.shape.password.check(field.atMost(USER_LIMITS.password)),
  bio: SignUpForm.shape.bio.check(field.atMost(USER_LIMITS.bio)),
  contact: SignUpForm.shape.contact.check(field.atMost(USER_LIMITS.contact)),
  course_module: SignUpForm.shape.course_module.check(field.oneOf(COURSE_MODULES)),
});
export type SignUp = z.infer<typeof SignUp>;

export const UsersQuery = z.partial(
  z.object({
    /** Ignored if `after` is a listed user. */
    page: field.positiveInteger().check(z.refine((page) => Number(page) <= LAST_PAGE, { error: 'invalid' })),
    perPage: field.positiveInteger(),
    skip: field.positiveInteger(),
    /** The last user of the previous page (keyset pagination). */
    after: field.ById.shape.id,
    tech: field.searchText().check(field.atMost(TECHNOLOGY_LIMITS.title)),
  }),
);

export const ProfileChange = z.partial(
  z.extend(SignUp, {
    visibility: field.line().check(field.oneOf(VISIBILITIES)),
    handle: z.nullable(field.handle()),
    searchable: field.yesOrNo(),
    shows_history: field.yesOrNo(),
    featured: field.uniqueIds(FEATURED_LIMIT),
    old_password: field.verbatim().check(field.atMost(USER_LIMITS.password)),
  }),
);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** Only a strict server requires the password: clients of the original API do not send it. */
export const PasswordConfirmation = z.object({
  password: z.optional(field.verbatim().check(field.atMost(USER_LIMITS.password))),
});
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>;

/** `course_module` may be any text, which COMPAT=kenziehub accepts. */
export const OwnUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  bio: z.string(),
  contact: z.string(),
  course_module: z.string(),
  visibility: z.enum(VISIBILITIES),
  handle: z.nullable(z.string()),
  searchable: z.boolean(),
  shows_history: z.boolean(),
  /** Ids of the technologies on the card, the badges and the link preview; empty to show those with the most works. */
  featured: z.array(z.string()),
  techs: z.array(Technology),
  works: z.array(Work),
  avatar_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OwnUser = z.infer<typeof OwnUser>;

/** A public profile. Lists its fields, so new ones are private. */
export const PublicUser = z.pick(OwnUser, {
  id: true,
  handle: true,
  name: true,
  bio: true,
  contact: true,
  course_module: true,
  techs: true,
  works: true,
  avatar_url: true,
  created_at: true,
  updated_at: true,
});
export type PublicUser = z.infer<typeof PublicUser>;

export const PrivateProfile = z.pick(OwnUser, {
  id: true,
  name: true,
  course_module: true,
  techs: true,
  created_at: true,
  updated_at: true,
});
export type PrivateProfile = z.infer<typeof PrivateProfile>;

/** Clients of the original API expect the empty fields. */
export const PrivateUser = z.extend(PrivateProfile, {
  bio: z.null(),
  contact: z.null(),
  works: z.array(Work).check(z.maxLength(0)),
  avatar_url: z.null(),
});

/** The serializer uses the first schema that matches, so the fullest comes first. */
export const User = z.union([OwnUser, PublicUser, PrivateUser]);
export type User = z.infer<typeof User>;

/** All data about a user (LGPD, articles 18 and 19). */
export const ProfileExport = z.object({
  exported_at: z.string(),
  user: OwnUser,
  former_handles: z.array(z.object({ handle: z.string(), left_at: z.string() })),
  avatar: z.nullable(z.string()),
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      expires_at: z.string(),
      network: z.nullable(z.string()),
      user_agent: z.nullable(z.string()),
    }),
  ),
  attempts: z.array(z.object({ count: z.number(), last_at: z.string(), expires_at: z.string() })),
  events: z.array(AccountEvent),
  history: z.array(LevelChange),
  /** `joined_at` is null in the classes that the user teaches. */
  classes: z.array(z.extend(Class, { joined_at: z.nullable(z.string()) })),
});
export type ProfileExport = z.infer<typeof ProfileExport>;

export const HandleForm = z.object({ handle: field.handle() });
export type HandleForm = z.infer<typeof HandleForm>;

export const HandleAvailability = z.object({ handle: z.string(), available: z.boolean() });
export type HandleAvailability = z.infer<typeof HandleAvailability>;

export const DetailsForm = z.required(z.omit(SignUp, { email: true, password: true }));
export type DetailsForm = z.infer<typeof DetailsForm>;

export const EmailForm = z.pick(SignUp, { email: true });
export type EmailForm = z.infer<typeof EmailForm>;

export const PasswordForm = z
  .object({ old_password: field.verbatim(), password: SignUp.shape.password, confirmedPassword: field.verbatim() })
  .check(field.repeatedPassword());
export type PasswordForm = z.infer<typeof PasswordForm>;

export const ResetLinkRequest = z.object({ email: SignUp.shape.email });
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>;

export const PasswordReset = z.object({
  token: field.verbatim().check(field.atMost(USER_LIMITS.password)),
  password: SignUp.shape.password,
});
export type PasswordReset = z.infer<typeof PasswordReset>;

export const PasswordResetForm = z
  .object({ password: SignUp.shape.password, confirmedPassword: field.verbatim() })
  .check(field.repeatedPassword());
export type PasswordResetForm = z.infer<typeof PasswordResetForm>;

export function accountRemovalForm(word: string) {
  return z.object({
    password: field.verbatim(),
    confirmation: field.line().check(z.refine((text) => text.toUpperCase() === word, { error: 'not-allowed' })),
  });
}
export type AccountRemovalForm = z.infer<ReturnType<typeof accountRemovalForm>>;
