import * as z from 'zod/mini';
import { TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { atMost, line } from '#contract/field-rules.ts';
import { ProfileChange, SignUp } from '#contract/user.ts';
import type { Visibility } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS, USER_LIMITS, WORK_LIMITS } from '#contract/limits.ts';
import { WorkChange, WorkInput } from '#contract/work.ts';

/** All that the setting COMPAT changes. It loosens formats, and who may do what stays as it is. */
export type Compatibility = {
  /** What is taken in. */
  inputs: {
    SignUp: typeof SignUp;
    ProfileChange: typeof ProfileChange;
    TechnologyInput: typeof TechnologyInput;
    TechnologyChange: typeof TechnologyChange;
    WorkInput: typeof WorkInput;
    WorkChange: typeof WorkChange;
  };
  /** The status of a sign-up, or a technology, that is there already. */
  taken: 409 | 401;
  /** The status of a change to an e-mail that another person has. */
  emailInUse: 409 | 400;
  /** The status of a change to a technology or a work. */
  changed: 200 | 201;
  /** Whether what is created is answered together with its owner's id. */
  answersOwner: boolean;
  /** What a new person's profile is. */
  visibility: Visibility;
  /** How many people a page holds at most. */
  perPage: number;
  /** Whether the address of the next page is told after the last one, too. */
  alwaysNext: boolean;
};

/** The specification's rules and today's conventions of HTTP. */
export const DEFAULT: Compatibility = {
  inputs: { SignUp, ProfileChange, TechnologyInput, TechnologyChange, WorkInput, WorkChange },
  taken: 409,
  emailInUse: 409,
  changed: 200,
  answersOwner: false,
  visibility: 'private',
  perPage: 100,
  alwaysNext: false,
};

function anyText(limit: number) {
  return line().check(atMost(limit));
}

const person = { contact: anyText(USER_LIMITS.contact), course_module: anyText(USER_LIMITS.course_module) };
const technology = { status: anyText(TECHNOLOGY_LIMITS.status) };
const work = { deploy_url: anyText(WORK_LIMITS.deploy_url) };

/** As the original API is, so that front ends which were written for it run unmodified. */
export const KENZIEHUB: Compatibility = {
  inputs: {
    SignUp: z.extend(SignUp, person),
    ProfileChange: z.extend(ProfileChange, z.partial(z.object(person)).shape),
    TechnologyInput: z.extend(TechnologyInput, technology),
    TechnologyChange: z.extend(TechnologyChange, z.partial(z.object(technology)).shape),
    WorkInput: z.extend(WorkInput, work),
    WorkChange: z.extend(WorkChange, z.partial(z.object(work)).shape),
  },
  taken: 401,
  emailInUse: 400,
  changed: 201,
  answersOwner: true,
  visibility: 'public',
  perPage: 1_000,
  alwaysNext: true,
};

/** What creating answers: the record, and its user's id where the original API's clients read that. */
export function created<Shape extends z.core.$ZodShape>(
  record: z.ZodMiniObject<Shape>,
  { answersOwner }: Compatibility,
) {
  return answersOwner ? z.extend(record, { user: z.object({ id: z.string() }) }) : record;
}
