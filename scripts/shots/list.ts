import type { Page } from '@playwright/test';
import { CARD_SHOTS, SHARE_SHOTS } from './cards.ts';
import { EVOLUTION_SHOTS } from './evolution.ts';
import { PAGE_SHOTS, PUBLIC_SHOTS } from './public-page.ts';
import { PROFILE_SHOTS } from './profile.ts';
import { RESET_SHOTS } from './reset.ts';
import { ALL_WIDTHS, button, FIVE, LONG, never, open, type Shot, toast } from './parts.ts';

/** The height of the window for each width. */
export const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 360: 800, 768: 1024, 1280: 800, 1920: 1080 };
const NINE = [...FIVE, ...['Docker', 'Git', 'PostgreSQL', 'Python'].map((title) => ({ title, status: 'Iniciante' }))];
const MANY = Array.from({ length: 500 }, (_, n) => ({ title: `Tecnologia ${n + 1}`, status: 'Iniciante' }));

const openCreate = (page: Page) => open(page, button(page, '+'));
const openEdit = (page: Page) => open(page, page.getByRole('button', { name: /^TypeScript/ }));
const openDelete = (page: Page) => open(page, button(page, 'Excluir TypeScript'));

async function fillCreate(page: Page): Promise<void> {
  await openCreate(page);
  await page.getByLabel('Nome', { exact: true }).fill('React');
  await page.getByLabel('Selecionar status').selectOption('Avançado');
  await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar Tecnologia' }).click();
}

async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com');
  await page.getByLabel('Senha', { exact: true }).fill('errada');
  await button(page, 'Entrar').click();
}

/** Three toasts, each with a reason. */
async function failThrice(page: Page): Promise<void> {
  await page.route('**/users/techs/*', (route) => route.abort());
  for (let count = 1; count <= 3; count += 1) {
    await openDelete(page);
    await button(page, 'Sim').click();
    await page
      .getByText('Erro ao deletar tecnologia')
      .nth(count - 1)
      .waitFor();
  }
}

async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

/** The pictures of the README. */
export const README_SHOTS: readonly Shot[] = [
  { name: 'cadastro', path: '/' },
  { name: 'dashboard', path: '/dashboard', technologies: FIVE },
  ...CARD_SHOTS,
  ...PAGE_SHOTS,
];

/** Every screen and state worth a look. */
export const SHOTS: readonly Shot[] = [
  { name: 'signup', path: '/', widths: ALL_WIDTHS },
  { name: 'signup-errors', path: '/', act: { after: (page) => button(page, 'Cadastrar').click() } },
  { name: 'login', path: '/login', widths: ALL_WIDTHS },
  { name: 'docs', path: '/docs' },
  { name: 'login-errors', path: '/login', act: { after: (page) => button(page, 'Entrar').click() } },
  {
    name: 'login-refused',
    path: '/login',
    act: { after: async (page) => (await logInWrongly(page), toast(page, 'Verifique os dados do login')) },
  },
  {
    name: 'login-pending',
    path: '/login',
    act: { after: async (page) => (await page.route('**/sessions', never), logInWrongly(page)) },
  },
  { name: 'not-found', path: '/nada' },
  { name: 'accessibility', path: '/acessibilidade' },
  { name: 'privacy', path: '/privacidade', whole: true },
  ...RESET_SHOTS,
  ...PROFILE_SHOTS,
  ...SHARE_SHOTS,
  ...PUBLIC_SHOTS,
  ...EVOLUTION_SHOTS,
  { name: 'dashboard', path: '/dashboard', widths: ALL_WIDTHS, technologies: FIVE },
  { name: 'dashboard-empty', path: '/dashboard', technologies: [] },
  { name: 'dashboard-one', path: '/dashboard', technologies: FIVE.slice(0, 1) },
  { name: 'dashboard-nine', path: '/dashboard', technologies: NINE },
  { name: 'dashboard-filtered', path: '/dashboard?filtro=nada', technologies: NINE },
  { name: 'dashboard-many', path: '/dashboard', technologies: MANY },
  {
    name: 'dashboard-long',
    path: '/dashboard',
    technologies: LONG,
    user: { name: 'Maria Aparecida dos Santos Albuquerque de Oliveira Nascimento' },
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    technologies: FIVE,
    act: {
      before: (page) => page.route('**/users/*', never),
      // The skeleton comes late.
      after: (page) => page.locator('[aria-busy] > [aria-hidden]').first().waitFor(),
    },
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    technologies: FIVE,
    act: {
      before: (page) => page.route('**/users/*', (route) => route.abort()),
      after: (page) => button(page, 'Tentar de novo').waitFor(),
    },
  },
  {
    name: 'dashboard-offline',
    path: '/dashboard',
    technologies: FIVE,
    act: { after: (_page, context) => context.setOffline(true) },
  },
  {
    name: 'dashboard-menu',
    path: '/dashboard',
    technologies: FIVE,
    act: { after: (page) => button(page, 'Mais').click() },
  },
  { name: 'create', path: '/dashboard', technologies: FIVE, act: { after: openCreate } },
  {
    name: 'create-refused',
    path: '/dashboard',
    technologies: FIVE,
    act: { after: async (page) => (await fillCreate(page), toast(page, 'Erro ao cadastrar a tecnologia')) },
  },
  {
    name: 'create-suggestion',
    path: '/dashboard',
    technologies: FIVE,
    act: {
      after: async (page) => {
        await openCreate(page);
        await page.getByLabel('Nome', { exact: true }).fill('phyton');
        await page.getByText('Você quis dizer').waitFor();
      },
    },
  },
  { name: 'edit', path: '/dashboard', technologies: FIVE, act: { after: openEdit } },
  { name: 'delete', path: '/dashboard', technologies: FIVE, act: { after: openDelete } },
  {
    name: 'deleted',
    path: '/dashboard',
    technologies: FIVE,
    act: {
      after: async (page) => {
        await openDelete(page);
        await button(page, 'Sim').click();
        await toast(page, 'Tecnologia deletada com sucesso');
      },
    },
  },
  { name: 'toasts', path: '/dashboard', technologies: FIVE, act: { after: failThrice } },
  {
    name: 'toasts-fanned',
    path: '/dashboard',
    technologies: FIVE,
    act: { after: async (page) => (await failThrice(page), page.locator('.toast').last().hover()) },
  },
  ...[NINE, LONG].map((technologies, index) => ({
    name: `print-${index}`,
    path: '/dashboard',
    technologies,
    whole: true,
    act: { after: print },
  })),
  { name: 'print-docs', path: '/docs', whole: true, act: { after: print } },
  { name: 'forced-colors', path: '/dashboard', technologies: FIVE, options: { forcedColors: 'active' } },
  {
    name: 'forced-colors-create',
    path: '/dashboard',
    technologies: FIVE,
    options: { forcedColors: 'active' },
    act: { after: openCreate },
  },
];
