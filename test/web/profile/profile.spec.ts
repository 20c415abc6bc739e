import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import { boxOf, buttonOf, fieldOf, goBack, headingOf } from '../../helpers/acts.ts';
import { cut } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { addWork, dialogOf, expire, fillWork, logInElsewhere, NOTICE, openProfile } from '../../helpers/profile.ts';

const exact = { exact: true };

test('"Mais" opens the profile, whose controls have no specified names (G-1)', async ({ page, ana, backstage }) => {
  await addWork(backstage, ana);
  await logInElsewhere(backstage, ana);
  await buttonOf(page, 'Mais').click();
  await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
  await expect(page).toHaveTitle('Meu perfil · Trilha');
  await expect(headingOf(page, 'Meu perfil')).toBeFocused();
  await expect(buttonOf(page, 'Encerrar as outras sessões')).toBeVisible();
  await expect(buttonOf(page, 'Editar Cardápio')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sair' })).toHaveCount(1);
  const specified = /\b(sim|não|login|entrar)\b|\+|cadastr|salvar alterações/i;
  for (const role of ['button', 'link', 'switch', 'textbox', 'combobox'] as const) {
    await expect(page.getByRole(role, { name: specified })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
  await expect(headingOf(page, `Olá, ${ana.name}`)).toBeFocused();
});

test('follows another tab’s login with nothing of the user before (A-30)', async ({ page, context, backstage }) => {
  const after = await backstage.signUp({ name: 'Bia Lima' });
  await openProfile(page, await backstage.signUp({ name: 'Ana Souza' }));
  await openAs(await context.newPage(), after, '/favicon.svg');
  await expect(fieldOf(page, 'Nome')).toHaveValue(after.name);
  await expect(fieldOf(page, 'Email')).toHaveValue(after.email);
});

test('a profile that cannot be read offers a retry, except after the session (A-04)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await cut(page, 'GET', '**/profile');
  await openAs(page, person, '/perfil');
  await expect(page.getByText('Não foi possível carregar o seu perfil.', exact)).toBeVisible();
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
  await openProfile(page, person);
  await expect(buttonOf(page, 'Encerrar as outras sessões')).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const [opener, last] of [
    ['Adicionar projeto', 'Salvar projeto'],
    [`Excluir ${word}`, 'Manter'],
    ['Apagar minha conta', 'Apagar tudo para sempre'],
  ] as const) {
    await buttonOf(page, opener).click();
    await expectNoSidewaysScroll(page);
    await buttonOf(page, last).scrollIntoViewIfNeeded();
    await expect(buttonOf(page, last)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
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
  for (const name of ['Senha', 'Foto']) {
    await links.getByRole('link', { name, ...exact }).click();
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
