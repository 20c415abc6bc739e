import type { Page } from '@playwright/test';
import { buttonOf, dialogOf, exact, fieldOf, fillSignUp, headingOf, logIn, sendSignUp } from '../../helpers/actions.ts';
import { hold, holdAnswer, refuse } from '../../helpers/calls.ts';
import { joinClass, openClass, showClass } from '../../helpers/classes.ts';
import { bearer, expect, test } from '../../helpers/fixtures.ts';
import { aPerson } from '../../helpers/make.ts';
import { toastWith } from '../../helpers/toasts.ts';

const SEEN = 'A turma vai ver seu nome, módulo, foto, tecnologias e níveis, e quando você entrou; nunca o email.';
const MISSING_CLASS = 'Esta turma não existe, já terminou ou você não participa dela.';
const MISSING_CODE = 'Confira o código, ou peça um novo a quem ensina a turma. Se você já entrou, a turma está aqui:';

async function join(page: Page, name: string) {
  await expect(page.getByText(SEEN, exact)).toBeVisible();
  await expect(headingOf(page, `Convite: ${name}`)).toBeVisible();
  await buttonOf(page, 'Participar da turma').click();
  await expect(headingOf(page, name)).toBeVisible();
}

async function leave(page: Page) {
  await buttonOf(page, 'Deixar a turma').click();
  const question = dialogOf(page, 'Deixar a turma?');
  await expect(buttonOf(question, 'Ficar')).toBeFocused();
  await buttonOf(question, 'Deixar').click();
}

test('a visitor signs up by an invitation, joins, appears in the class, and leaves @both-engines', async ({
  page,
  ana,
  browser,
  baseURL,
}) => {
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Minhas turmas', ...exact }).click();
  await buttonOf(page, 'Abrir turma').click();
  await expect(page.getByText('Nome da turma obrigatório', exact)).toBeVisible();
  await fieldOf(page, 'Nome da turma').fill(' Turma 7 ');
  await buttonOf(page, 'Abrir turma').click();
  await expect(headingOf(page, 'Turma 7')).toBeVisible();
  await expect(page.getByText('Ninguém entrou ainda.', exact)).toBeVisible();
  await buttonOf(page, 'Convidar').click();
  const invitation = dialogOf(page, 'Convite');
  await expect(invitation.getByText(/^Este link só abre neste computador/)).toBeVisible();
  const link = await fieldOf(invitation, 'Link do convite').inputValue();
  expect(link).toMatch(new RegExp(`^${RegExp.escape(baseURL ?? '')}/turma/[A-HJ-NP-Z2-9]{8}$`));

  await using context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' });
  const other = await context.newPage();
  const bia = aPerson({ name: 'Bia Lima' });
  await other.goto(link);
  await expect(headingOf(other, 'Convite para uma turma')).toBeVisible();
  await buttonOf(other, 'Já tenho conta').click();
  await buttonOf(other, 'Cadastre-se').click();
  await fillSignUp(other, bia);
  await sendSignUp(other);
  await logIn(other, bia);
  await expect(other).toHaveURL(link);
  await expect(other.getByRole('main').getByText('Bia Lima', exact)).toBeVisible();
  await join(other, 'Turma 7');
  await expect(other.getByText('Você participa desta turma')).toBeVisible();
  // The teacher has no list in the class, and only a teacher sees dates and controls.
  await expect(other.getByRole('listitem')).toHaveText([/^BLBia Lima.*Nenhuma tecnologia na lista$/]);
  await expect(buttonOf(other, 'Convidar')).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: '1 pessoa', ...exact })).toBeVisible();
  await expect(page.getByRole('listitem')).toContainText('Bia Lima');
  await expect(page.getByText(ana.email)).toHaveCount(0);
  await expect(page.getByText(bia.email)).toHaveCount(0);

  await leave(other);
  await expect(toastWith(other, 'Você não está mais na turma Turma 7')).toBeVisible();
  await expect(other.getByText('Você ainda não está em nenhuma turma.', exact)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Ninguém entrou ainda.', exact)).toBeVisible();
});

test('a typed code or link opens the invitation, until the class ends', async ({ page, ana, backstage }) => {
  const teacher = await backstage.signUp();
  const { code, id, name } = await openClass(backstage, teacher);
  const colourOf = (label: string) =>
    buttonOf(page, label).evaluate((button) => getComputedStyle(button).backgroundColor);
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
  for (const text of [
    ` ${typed} `,
    `Entre na turma: https://trilha.escola-de-programacao.example/turma/${code}?fb=1`,
  ]) {
    await page.goto('/turmas');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Usar um convite', 'Abrir uma turma']);
    expect(await colourOf('Ver convite')).toBe(await colourOf('Abrir turma'));
    await fieldOf(page, 'Código do convite').fill(text);
    await buttonOf(page, 'Ver convite').click();
    await expect(page).toHaveURL(`/turma/${code}`);
  }
  await expect(page.getByRole('main').getByText(ana.name, exact)).toBeVisible();
  await join(page, name);
  await page.goto('/turmas');
  await page.getByRole('link', { name, ...exact }).click();
  await expect(headingOf(page, name)).toBeVisible();

  await backstage.request.delete(`/classes/${id}`, { headers: bearer(teacher) });
  await leave(page);
  await expect(page).toHaveURL('/turmas');
  for (const [path, words] of [
    [`/turmas/${id}`, MISSING_CLASS],
    ['/turmas/nada', MISSING_CLASS],
    [`/turma/${code}`, MISSING_CODE],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(words, exact)).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Minhas turmas', ...exact })
      .click();
    await expect(headingOf(page, 'Minhas turmas')).toBeVisible();
  }
});

test('the teacher and the members of a class open it from its invitation', async ({ page, ana, backstage }) => {
  const taught = await openClass(backstage, ana);
  const joined = await openClass(backstage, await backstage.signUp(), 'Turma 8');
  await joinClass(backstage, ana, joined);
  for (const [{ code, name }, words] of [
    [taught, /^Você ensina esta turma\./],
    [joined, 'Você já está nesta turma.'],
  ] as const) {
    await page.goto(`/turma/${code}`);
    await expect(headingOf(page, `Convite: ${name}`)).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
    await expect(buttonOf(page, 'Participar da turma')).toHaveCount(0);
    await buttonOf(page, 'Abrir a turma').click();
    await expect(headingOf(page, name)).toBeVisible();
  }
});

test('nobody joins a class before its name is shown', async ({ page, ana, backstage }) => {
  const { code, name } = await openClass(backstage, await backstage.signUp());
  await refuse(page, 'GET', '**/classes/join?*', 503);
  await page.goto(`/turma/${code}`);
  await expect(page.getByRole('alert').getByText('Não foi possível carregar o convite.', exact)).toBeVisible();
  await expect(page.getByText(ana.name, exact)).toHaveCount(0);
  await expect(buttonOf(page, 'Participar da turma')).toHaveCount(0);
  await page.unroute('**/classes/join?*');
  await buttonOf(page, 'Tentar de novo').click();
  await join(page, name);
});

/** Opens the invitation from "Minhas turmas" and presses its button. The call waits for the returned function. */
async function joinLate(page: Page, name: string, code: string) {
  await page.goto('/turmas');
  await fieldOf(page, 'Código do convite').fill(code);
  await buttonOf(page, 'Ver convite').click();
  await expect(page.getByRole('main').getByText(name, exact)).toBeVisible();
  const release = await hold(page, 'POST', '**/classes/join');
  await buttonOf(page, 'Participar da turma').click();
  return release;
}

test('a late answer moves nobody who has left the invitation', async ({ page, ana, backstage }) => {
  const { code, name } = await openClass(backstage, await backstage.signUp());
  const release = await joinLate(page, ana.name, code);
  await page.goBack();
  await expect(headingOf(page, 'Minhas turmas')).toBeVisible();
  release();
  await expect(toastWith(page, `Você está na turma ${name}`)).toBeVisible();
  await expect(page).toHaveURL('/turmas');
  await expect(page.getByRole('link', { name, ...exact })).toBeVisible();
});

test('a list of classes that was requested before a late join is read again', async ({ page, ana, backstage }) => {
  const { code, name } = await openClass(backstage, await backstage.signUp());
  const release = await joinLate(page, ana.name, code);
  const answerList = await holdAnswer(page, '**/classes');
  const requested = page.waitForRequest('**/classes');
  await page.goBack();
  await requested;
  await expect(headingOf(page, 'Minhas turmas')).toBeVisible();
  release();
  await expect(toastWith(page, `Você está na turma ${name}`)).toBeVisible();
  answerList();
  await expect(page.getByRole('link', { name, ...exact })).toBeVisible();
});

test('a login returns to the invitation or the class that was opened', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const opened = await openClass(backstage, await backstage.signUp());
  await page.goto(`/turma/${opened.code}/`);
  await buttonOf(page, 'Já tenho conta').click();
  await logIn(page, ana);
  await join(page, opened.name);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/turmas/${opened.id}?ordem=modulo`);
  await logIn(page, ana);
  await expect(page).toHaveURL(`/turmas/${opened.id}?ordem=modulo`);
  await expect(headingOf(page, opened.name)).toBeVisible();
});

test('an invitation prints as a sheet of one page, without the screen', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  const taught = await openClass(backstage, ana, 'T'.repeat(80));
  await showClass(page, ana, taught);
  await buttonOf(page, 'Convidar').click();
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await buttonOf(page, 'Imprimir folha').click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { name: taught.name, ...exact })).toBeVisible();
  await expect(sheet.getByText(new RegExp(`^http.*/turma/${taught.code}$`))).toBeVisible();
  await expect(sheet.getByText(taught.code, exact)).toBeVisible();
  await expect(sheet.getByRole('img', { name: 'QR code do convite', ...exact })).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  // One page of A4, in pixels, without its margins.
  await page.setViewportSize({ width: 718, height: 1046 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(1046);
});
