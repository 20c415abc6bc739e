import { randomUUID } from 'node:crypto';
import type { TechnologyInput } from '#contract/technology.ts';
import { COURSE_MODULES } from '#contract/vocabulary.ts';
import type { SignUp } from '#contract/user.ts';

/** A sign-up that is valid, and whose e-mail nobody else has. */
export function aPerson(overrides: Partial<SignUp> = {}): SignUp {
  return {
    name: 'Ana Souza',
    email: `ana-${randomUUID()}@example.com`,
    password: 'senha123',
    bio: 'Aprendo a programar.',
    contact: 'https://example.com/ana',
    course_module: COURSE_MODULES[0],
    ...overrides,
  };
}

/** A technology that is valid, and whose title nobody else uses. */
export function aTechnology(overrides: Partial<TechnologyInput> = {}): TechnologyInput {
  return { title: `React ${randomUUID()}`, status: 'Iniciante', ...overrides };
}
