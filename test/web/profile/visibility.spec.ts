import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../helpers/access.ts';
import { buttonOf, exact, fieldOf } from '../../helpers/actions.ts';
import { refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, change, clickFor, openProfile, readOwn, saveLate, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, ...exact });

test('an older answer does not undo a later change on the screen', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const release = await saveLate(page, 'Ana Reis');
  await clickFor(page.getByText('Perfil público', exact), 'Seu perfil agora é público');
  release();
  await expect(toastWith(page, 'Dados salvos')).toBeVisible();
  await expect(sectionOf(page, 'Sua página está ligada')).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toHaveValue('Ana Reis');
});

test('one switch makes the page, at the first free address, and hands over its link', async ({
  page,
  context,
  backstage,
  baseURL,
}) => {
  const mark = randomUUID().slice(0, 8);
  await change(backstage, await backstage.signUp(), { handle: `ana-${mark}` });
  const person = await openProfile(page, await backstage.signUp({ name: `Ana ${mark}` }));
  const toggle = switchOf(page, 'Perfil público');
  await expect(sectionOf(page, 'Sua página está desligada')).toBeVisible();
  await expect(toggle).toHaveAccessibleDescription(/^Se você ligar, .* seus projetos .* o efeito aqui é imediato/);

  await clickFor(page.getByText('Perfil público', exact), 'Seu perfil agora é público');
  const card = sectionOf(page, 'Sua página está ligada');
  const address = `${baseURL ?? ''}/u/ana-${mark}-2`;
  await expect(fieldOf(card, 'Endereço da sua página')).toHaveValue(address);
  await expect(fieldOf(page, 'Endereço da página')).toHaveValue(`ana-${mark}-2`);
  const opened = context.waitForEvent('page');
  await card.getByRole('link', { name: 'Abrir minha página', ...exact }).click();
  await expect(await opened).toHaveTitle(`Ana ${mark} · Trilha`);

  // A tap just outside the switch.
  await toggle.click({ position: { x: 20, y: -6 } });
  await expect(toastWith(page, 'Seu perfil agora é privado')).toBeVisible();
  await expect(toggle).toBeFocused();
  expect(await readOwn(backstage, person)).toMatchObject({ visibility: 'private', handle: `ana-${mark}-2` });
  await refuse(page, 'PUT', '**/profile');
  await clickFor(toggle, 'Não foi possível alterar a visibilidade');
  await expect(toggle).toHaveAttribute('aria-checked', 'false');
});

test('the switch keeps an address that was chosen in another tab', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  await change(backstage, person, { handle: 'escolhido' });
  await clickFor(page.getByText('Perfil público', exact), 'Seu perfil agora é público');
  expect(await readOwn(backstage, person)).toMatchObject({ visibility: 'public', handle: 'escolhido' });
});

test('an address that replaces a refused one has no error', async ({ page, backstage }) => {
  const mark = randomUUID().slice(0, 8);
  await change(backstage, await backstage.signUp(), { handle: `ana-${mark}` });
  await openProfile(page, await backstage.signUp({ name: `Ana ${mark}` }));
  const address = fieldOf(page, 'Endereço da página');
  await buttonOf(page, 'Usar este endereço').click();
  await expect(address).toHaveAccessibleDescription(/^Este endereço já é de outra pessoa: escolha outro/);
  await clickFor(page.getByText('Perfil público', exact), 'Seu perfil agora é público');
  await expect(address).toHaveValue(`ana-${mark}-2`);
  await expect(address).not.toHaveAttribute('aria-invalid', 'true');
});

test('a name that suggests no address leaves its choice to the user', async ({ page, backstage }) => {
  const address = fieldOf(page, 'Endereço da página');
  // No letters for an address; a reserved word.
  for (const name of ['山田', 'Kenzie Joana']) {
    await openProfile(page, await backstage.signUp({ name }));
    await expect(address).toHaveValue('');
  }
  await switchOf(page, 'Perfil público').click();
  for (const words of [
    'Falta o endereço da sua página',
    'Falta só o endereço: escolha um em Endereço.',
    'Quem procurar uma das suas tecnologias em Pessoas vai encontrar você.',
    'Assim, quando você escolher o endereço:',
    'Para compartilhar, primeiro escolha o endereço da sua página.',
  ]) {
    await expect(page.getByText(words, exact)).toBeVisible();
  }
  await address.fill(`joana-${randomUUID().slice(0, 8)}`);
  await clickFor(buttonOf(page, 'Usar este endereço'), 'Endereço salvo');
  await expect(sectionOf(page, 'Sua página está ligada')).toBeVisible();
});

test('the preview is the page itself, while it is off too, and follows changes', async ({ page, backstage }) => {
  const person = await backstage.signUp({ bio: 'Aprendo a programar.' });
  await addWork(backstage, person);
  await openProfile(page, person);
  const preview = page.frameLocator('iframe');
  await expect(preview.getByText('Aprendo a programar.', exact)).toBeVisible();
  await expect(preview.getByText('Cardápio', exact)).toBeAttached();
  await expect(preview.locator('body')).toHaveCSS('font-family', /^Inter/);
  await expect(page.getByText('Agora, ninguém. Com sua página ligada, assim:', exact)).toBeVisible();
  await fieldOf(page, 'Bio').fill('Já sei programar.');
  await buttonOf(page, 'Salvar dados').click();
  await expect(preview.getByText('Já sei programar.', exact)).toBeVisible();
});

test('the page’s address is checked while it is typed, chosen and changed', async ({ page, backstage }) => {
  const mark = randomUUID().slice(0, 8);
  const person = await backstage.signUp({ name: `Ána Souza ${mark}` });
  await change(backstage, await backstage.signUp(), { handle: `bia-${mark}` });
  await openProfile(page, person);
  const card = sectionOf(page, 'Endereço');
  const address = fieldOf(card, 'Endereço da página');
  await expect(address).toHaveValue(`ana-souza-${mark}`);
  const status = card.getByRole('status').first();
  for (const [handle, words] of [
    ['Ana Souza', 'Use de 3 a 40 letras minúsculas sem acento, números e, no meio, hífens'],
    ['suporte', 'Este endereço é reservado: escolha outro'],
    [`bia-${mark}`, 'Este endereço já é de outra pessoa: escolha outro'],
  ] as const) {
    await address.fill(handle);
    await expect(status).toHaveText(words);
  }
  await buttonOf(card, 'Usar este endereço').click();
  await expect(address).toHaveAccessibleDescription('Este endereço já é de outra pessoa: escolha outro');
  await expect(address).toBeFocused();
  await address.fill(`ana-${mark}`);
  await expect(status).toHaveText('Este endereço está livre.');
  await clickFor(buttonOf(card, 'Usar este endereço'), 'Endereço salvo');
  await address.fill(`ana-souza-${mark}`);
  await buttonOf(card, 'Trocar de endereço').click();
  await expect.poll(() => readOwn(backstage, person)).toMatchObject({ handle: `ana-souza-${mark}` });
  await expectAccessible(page, '#endereco');
});

test('search engines and the evolution have a switch each, both off at first', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await change(backstage, person, { handle: `ana-${randomUUID().slice(0, 8)}`, visibility: 'public' });
  await openProfile(page, person);
  for (const [name, on, off] of [
    ['Aparecer em buscadores', 'Buscadores podem mostrar sua página', 'Buscadores ficam de fora'],
    ['Mostrar minha evolução', 'Sua página mostra sua evolução', 'A evolução é só sua de novo'],
  ] as const) {
    const toggle = switchOf(page, name);
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await clickFor(toggle, on);
    await expect(toggle).toHaveAttribute('aria-checked', 'true');
    await clickFor(toggle, off);
    await clickFor(toggle, on);
  }
  // The last toast may be an earlier one of the same text.
  await expect.poll(() => readOwn(backstage, person)).toMatchObject({ searchable: true, shows_history: true });
  const hidden = '“Aparecer em buscadores” e “Mostrar minha evolução” continuam ligados e voltam a valer.';
  await expect(page.getByText(hidden, exact)).toHaveCount(0);
  await clickFor(switchOf(page, 'Perfil público'), 'Seu perfil agora é privado');
  await expect(page.getByText(hidden, exact)).toBeVisible();
});
