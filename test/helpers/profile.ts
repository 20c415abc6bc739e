import type { Locator, Page } from '@playwright/test';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { buttonOf, exact, fieldOf, headingOf } from './actions.ts';
import { holdAnswer } from './calls.ts';
import { type Backstage, bearer, expect, openAs, type SignedUp } from './fixtures.ts';
import { toastWith } from './toasts.ts';

export const NOTICE = 'Sua sessão expirou.';
export const WORK = {
  title: 'Cardápio',
  description: 'Lista os pratos.',
  deploy_url: 'https://example.com/cardapio',
  repository_url: 'https://example.com/codigo',
};
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, ...exact });

export async function openProfile(page: Page, person: SignedUp) {
  await openAs(page, person, '/perfil');
  await expect(headingOf(page, 'Minha página')).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toHaveValue(person.name);
  return person;
}

export async function openAccount(page: Page, person: SignedUp) {
  await openAs(page, person, '/conta');
  await expect(fieldOf(page, 'Email')).toHaveValue(person.email);
  return person;
}

export async function readOwn({ request }: Backstage, person: { token: string }): Promise<OwnUser> {
  return (await (await request.get('/profile', { headers: bearer(person) })).json()) as OwnUser;
}

/** Changes the profile as another client would. */
export async function change({ request }: Backstage, person: SignedUp, data: object) {
  expect((await request.put('/profile', { data, headers: bearer(person) })).status()).toBe(200);
}

export async function addWork({ request }: Backstage, person: SignedUp, overrides: Partial<Work> = {}): Promise<Work> {
  const added = await request.post('/users/works', { data: { ...WORK, ...overrides }, headers: bearer(person) });
  expect(added.status()).toBe(201);
  return (await added.json()) as Work;
}

/** Types the work into its dialog. */
export async function fillWork(dialog: Locator) {
  await fieldOf(dialog, 'Título').fill(WORK.title);
  await fieldOf(dialog, 'Descrição').fill(WORK.description);
  await fieldOf(dialog, 'Link do projeto').fill(WORK.deploy_url);
  await fieldOf(dialog, 'Link do código').fill(WORK.repository_url);
}

export async function clickFor(button: Locator, said: string) {
  await button.click();
  await expect(toastWith(button.page(), said).first()).toBeVisible();
}

/** Opens one more session of the user, as another device has it. */
export async function logInElsewhere({ request }: Backstage, { email, password }: SignedUp, userAgent = 'curl/8') {
  const answer = await request.post('/sessions', { data: { email, password }, headers: { 'User-Agent': userAgent } });
  return ((await answer.json()) as { token: string }).token;
}

/** Saves a new name of the profile. The answer arrives when the returned function is called. */
export async function saveLate(page: Page, name: string) {
  const release = await holdAnswer(page, '/profile');
  await fieldOf(page, 'Nome').fill(name);
  const sent = page.waitForRequest('/profile');
  await buttonOf(page, 'Salvar dados').click();
  await sent;
  return release;
}

/** Gives the page a file through the browser's file dialog. */
export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, opener: string) {
  const chooser = page.waitForEvent('filechooser');
  await buttonOf(page, opener).click();
  await (await chooser).setFiles(file);
}

/** Ends the session on the server alone: the page does not know. */
export function expire({ request }: Backstage, person: SignedUp) {
  return request.delete('/sessions', { headers: bearer(person) });
}
