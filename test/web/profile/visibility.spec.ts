import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { OwnUser } from '#contract/user.ts';
import { expectAccessible } from '../../helpers/access.ts';
import { boxOf, buttonOf } from '../../helpers/acts.ts';
import { nameOf, recordCalls, refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, bearer, chooseFile, openProfile, PNG, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test.describe('Foto', () => {
  const note = 'PNG, JPEG ou WebP, de qualquer tamanho.';

  test('a file that is no photo is told of before it is sent, whatever it is called; an avatar is seen before it is sent, then stays, and can be removed (X-206, X-536)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp({ name: 'Ana Souza' });
    await openProfile(page, person);
    const card = sectionOf(page, 'Foto');
    await expect(card.getByText('AS', exact)).toBeVisible();
    await expect(buttonOf(card, 'Escolher foto')).toHaveAccessibleDescription(note);

    const calls = recordCalls(page);
    const wrongType = 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP';
    const unreadable = 'Não foi possível ler esta imagem: escolha outra';
    for (const [name, mimeType, content, words] of [
      ['a.gif', 'image/gif', 'GIF89a', wrongType],
      ['a.png', 'image/png', 'Lista de compras', unreadable],
      ['b.png', 'image/png', '<svg onload="alert(1)">', unreadable],
    ] as const) {
      await chooseFile(page, { name, mimeType, buffer: Buffer.from(content) }, 'Escolher foto');
      await expect(buttonOf(page, 'Escolher foto')).toHaveAccessibleDescription(words);
      await expect(buttonOf(page, 'Usar esta foto')).toHaveCount(0);
    }
    expect(calls.map(nameOf)).toEqual([]);

    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await expect(card.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect(card.getByText('Escolha a parte que aparece. A foto ainda não foi enviada.', exact)).toBeVisible();
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

  test('the hint is read beside its button alone; a region that stood before says what changes (X-548)', async ({
    page,
    backstage,
  }) => {
    await openProfile(page, await backstage.signUp());
    const card = sectionOf(page, 'Foto');
    const hint = card.getByRole('status').filter({ hasText: note });
    await expect(buttonOf(card, 'Escolher foto')).toHaveAccessibleDescription(note);
    await expect(hint).toHaveCount(0);
    const region = await card.getByRole('paragraph').filter({ hasText: note }).getByRole('status').elementHandle();
    const said = () => region?.textContent();
    await chooseFile(page, { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, 'Escolher foto');
    await expect.poll(said).toBe('Este arquivo precisa ser uma imagem PNG, JPEG ou WebP');
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
    await expect.poll(said).toBe('Escolha a parte que aparece. A foto ainda não foi enviada.');
    await buttonOf(card, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    await expect(buttonOf(card, 'Escolher outra foto')).toHaveAccessibleDescription(note);
    await expect(hint).toHaveCount(0);
    expect(await said()).toBe('');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 800 } });

    test('what is said of a photo keeps apart from the button above it (X-513)', async ({ page, backstage }) => {
      await openProfile(page, await backstage.signUp());
      const card = sectionOf(page, 'Foto');
      await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: PNG }, 'Escolher foto');
      const said = await boxOf(card.getByRole('paragraph').filter({ hasText: 'A foto ainda não foi enviada.' }));
      const button = await boxOf(buttonOf(card, 'Descartar'));
      expect(said.y - button.y - button.height).toBeGreaterThanOrEqual(6);
      const { y, height } = await boxOf(card);
      expect(y + height - said.y - said.height).toBeLessThanOrEqual(32);
    });
  });

  test('a phone’s photo of 12 megapixels, on its side, is scaled down and turned before it is sent (X-213)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    // Red above blue, once the camera's note has turned it.
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#0000ff' } })
      .composite([
        { input: { create: { width: 2000, height: 3000, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      ])
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    // A camera's photo is noisy, and so above the cap.
    const padded = Buffer.concat([photo, Buffer.alloc(3 * 1024 * 1024)]);
    await chooseFile(page, { name: 'eu.jpg', mimeType: 'image/jpeg', buffer: padded }, 'Escolher foto');
    await page.evaluate(() => {
      const fetch = window.fetch.bind(window);
      window.fetch = (input, init) => {
        const file = init?.body instanceof FormData ? init.body.get('avatar') : null;
        if (file instanceof File) document.body.dataset['sent'] = String(file.size);
        return fetch(input, init);
      };
    });
    await buttonOf(page, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    expect(Number(await page.locator('body').getAttribute('data-sent'))).toBeLessThan(500_000);
    const { avatar_url } = await readOwn(backstage, person);
    const stored = await backstage.request.get(new URL(avatar_url ?? '').pathname);
    const pixels = await sharp(await stored.body())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (place: number) => [
      ...pixels.data.subarray(place * pixels.info.channels, place * pixels.info.channels + 3),
    ];
    const { width, height } = pixels.info;
    expect(at(width * 20 + width / 2)[0]).toBeGreaterThan(200);
    expect(at(width * (height - 20) + width / 2)[2]).toBeGreaterThan(200);
  });

  test('the part that is used is chosen by mouse, finger and arrow keys (X-214)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    // Green at the left end only.
    const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#000000' } })
      .composite([
        { input: { create: { width: 300, height: 300, channels: 3, background: '#00ff00' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer();
    await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: photo }, 'Escolher foto');
    const part = page.getByLabel('Parte da foto que aparece: as setas movem', exact);
    const corner = page.getByLabel('Canto inferior direito: as setas mudam o tamanho', exact);
    await expectAccessible(page);
    const start = await boxOf(part);
    await part.focus();
    await page.keyboard.press('ArrowRight');
    expect((await boxOf(part)).x).toBeGreaterThan(start.x);
    await corner.focus();
    await page.keyboard.press('ArrowUp');
    expect((await boxOf(part)).width).toBeLessThan(start.width);
    const { x, y, width, height } = await boxOf(part);
    const drag = { pointerType: 'touch', isPrimary: true, pointerId: 7, bubbles: true, clientY: y + height / 2 };
    await part.dispatchEvent('pointerdown', { ...drag, clientX: x + width / 2 });
    await part.dispatchEvent('pointermove', { ...drag, clientX: x + width / 2 + 9 });
    await part.dispatchEvent('pointerup', { ...drag, clientX: x + width / 2 + 9 });
    expect((await boxOf(part)).x).toBeCloseTo(x + 9, 0);
    await page.mouse.move(x + width / 2 + 9, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 600, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await buttonOf(page, 'Usar esta foto').click();
    await expect(toastWith(page, 'Foto salva')).toBeVisible();
    const { avatar_url } = await readOwn(backstage, person);
    const { dominant } = await sharp(
      await (await backstage.request.get(new URL(avatar_url ?? '').pathname)).body(),
    ).stats();
    expect(dominant.g).toBeGreaterThan(200);
  });
});

test.describe('Visibilidade', () => {
  test('before the profile is public one sees what others see and would see; off again is off at once; and where the server does not follow, it stays where it was (X-95)', async ({
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
      'você na lista de perfis públicos da API',
      'a sua página, se ela tiver um endereço',
    ]);
    await expect(toggle).toHaveAccessibleDescription(
      /^Se você ligar, .* os seus projetos .* Você pode desligar quando quiser: aqui o efeito é imediato\. Navegadores podem guardar uma cópia por até cinco minutos; .* podem demorar mais\.$/,
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

    await refuse(page, 'PUT', '**/profile');
    await toggle.click();
    await expect(toastWith(page, 'Não foi possível alterar a visibilidade')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    await expect(toggle).not.toHaveAttribute('aria-disabled');
  });
});

test.describe('Endereço da página', () => {
  test('is suggested from the name, chosen and changed, and says what is wrong with one (X-358)', async ({
    page,
    backstage,
  }) => {
    const mark = randomUUID().slice(0, 8);
    const person = await backstage.signUp({ name: `Ána Souza ${mark}` });
    const other = await backstage.signUp();
    await backstage.request.put('/profile', { data: { handle: `bia-${mark}` }, headers: bearer(other) });
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
    expect(await readOwn(backstage, person)).toMatchObject({ handle: `ana-${mark}` });
    const link = card.getByRole('link', { name: 'Abrir a minha página', ...exact });
    await expect(link).toHaveCount(0);

    await card.getByRole('switch', { name: 'Perfil público', ...exact }).click();
    await expect(link).toHaveAttribute('href', `/u/ana-${mark}`);
    expect((await backstage.request.get(`/u/ana-${mark}`)).status()).toBe(200);
    await address.fill(`ana-souza-${mark}`);
    await buttonOf(card, 'Trocar de endereço').click();
    await expect(link).toHaveAttribute('href', `/u/ana-souza-${mark}`);
    expect((await backstage.request.get(`/u/ana-${mark}`)).url()).toMatch(new RegExp(`/u/ana-souza-${mark}$`));
    await expectAccessible(page);
  });

  test('is let into search engines by a second switch, once there is a page, and shows the evolution by a third; both are off (X-359, X-455)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const handle = `ana-${randomUUID().slice(0, 8)}`;
    const data = { handle, visibility: 'public' };
    await backstage.request.put('/profile', { data, headers: bearer(person) });
    await openProfile(page, person);
    const toggle = sectionOf(page, 'Visibilidade').getByRole('switch', { name: 'Aparecer em buscadores', ...exact });
    await expect(toggle).toHaveAttribute('aria-checked', 'false');
    const robots = async () => (await backstage.request.get(`/u/${handle}`)).headers()['x-robots-tag'];
    expect(await robots()).toBe('noindex');
    await toggle.click();
    await expect(toastWith(page, 'Buscadores podem mostrar a sua página')).toBeVisible();
    await expect(toggle).toHaveAttribute('aria-checked', 'true');
    expect(await robots()).toBeUndefined();
    await toggle.click();
    await expect(toastWith(page, 'Buscadores ficam de fora')).toBeVisible();
    expect(await robots()).toBe('noindex');

    const history = sectionOf(page, 'Visibilidade').getByRole('switch', { name: 'Mostrar a minha evolução', ...exact });
    await expect(history).toHaveAttribute('aria-checked', 'false');
    await history.click();
    await expect(toastWith(page, 'A sua página mostra a sua evolução')).toBeVisible();
    await expect(history).toHaveAttribute('aria-checked', 'true');
    expect(await readOwn(backstage, person)).toMatchObject({ shows_history: true });
    await expect(sectionOf(page, 'Evolução')).toContainText('Na sua página aparece só quantas você tinha');
    await history.click();
    await expect(toastWith(page, 'A evolução é só sua de novo')).toBeVisible();
    expect(await readOwn(backstage, person)).toMatchObject({ shows_history: false });
    await expect(sectionOf(page, 'Evolução')).toContainText('Só você vê.');
    await expectAccessible(page);
  });
});
