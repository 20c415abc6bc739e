import sharp from 'sharp';
import { expectAccessible } from '../../helpers/access.ts';
import { boxOf, buttonOf, dialogOf, exact, fieldOf, goBack } from '../../helpers/actions.ts';
import { hold, nameOf, recordCalls } from '../../helpers/calls.ts';
import { type Backstage, expect, type SignedUp, test } from '../../helpers/fixtures.ts';
import { chooseFile, clickFor, openProfile, PNG, readOwn, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const NOTE = 'PNG, JPEG ou WebP, de qualquer tamanho.';
const SMALL = { name: 'eu.png', mimeType: 'image/png', buffer: PNG };

/** A photo of one colour, with another at its left end. */
function photoOf([width, height]: [number, number], background: string, left: string) {
  const part = { width: 500, height, channels: 3, background: left } as const;
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: { create: part }, left: 0, top: 0 },
  ]);
}

/** The photo as the server holds it. */
async function readPhoto(backstage: Backstage, person: SignedUp) {
  const { avatar_url } = await readOwn(backstage, person);
  return sharp(await (await backstage.request.get(new URL(avatar_url ?? '').pathname)).body());
}

test('refuses a file that is no photo before it is sent, audibly', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const card = sectionOf(page, 'Foto');
  const button = buttonOf(card, 'Escolher foto');
  await expect(button).toHaveAccessibleDescription(NOTE);
  const calls = recordCalls(page);
  for (const [name, content, words] of [
    ['a.gif', 'GIF89a', 'Este arquivo precisa ser uma imagem PNG, JPEG ou WebP'],
    ['a.png', '<svg onload="alert(1)">', 'Não foi possível ler esta imagem: escolha outra'],
  ] as const) {
    const file = { name, mimeType: `image/${name.slice(2)}`, buffer: Buffer.from(content) };
    await chooseFile(page, file, 'Escolher foto');
    await expect(button).toHaveAccessibleDescription(words);
    await expect(card.getByRole('status').filter({ hasText: words })).toHaveCount(1);
    await expect(buttonOf(page, 'Usar esta foto')).toHaveCount(0);
  }
  expect(calls.map(nameOf)).toEqual([]);
});

test('Back right after a photo was discarded asks nothing', async ({ page, backstage }) => {
  await page.goto('/acessibilidade');
  await openProfile(page, await backstage.signUp());
  await chooseFile(page, SMALL, 'Escolher foto');
  await buttonOf(page, 'Descartar').evaluate((button: HTMLElement) => {
    button.click();
    setTimeout(() => history.back());
  });
  await expect(page).toHaveURL('/acessibilidade');
});

test('an unsent photo is previewed and guarded against loss; a sent one is removable', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp({ name: 'Ana Souza' }));
  const card = sectionOf(page, 'Foto');
  const image = card.locator('img');
  await expect(card.getByText('AS', exact)).toBeVisible();
  const calls = recordCalls(page);
  await chooseFile(page, SMALL, 'Escolher foto');
  await expect(image).toHaveAttribute('src', /^blob:/);
  await expect(card.getByText('A foto ainda não foi enviada.')).toBeVisible();
  await goBack(page);
  await buttonOf(dialogOf(page, 'Descartar o que você escreveu?'), 'Continuar escrevendo').click();
  await buttonOf(card, 'Descartar').click();
  await expect(image).toHaveCount(0);
  await expect(buttonOf(card, 'Escolher foto')).toBeFocused();
  expect(calls.map(nameOf)).toEqual([]);

  await chooseFile(page, SMALL, 'Escolher foto');
  await clickFor(buttonOf(card, 'Usar esta foto'), 'Foto salva');
  await expect(buttonOf(card, 'Escolher outra foto')).toBeFocused();
  const address = new URL((await readOwn(backstage, person)).avatar_url ?? '').pathname;
  await expect(image).toHaveAttribute('src', address);
  await expect(image).toHaveJSProperty('naturalWidth', 256);
  await clickFor(buttonOf(card, 'Remover foto'), 'Foto removida');
  await expect(card.getByText('AS', exact)).toBeVisible();
  await expect(buttonOf(card, 'Escolher foto')).toBeFocused();
  expect((await readOwn(backstage, person)).avatar_url).toBeNull();
});

test('scales a large photo down and turns it before it is sent', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const person = await openProfile(page, await backstage.signUp());
  // Red above blue, once the camera's note has turned it.
  const photo = await photoOf([1000, 750], '#0000ff', '#ff0000')
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  // A camera's photo is noisy, and therefore above the server's limit.
  const buffer = Buffer.concat([photo, Buffer.alloc(3 * 1024 * 1024)]);
  await chooseFile(page, { name: 'eu.jpg', mimeType: 'image/jpeg', buffer }, 'Escolher foto');
  await expect(buttonOf(page, 'Usar esta foto')).toBeInViewport({ ratio: 1 });
  await clickFor(buttonOf(page, 'Usar esta foto'), 'Foto salva');
  const stored = await (await readPhoto(backstage, person)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = stored.info;
  const pixel = (row: number) => stored.data.subarray(3 * (row * width + width / 2));
  expect(pixel(20)[0]).toBeGreaterThan(200);
  expect(pixel(height - 20)[2]).toBeGreaterThan(200);
});

test('mouse and arrow keys choose the part of a photo', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  const buffer = await photoOf([1500, 500], '#000000', '#00ff00').png().toBuffer();
  await chooseFile(page, { ...SMALL, buffer }, 'Escolher foto');
  const frame = page.getByLabel('Parte da foto que aparece: as setas movem', exact);
  const corner = page.getByLabel('Canto inferior direito: as setas mudam o tamanho', exact);
  await expect(frame).toBeFocused();
  await expectAccessible(page, '#foto');
  const start = await boxOf(frame);
  await page.keyboard.press('ArrowRight');
  expect((await boxOf(frame)).x).toBeGreaterThan(start.x);
  await corner.press('ArrowUp');
  expect((await boxOf(frame)).width).toBeLessThan(start.width);
  const { x, y, width, height } = await boxOf(frame);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 600, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await clickFor(buttonOf(page, 'Usar esta foto'), 'Foto salva');
  expect((await (await readPhoto(backstage, person)).stats()).dominant.g).toBeGreaterThan(200);
});

test('a photo that is saved late takes no focus from a field', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  await chooseFile(page, SMALL, 'Escolher foto');
  const release = await hold(page, 'PATCH', '**/users/avatar');
  await buttonOf(page, 'Usar esta foto').click();
  const bio = fieldOf(page, 'Bio');
  await bio.focus();
  release();
  await expect(toastWith(page, 'Foto salva')).toBeVisible();
  await expect(bio).toBeFocused();
});

test('of two photos the last one chosen stays, however long the first takes to read', async ({ page, backstage }) => {
  await page.addInitScript(() => {
    const read = createImageBitmap;
    const isReleased = new Promise((resolve) => addEventListener('release', resolve, { once: true }));
    globalThis.createImageBitmap = async (file: ImageBitmapSource) => {
      if (file instanceof File && file.name === 'lenta.png') await isReleased;
      return read(file);
    };
  });
  await openProfile(page, await backstage.signUp());
  await chooseFile(page, { ...SMALL, name: 'lenta.png' }, 'Escolher foto');
  await chooseFile(page, SMALL, 'Escolher foto');
  const image = sectionOf(page, 'Foto').locator('img').first();
  const chosen = (await image.getAttribute('src')) ?? '';
  await page.evaluate(async () => {
    dispatchEvent(new Event('release'));
    await createImageBitmap(new ImageData(1, 1));
  });
  await expect(image).toHaveAttribute('src', chosen);
});
