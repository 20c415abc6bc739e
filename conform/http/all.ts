import type { Api } from '../api.ts';
import type { Section } from '../atom.ts';
import { general, sessions } from './account.ts';
import { calls } from './calls.ts';
import { entities, rules } from './entities.ts';
import { profile } from './profile.ts';
import { limits, works } from './works.ts';

/** The seven calls of the specification. */
export const CALLS: Section<Api>[] = [entities, rules, calls];

/** The rest of the API. */
export const WHOLE: Section<Api>[] = [general, sessions, profile, works, limits];
