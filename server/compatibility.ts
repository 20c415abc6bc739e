import * as z from 'zod/mini';
import { TechnologyChange, TechnologyInput } from '#contract/technology.ts';
import { atMost, boundedHost, line } from '#contract/field-rules.ts';
import { ProfileChange, PublicUser, SignUp } from '#contract/user.ts';
import type { Visibility } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS, USER_LIMITS, WORK_LIMITS } from '#contract/limits.ts';
import { WorkChange, WorkInput } from '#contract/work.ts';

const INPUTS = { SignUp, ProfileChange, TechnologyInput, TechnologyChange, WorkInput, WorkChange };

/** Everything that COMPAT changes: formats, never permissions. */
export type Compatibility = {
  inputs: typeof INPUTS;
  /** Fields that `PUT /profile` leaves unchanged if they are null: front ends send back the nulls of a private profile. */
  ignoredNulls: readonly string[];
  conflict: 409 | 401;
  emailConflict: 409 | 400;
  changeStatus: 200 | 201;
  includesUserId: boolean;
  visibility: Visibility;
  perPage: number;
  lastPageHasNext: boolean;
};

export const DEFAULT: Compatibility = {
  inputs: INPUTS,
  ignoredNulls: [],
  conflict: 409,
  emailConflict: 409,
  changeStatus: 200,
  includesUserId: false,
  visibility: 'private',
  perPage: 100,
  lastPageHasNext: false,
};

// Accepts any text. Pages parse it as a URL, so its host is bounded all the same.
function anyAddress(limit: number) {
  return line().check(boundedHost(), atMost(limit));
}

const user = {
  contact: anyAddress(USER_LIMITS.contact),
  course_module: line().check(atMost(USER_LIMITS.course_module)),
};
const technology = { status: line().check(atMost(TECHNOLOGY_LIMITS.status)) };
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
  ignoredNulls: Object.keys(PublicUser.shape),
  conflict: 401,
  emailConflict: 400,
  changeStatus: 201,
  includesUserId: true,
  visibility: 'public',
  perPage: 1_000,
  lastPageHasNext: true,
};

export function created<Shape extends z.core.$ZodShape>(record: z.ZodMiniObject<Shape>, rules: Compatibility) {
  return rules.includesUserId ? z.extend(record, { user: z.object({ id: z.string() }) }) : record;
}
