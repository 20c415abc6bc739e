import { randomUUID } from 'node:crypto';
import type { TechnologyInput } from '#contract/technology.ts';
import { COURSE_MODULES } from '#contract/choices.ts';
import type { WorkInput } from '#contract/work.ts';
import { SIGN_UP, TECHNOLOGY } from '../../server/openapi/examples.ts';

export type Person = typeof SIGN_UP;

/** A valid sign-up with a unique e-mail. */
export function aPerson(overrides: Partial<Person> = {}): Person {
  return { ...SIGN_UP, email: `ana-${randomUUID()}@example.com`, course_module: COURSE_MODULES[0], ...overrides };
}

/** A valid technology with a unique title. */
export function aTechnology(overrides: Partial<TechnologyInput> = {}): TechnologyInput {
  return { ...TECHNOLOGY, title: `React ${randomUUID()}`, status: 'Iniciante', ...overrides };
}

export function aWork<Overrides extends Partial<WorkInput>>(overrides = {} as Overrides) {
  return {
    title: 'Trilha',
    description: 'A lista das tecnologias que eu conheço.',
    deploy_url: 'https://example.com/trilha',
    ...overrides,
  };
}
