import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import { boxOf, buttonOf, dialogOf, exact, fieldOf, goBack, headingOf } from '../../helpers/actions.ts';
import { cut } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import {
  addWork,
  change,
  expire,
  fillWork,
  logInElsewhere,
  NOTICE,
  openAccount,
  openProfile,
} from '../../helpers/profile.ts';

const SPECIFIED = /\b(sim|não|login|entrar)\b|\+|cadastr|salvar alterações/i;

test('"Mais" opens the page and the account, without a specified name (G-1)', async ({ page, ana, backstage }) => {
  await addWork(backstage, ana);
  await logInElsewhere(backstage, ana);
  for (const [name, button] of [
    ['Minha página', 'Editar Cardápio'],
    ['Conta', 'Encerrar as outras sessões'],
  ] as const) {
    await buttonOf(page, 'Mais').click();
    await page.getByRole('link', { name, ...exact }).click();
    await expect(page).toHaveTitle(`${name} · Trilha`);
    await expect(headingOf(page, name)).toBeFocused();
    await expect(buttonOf(page, button)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sair' })).toHaveCount(1);
    for (const role of ['button', 'link', 'switch', 'textbox', 'combobox'] as const) {
      await expect(page.getByRole(role, { name: SPECIFIED })).toHaveCount(0);
    }
  }
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeFocused();
});

test('follows another tab’s login with nothing of the user before (A-30)', async ({ page, context, backstage }) => {
  const after = await backstage.signUp({ name: 'Bia Lima' });
  await openProfile(page, await backstage.signUp({ name: 'Ana Souza' }));
  await openAs(await context.newPage(), after, '/favicon.svg');
  await expect(fieldOf(page, 'Nome')).toHaveValue(after.name);
});

test('a profile that cannot be read offers a retry, except after the session (A-04)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await cut(page, 'GET', '**/profile');
  await openAs(page, person, '/perfil');
  await expect(page.getByText('Não foi possível carregar sua página.', exact)).toBeVisible();
  await page.unroute('**/profile');
  await buttonOf(page, 'Tentar de novo').click();
  await expect(fieldOf(page, 'Nome')).toHaveValue(person.name);

  await expire(backstage, person);
  await page.reload();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(buttonOf(page, 'Tentar de novo')).toHaveCount(0);
});

test('an ended session is announced in a dialog, which keeps what was typed (A-04)', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  await buttonOf(page, 'Adicionar projeto').click();
  await expire(backstage, person);
  const dialog = dialogOf(page, 'Novo projeto');
  await fillWork(dialog);
  await buttonOf(dialog, 'Salvar projeto').click();
  await expect(dialog.getByText(NOTICE)).toBeVisible();
  await expect(fieldOf(dialog, 'Título')).toHaveValue('Cardápio');
});

test('at 320 by 256 nothing scrolls sideways, and every dialog ends within reach', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const word = 'palavra'.repeat(16);
  const person = await backstage.signUp({ name: word, bio: word, contact: `https://example.com/${word}` });
  await addWork(backstage, person, { title: word, description: word, deploy_url: `https://example.com/${word}` });
  await logInElsewhere(backstage, person);
  for (const [open, opener, last] of [
    [openProfile, 'Adicionar projeto', 'Salvar projeto'],
    [openProfile, `Excluir ${word}`, 'Manter'],
    [openAccount, 'Apagar minha conta', 'Apagar tudo para sempre'],
  ] as const) {
    await open(page, person);
    await expectNoSidewaysScroll(page);
    await buttonOf(page, opener).click();
    await expectNoSidewaysScroll(page);
    await buttonOf(page, last).scrollIntoViewIfNeeded();
    await expect(buttonOf(page, last)).toBeInViewport({ ratio: 1 });
  }
});

test('links to the sections stay in sight, take the focus along and make no step (X-411)', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/acessibilidade');
  await openProfile(page, await backstage.signUp());
  const links = page.getByRole('navigation', { name: 'Partes da página', ...exact });
  await fieldOf(page, 'Bio').fill('Outra bio');
  for (const name of ['Projetos', 'Foto']) {
    const link = links.getByRole('link', { name, ...exact });
    // Playwright's pointer would miss a link that moves because Playwright has scrolled the page to it.
    await link.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'true');
    const title = page.getByRole('heading', { level: 2, name, ...exact });
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport({ ratio: 1 });
    const bar = await boxOf(links);
    expect((await boxOf(title)).y).toBeGreaterThanOrEqual(bar.y + bar.height);
  }
  await expect(page).toHaveURL('/perfil#foto');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goBack(page);
  await buttonOf(dialogOf(page, 'Descartar o que você escreveu?'), 'Descartar').click();
  await expect(page).toHaveURL('/acessibilidade');
});

test('at 400 % zoom each focused control is in sight, below the links to the sections', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React' });
  await change(backstage, person, { handle: `ana-${person.id.slice(0, 18)}`, visibility: 'public' });
  await openProfile(page, person);
  const bar = page.getByRole('navigation', { name: 'Partes da página', ...exact });
  const links = await bar.getByRole('link').all();
  await links[0]?.focus();
  for (const [key, rest] of [
    ['Tab', links.slice(1)],
    ['Shift+Tab', links.toReversed().slice(1)],
  ] as const) {
    for (const link of rest) {
      await page.keyboard.press(key);
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
  const parts = await page.locator('summary').all();
  await parts.at(-1)?.focus();
  for (const part of parts.toReversed().slice(1)) {
    await page.keyboard.press('Shift+Tab');
    await expect(part).toBeFocused();
    const { y, height } = await boxOf(bar);
    expect((await boxOf(part)).y).toBeGreaterThanOrEqual(y + height);
  }
  const [bio, contact] = [fieldOf(page, 'Bio'), fieldOf(page, 'Contato')];
  await bio.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top + 10));
  await contact.evaluate((field) => field.focus({ preventScroll: true }));
  await page.keyboard.press('Shift+Tab');
  await expect(bio).toBeFocused();
  const { y, height } = await boxOf(bar);
  await expect.poll(async () => (await boxOf(bio)).y).toBeGreaterThanOrEqual(y + height);
});

test('a link to a section scrolls there, and old ones lead to the account', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (const [address, name, path] of [
    ['/perfil#toString', 'Foto', '/perfil#toString'],
    ['/perfil#copia', 'Seus dados', '/conta#copia'],
    ['/perfil#compartilhar', 'Compartilhar', '/perfil#compartilhar'],
  ] as const) {
    // Another hash alone would not load the page again.
    await page.goto('about:blank');
    await openAs(page, person, address);
    await expect(page.getByRole('heading', { level: 2, name, ...exact })).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(path);
  }
});

test('no screen is longer than 3,500 px on a phone, with three projects', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const person = await backstage.signUp();
  const { id } = await backstage.addTechnology(person, { title: 'React' });
  for (const title of ['Cardápio', 'Agenda', 'Loja']) await addWork(backstage, person, { title, technologies: [id] });
  await change(backstage, person, { handle: `ana-${person.id.slice(0, 18)}`, visibility: 'public' });
  for (const open of [openProfile, openAccount]) {
    await open(page, person);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3500);
  }
});
