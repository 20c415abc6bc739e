import * as z from 'zod/mini';
import { TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { atMost, endingHost, line } from '#contract/field-rules.ts';
import { ProfileChange, PublicUser, SignUp } from '#contract/user.ts';
import type { Visibility } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS, USER_LIMITS, WORK_LIMITS } from '#contract/limits.ts';
import { WorkChange, WorkInput } from '#contract/work.ts';

/** Everything that COMPAT changes: formats, never permissions. */
export type Compatibility = {
  inputs: {
    SignUp: typeof SignUp;
    ProfileChange: typeof ProfileChange;
    TechnologyInput: typeof TechnologyInput;
    TechnologyChange: typeof TechnologyChange;
    WorkInput: typeof WorkInput;
    WorkChange: typeof WorkChange;
  };
  /** Fields of `PUT /profile` that null leaves unchanged: front ends send back the nulls of a private profile. */
  nullable: readonly string[];
  taken: 409 | 401;
  emailInUse: 409 | 400;
  changed: 200 | 201;
  /** Whether responses with a created record include its user's id. */
  answersUser: boolean;
  visibility: Visibility;
  perPage: number;
  alwaysNext: boolean;
};

export const DEFAULT: Compatibility = {
  inputs: { SignUp, ProfileChange, TechnologyInput, TechnologyChange, WorkInput, WorkChange },
  nullable: [],
  taken: 409,
  emailInUse: 409,
  changed: 200,
  answersUser: false,
  visibility: 'private',
  perPage: 100,
  alwaysNext: false,
};

function anyText(limit: number) {
  return line().check(atMost(limit));
}

// `endingHost`, because pages parse any text that is a URL.
function anyAddress(limit: number) {
  return line().check(endingHost(), atMost(limit));
}

const user = { contact: anyAddress(USER_LIMITS.contact), course_module: anyText(USER_LIMITS.course_module) };
const technology = { status: anyText(TECHNOLOGY_LIMITS.status) };
const work = { deploy_url: anyAddress(WORK_LIMITS.deploy_url) };

export const KENZIEHUB: Compatibility = {
  inputs: {
    SignUp: z.extend(SignUp, user),
    ProfileChange: z.extend(ProfileChange, z.partial(z.object(user)).shape),
    TechnologyInput: z.extend(TechnologyInput, technology),
    TechnologyChange: z.extend(TechnologyChange, z.partial(z.object(technology)).shape),
    WorkInput: z.extend(WorkInput, work),
    WorkChange: z.extend(WorkChange, z.partial(z.object(work)).shape),
  },
  nullable: Object.keys(PublicUser.shape),
  taken: 401,
  emailInUse: 400,
  changed: 201,
  answersUser: true,
  visibility: 'public',
  perPage: 1_000,
  alwaysNext: true,
};

export function created<Shape extends z.core.$ZodShape>(
  record: z.ZodMiniObject<Shape>,
  { answersUser }: Compatibility,
) {
  return answersUser ? z.extend(record, { user: z.object({ id: z.string() }) }) : record;
}
