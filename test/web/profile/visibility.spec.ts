import type { OwnUser } from '#contract/user.ts';
import { buttonOf } from '../../helpers/acts.ts';
import { nameOf, recordCalls, refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, chooseFile, openProfile, PNG, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test.describe('Foto', () => {
  const note = 'PNG, JPEG ou WebP de até 2 MB.';

  test('an avatar is seen before it is sent, then stays, and can be removed', async ({ page, backstage }) => {
    const person = await backstage.signUp({ name: 'Ana Souza' });
    await openProfile(page, person);
    const card = sectionOf(page, 'Foto');
    await expect(card.getByText('AS', exact)).toBeVisible();
    await expect(buttonOf(card, 'Escolher foto')).toHaveAccessibleDescription(note);

    const calls = recordCalls(page);
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await expect(card.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(card.getByText('Esta foto ainda não foi enviada.', exact)).toBeVisible();
    await buttonOf(card, 'Descartar').click();
    await expect(card.locator('img')).toHaveCount(0);
    await expect(buttonOf(card, 'Escolher foto')).toBeFocused();
    expect(calls.map(nameOf)).toEqual([]);

    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await buttonOf(card, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    await expect(buttonOf(card, 'Escolher outra foto')).toBeFocused();
    const address = new URL((await readOwn(backstage, person)).avatar_url ?? '').pathname;
    await expect(card.locator('img')).toHaveAttribute('src', address);
    await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 256);
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await page.reload();
    await expect(card.locator('img')).toHaveAttribute('src', address);

    await buttonOf(card, 'Remover foto').click();
    await expect(toastWith(page, 'Foto removida')).toBeVisible();
    await expect(card.getByText('AS', exact)).toBeVisible();
    await expect(buttonOf(card, 'Escolher foto')).toBeFocused();
    expect((await readOwn(backstage, person)).avatar_url).toBeNull();
  });

  test('a file of another kind, or too large a one, is told of before it is sent', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    const calls = recordCalls(page);
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    const choose = buttonOf(page, 'Escolher foto');
    await expect(choose).toHaveAccessibleDescription('Este arquivo precisa ser uma imagem PNG, JPEG ou WebP');
    const large = Buffer.alloc(2 * 1024 * 1024 + 1);
    await chooseFile(page, { name: 'a.png', mimeType: 'image/png', buffer: large }, 'Escolher foto');
    await expect(choose).toHaveAccessibleDescription('A imagem passa de 2 MB. Escolha uma menor');
    await expect(buttonOf(page, 'Usar esta foto')).toHaveCount(0);
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('what only calls itself an image is refused by the server, and said so in its place', async ({
    page,
    backstage,
  }) => {
    await openProfile(page, await backstage.signUp());
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)">') };
    await chooseFile(page, file, 'Escolher foto');
    await buttonOf(page, 'Usar esta foto').click();
    await expect(buttonOf(page, 'Escolher foto')).toHaveAccessibleDescription(
      'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP',
    );
    await expect(buttonOf(page, 'Escolher foto')).toBeFocused();
  });
});

test.describe('Visibilidade', () => {
  test('before the profile is public one sees what others see and would see; off again is off at once (X-95)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await openProfile(page, person);
    const card = sectionOf(page, 'Visibilidade');
    const toggle = card.getByRole('switch', { name: 'Perfil público', ...exact });
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(card.getByRole('listitem')).toHaveText([
      'a sua foto',
      'a sua bio e o seu contato',
      'os seus projetos',
      'você na lista de pessoas',
    ]);
    await expect(toggle).toHaveAccessibleDescription(
      /^Se você ligar, .* os seus projetos .* Você pode desligar quando quiser; o efeito é imediato\.$/,
    );
    const now = card.getByRole('article', { name: 'Agora', ...exact });
    const then = card.getByRole('article', { name: 'Com o perfil público', ...exact });
    await expect(card.getByRole('heading', { name: 'Como os outros veem', ...exact })).toBeVisible();
    await expect(now).not.toContainText(person.bio);
    await expect(now).toContainText(person.course_module);
    await expect(then).toContainText(person.bio);
    await expect(then).toContainText('1 projeto');
    await expect(then.getByRole('link', { name: person.contact, ...exact })).toBeVisible();
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
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(toggle).toBeFocused();
    expect(await seenByOthers()).toMatchObject({ bio: null, works: [] });
  });

  test('a switch that the server does not follow stays where it was', async ({ page, backstage }) => {
    await openProfile(page, await backstage.signUp());
    await refuse(page, 'PUT', '**/profile');
    const toggle = page.getByRole('switch');
    await toggle.click();
    await expect(toastWith(page, 'Não foi possível mudar a visibilidade')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(toggle).not.toHaveAttribute('aria-disabled');
  });
});
