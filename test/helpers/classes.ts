import type { Page } from '@playwright/test';
import type { Class } from '#contract/class.ts';
import { headingOf } from './actions.ts';
import { type Backstage, bearer, expect, openAs, type SignedUp } from './fixtures.ts';

type TaughtClass = Class & { code: string };

export async function openClass({ request }: Backstage, teacher: SignedUp, name = 'Turma 7'): Promise<TaughtClass> {
  const opened = await request.post('/classes', { data: { name }, headers: bearer(teacher) });
  expect(opened.status()).toBe(201);
  return (await opened.json()) as TaughtClass;
}

export async function joinClass({ request }: Backstage, person: SignedUp, { code }: { code: string }) {
  expect((await request.post('/classes/join', { data: { code }, headers: bearer(person) })).status()).toBe(200);
}

type Member = { name: string; technologies?: Record<string, string>; course_module?: SignedUp['course_module'] };

/** Signs up people with technologies, as levels by title, who join the class one after another. */
export async function fillClass(backstage: Backstage, ofClass: TaughtClass, members: Member[]): Promise<SignedUp[]> {
  const people: SignedUp[] = [];
  for (const { technologies = {}, ...overrides } of members) {
    const person = await backstage.signUp(overrides);
    for (const [title, status] of Object.entries(technologies)) {
      await backstage.addTechnology(person, { title, status });
    }
    await joinClass(backstage, person, ofClass);
    people.push(person);
  }
  return people;
}

export async function showClass(page: Page, person: SignedUp, { id, name }: Class) {
  await openAs(page, person, `/turmas/${id}`);
  await expect(headingOf(page, name)).toBeVisible();
}
