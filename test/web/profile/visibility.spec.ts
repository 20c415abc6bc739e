import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../helpers/access.ts';
import { buttonOf } from '../../helpers/acts.ts';
import { refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, change, clickFor, openProfile, readOwn, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const switchOf = (page: Page, name: string) => sectionOf(page, 'Visibilidade').getByRole('switch', { name, ...exact });

test('the preview matches the view of others, while private and public', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (const title of ['HTML', 'CSS', 'Git', 'SQL', 'Vue']) await backstage.addTechnology(person, { title });
  const { id } = await backstage.addTechnology(person, { title: 'React' });
  await addWork(backstage, person, { technologies: [id] });
  await openProfile(page, person);
  const card = sectionOf(page, 'Visibilidade');
  const toggle = switchOf(page, 'Perfil público');
  const now = card.getByRole('article', { name: 'Agora', ...exact });
  const then = card.getByRole('article', { name: 'Com o perfil público', ...exact });
  await expect(toggle).toHaveAccessibleDescription(/^Se você ligar, .* os seus projetos .* o efeito é imediato\./);
  await expect(now).not.toContainText(person.bio);
  await expect(now.getByRole('listitem')).toHaveText([/^HTML/, /^CSS/, /^Git/, /^SQL/, /^Vue/, 'e mais uma']);
  await expect(then).toContainText(person.bio);
  await expect(then.getByRole('listitem').first()).toHaveText('React · Iniciante · 1 projeto');
  await expect(card).not.toContainText(person.email);

  await clickFor(toggle, 'Seu perfil agora é público');
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  await expect(then).toHaveCount(0);
  await expect(now).toContainText(person.bio);
  await toggle.press('Space');
  await expect(toastWith(page, 'Seu perfil agora é privado')).toBeVisible();
  await expect(toggle).toBeFocused();
  expect((await readOwn(backstage, person)).visibility).toBe('private');
  await refuse(page, 'PUT', '**/profile');
  await clickFor(toggle, 'Não foi possível alterar a visibilidade');
  await expect(toggle).toHaveAttribute('aria-checked', 'false');
});

test('the page’s address is suggested from the name, checked, chosen and changed', async ({ page, backstage }) => {
  const mark = randomUUID().slice(0, 8);
  const person = await backstage.signUp({ name: `Ána Souza ${mark}` });
  await change(backstage, await backstage.signUp(), { handle: `bia-${mark}` });
  await openProfile(page, person);
  const card = sectionOf(page, 'Visibilidade');
  const address = card.getByLabel('Endereço da página', exact);
  await expect(address).toHaveValue(`ana-souza-${mark}`);
  for (const [handle, reason] of [
    ['Ana Souza', 'Use de 3 a 40 letras minúsculas sem acento, números e, no meio, hífens'],
    ['suporte', 'Este endereço é reservado: escolha outro'],
    [`bia-${mark}`, 'Este endereço já é de outra pessoa: escolha outro'],
  ] as const) {
    await address.fill(handle);
    await buttonOf(card, 'Escolher este endereço').click();
    await expect(address).toHaveAccessibleDescription(reason);
    await expect(address).toBeFocused();
  }
  await address.fill(`ana-${mark}`);
  await clickFor(buttonOf(card, 'Escolher este endereço'), 'Endereço salvo');
  await switchOf(page, 'Perfil público').click();
  await address.fill(`ana-souza-${mark}`);
  await buttonOf(card, 'Trocar de endereço').click();
  const link = card.getByRole('link', { name: 'Abrir a minha página', ...exact });
  await expect(link).toHaveAttribute('href', `/u/ana-souza-${mark}`);
  await expectAccessible(page, '#visibilidade');
});

test('search engines and the evolution have a switch each, both off at first', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await change(backstage, person, { handle: `ana-${randomUUID().slice(0, 8)}`, visibility: 'public' });
  await openProfile(page, person);
  for (const [name, on, off] of [
    ['Aparecer em buscadores', 'Buscadores podem mostrar a sua página', 'Buscadores ficam de fora'],
    ['Mostrar a minha evolução', 'A sua página mostra a sua evolução', 'A evolução é só sua de novo'],
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
  await expect(sectionOf(page, 'Evolução')).toContainText('Na sua página aparece só');
});
