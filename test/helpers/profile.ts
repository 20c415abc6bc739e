import type { Page } from '@playwright/test';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { buttonOf, fieldOf } from './acts.ts';
import { type Backstage, expect, openAs, type SignedUp } from './fixtures.ts';

const exact = { exact: true };
export const NOTICE = 'Sua sessão expirou.';
export const WORK = { title: 'Cardápio', description: 'Lista os pratos.', deploy_url: 'https://example.com/cardapio' };
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, ...exact });
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, ...exact });
export const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

export async function openProfile(page: Page, person: SignedUp) {
  await openAs(page, person, '/perfil');
  await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil', ...exact })).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toHaveValue(person.name);
}

export async function readOwn({ request }: Backstage, person: { token: string }): Promise<OwnUser> {
  const answer = await request.get('/profile', { headers: bearer(person) });
  return (await answer.json()) as OwnUser;
}

export async function addWork(
  { request }: Backstage,
  person: SignedUp,
  overrides: Partial<typeof WORK> = {},
): Promise<Work> {
  const added = await request.post('/users/works', { data: { ...WORK, ...overrides }, headers: bearer(person) });
  expect(added.status()).toBe(201);
  return (await added.json()) as Work;
}

/** One more session of the user, as another device has it. */
export async function logInElsewhere({ request }: Backstage, { email, password }: SignedUp, userAgent = 'curl/8') {
  const answer = await request.post('/sessions', { data: { email, password }, headers: { 'User-Agent': userAgent } });
  return ((await answer.json()) as { token: string }).token;
}

/** Gives the page a file, as its own choice of a file would. */
export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, opener: string) {
  const chooser = page.waitForEvent('filechooser');
  await buttonOf(page, opener).click();
  await (await chooser).setFiles(file);
}

/** Ends the session on the server alone: the page does not know. */
export function expire({ request }: Backstage, person: SignedUp) {
  return request.delete('/sessions', { headers: bearer(person) });
}
