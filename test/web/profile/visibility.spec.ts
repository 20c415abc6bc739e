import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OwnUser } from '#contract/user.ts';
import { expectAccessible } from '../../helpers/access.ts';
import { buttonOf } from '../../helpers/acts.ts';
import { refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, change, openProfile, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const switchOf = (page: Page, name: string) => sectionOf(page, 'Visibilidade').getByRole('switch', { name, ...exact });

test('the preview shows what others see, before and after the profile is public', async ({ page, backstage }) => {
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
  await expect(now).toContainText(person.course_module);
  await expect(now).not.toContainText(person.bio);
  await expect(now.getByRole('listitem')).toHaveText([/^HTML/, /^CSS/, /^Git/, /^SQL/, /^Vue/, 'e mais uma']);
  await expect(then).toContainText(person.bio);
  await expect(then.getByRole('link', { name: person.contact, ...exact })).toBeVisible();
  await expect(then.getByRole('listitem').first()).toHaveText('React · Iniciante · 1 projeto');
  await expect(card).not.toContainText(person.email);

  const seenByOthers = async () => (await (await backstage.request.get(`/users/${person.id}`)).json()) as OwnUser;
  expect(await seenByOthers()).toMatchObject({ bio: null, contact: null, works: [] });
  await toggle.click();
  await expect(toastWith(page, 'Seu perfil agora é público')).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  await expect(then).toHaveCount(0);
  await expect(now).toContainText(person.bio);
  expect(await seenByOthers()).toMatchObject({ bio: person.bio, works: [{ title: WORK.title }] });
  expect(await seenByOthers()).not.toHaveProperty('email');

  await toggle.press('Space');
  await expect(toastWith(page, 'Seu perfil agora é privado')).toBeVisible();
  await expect(toggle).toBeFocused();
  expect(await seenByOthers()).toMatchObject({ bio: null, works: [] });
  await refuse(page, 'PUT', '**/profile');
  await toggle.click();
  await expect(toastWith(page, 'Não foi possível alterar a visibilidade')).toBeVisible();
  await expect(toggle).toHaveAttribute('aria-checked', 'false');
  await expect(toggle).not.toHaveAttribute('aria-disabled');
});

test('the page’s address is suggested from the name, checked, chosen and changed', async ({ page, backstage }) => {
  const mark = randomUUID().slice(0, 8);
  const person = await backstage.signUp({ name: `Ána Souza ${mark}` });
  const other = await backstage.signUp();
  await change(backstage, other, { handle: `bia-${mark}` });
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
  await buttonOf(card, 'Escolher este endereço').click();
  await expect(toastWith(page, 'Endereço salvo')).toBeVisible();
  const link = card.getByRole('link', { name: 'Abrir a minha página', ...exact });
  await expect(link).toHaveCount(0);
  await switchOf(page, 'Perfil público').click();
  await expect(link).toHaveAttribute('href', `/u/ana-${mark}`);
  await address.fill(`ana-souza-${mark}`);
  await buttonOf(card, 'Trocar de endereço').click();
  await expect(link).toHaveAttribute('href', `/u/ana-souza-${mark}`);
  await expectAccessible(page, '#visibilidade');
});

test('search engines and the evolution have a switch each, both off at first', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const data = { handle: `ana-${randomUUID().slice(0, 8)}`, visibility: 'public' };
  await change(backstage, person, data);
  await openProfile(page, person);
  for (const { name, field, on, off } of [
    {
      name: 'Aparecer em buscadores',
      field: 'searchable',
      on: 'Buscadores podem mostrar a sua página',
      off: 'Buscadores ficam de fora',
    },
    {
      name: 'Mostrar a minha evolução',
      field: 'shows_history',
      on: 'A sua página mostra a sua evolução',
      off: 'A evolução é só sua de novo',
    },
  ] as const) {
    await expect(switchOf(page, name)).toHaveAttribute('aria-checked', 'false');
    await switchOf(page, name).click();
    await expect(toastWith(page, on)).toBeVisible();
    await expect(switchOf(page, name)).toHaveAttribute('aria-checked', 'true');
    expect(await readOwn(backstage, person)).toMatchObject({ [field]: true });
    if (field === 'shows_history') await expect(sectionOf(page, 'Evolução')).toContainText('Na sua página aparece só');
    await switchOf(page, name).click();
    await expect(toastWith(page, off)).toBeVisible();
    expect(await readOwn(backstage, person)).toMatchObject({ [field]: false });
  }
  await expect(sectionOf(page, 'Evolução')).toContainText('Só você vê.');
});
