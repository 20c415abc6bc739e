import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { aBomb, aForm, aPicture } from '../../helpers/images.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const someone = await server.signUpWithEverything();
const MIB = 1024 * 1024;
const [png, jpeg] = [await aPicture('png'), await aPicture('jpeg')];

const send = (body: unknown, headers: Record<string, string> = {}) =>
  server.ask<OwnUser>('PATCH', '/users/avatar', { token: someone.token, body, headers });

/** Uploads a picture, and returns the stored one. */
async function shownOf(bytes: Uint8Array, file: Parameters<typeof aForm>[1] = {}): Promise<Buffer> {
  const { status, body } = await send(aForm(bytes, file));
  expect(status).toBe(200);
  return (await server.ask('GET', new URL(body.avatar_url ?? '').pathname)).bytes;
}

async function colourOf(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

/** A picture with a rectangle of another colour from `left` on. */
function withRectangle([width, height]: [number, number], colour: string, left: number, other: string) {
  const input = { create: { width: 100, height: 100, channels: 3 as const, background: other } };
  return sharp({ create: { width, height, channels: 3, background: colour } }).composite([{ input, left, top: 0 }]);
}

describe('a picture', () => {
  test.for(['png', 'jpeg', 'webp'] as const)('is detected as %s, whatever its name and type', async (format) => {
    const shown = await shownOf(await aPicture(format), { name: '../../x.svg', type: 'image/svg+xml' });
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('loses its metadata and is stored upright', async () => {
    const wide = await withRectangle([200, 100], '#ff0000', 100, '#0000ff')
      .withExif({ IFD0: { Make: 'Marked-Camera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><marked-xmp/></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(wide.toString('latin1')).toContain('Marked-Camera');
    const shown = await shownOf(wide);
    expect(shown.toString('latin1')).not.toMatch(/EXIF|XMP |ICCP|marked/i);
    // Rotated by 90° to the right, the left side is on top.
    expect((await colourOf(shown, 128, 20))[0]).toBeGreaterThan(200);
    expect((await colourOf(shown, 128, 236))[2]).toBeGreaterThan(200);
  });

  test('is cropped to its centre', async () => {
    const shown = await shownOf(await withRectangle([300, 100], '#000000', 100, '#ffffff').png().toBuffer());
    const corners = await Promise.all([colourOf(shown, 4, 4), colourOf(shown, 251, 4), colourOf(shown, 128, 251)]);
    expect(Math.min(...corners.flat())).toBeGreaterThan(220);
  });

  test('with an animation is reduced to its first frame', async () => {
    const frames = await Promise.all([aPicture('png', '#ff0000'), aPicture('png', '#0000ff')]);
    const joined = sharp(frames, { join: { animated: true } });
    const shown = await shownOf(await joined.webp().toBuffer());
    expect((await sharp(shown).metadata()).pages ?? 1).toBe(1);
    expect((await colourOf(shown, 128, 128))[0]).toBeGreaterThan(200);
  });

  test('may have two mebibytes and sixteen million pixels', async () => {
    await shownOf(aBomb(4_000));
    await shownOf(Buffer.concat([png, Buffer.alloc(2 * MIB)]).subarray(0, 2 * MIB));
  });
});

const INVALID = { message: ['avatar must be one PNG, JPEG or WebP picture'], fields: { avatar: 'invalid' } };
const REQUIRED = { message: ['avatar is required'], fields: { avatar: 'required' } };

/** Expects a refusal that changes no row. */
async function expectRefused(body: unknown, status: number, problem: object, headers?: Record<string, string>) {
  const before = await server.rows();
  expect(await send(body, headers)).toMatchObject({ status, body: { status: 'error', ...problem } });
  expect(await server.rows()).toEqual(before);
}

describe('an upload', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>');
  test.for<[string, Buffer]>([
    ['an SVG', svg],
    ['a GIF', await aPicture('gif')],
    ['a TIFF', await sharp(png).tiff().toBuffer()],
    ['the signature of a PNG alone', png.subarray(0, 8)],
    ['a PNG that breaks off', png.subarray(0, png.length - 20)],
    ['a JPEG that breaks off', jpeg.subarray(0, jpeg.length / 2)],
    ['an SVG behind the signature of a PNG', Buffer.concat([png.subarray(0, 8), svg])],
    ['a WebP with nothing in it', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['four hundred million pixels in a few kilobytes', aBomb(20_000)],
    ['little more than sixteen million pixels', aBomb(4_001)],
  ])('of %s is refused, though it is called a PNG', async ([, bytes]) => {
    await expectRefused(aForm(bytes), 400, { code: 'validation', ...INVALID });
  });

  const text = new FormData();
  text.append('avatar', 'a text');
  test.for<[string, unknown, Record<string, string>?]>([
    ['an empty file', aForm(Buffer.alloc(0))],
    ['a file in another field', aForm(png, { field: 'picture' })],
    ['a text in the place of the file', text],
    ['a form with nothing in it', new FormData()],
    ['no body', undefined],
    ['a picture without a form', png.toString('latin1'), { 'content-type': 'image/png' }],
  ])('of %s is refused, because the picture is missing', async ([, body, headers]) => {
    await expectRefused(body, 400, { code: 'validation', ...REQUIRED }, headers);
  });

  test('of two files, or of many fields beside the file, is refused', async () => {
    for (const fields of [['avatar'], ['other'], Array<string>(10).fill('text')]) {
      const form = aForm(png);
      for (const field of fields) form.append(field, field === 'text' ? 'x' : new File(['x'], 'b.png'));
      await expectRefused(form, 400, {});
    }
  });

  const type = 'multipart/form-data; boundary=x';
  const part = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';
  test.for([
    ['multipart/form-data', part],
    ['multipart/form-data; boundary=y', part],
    [type, ''],
    [type, '--x--'],
    [type, part],
    [type, `${part}abc`],
    [type, `${part.replace('name="avatar"; ', '')}abc\r\n--x--\r\n`],
    [type, `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n`],
    ['multipart/mixed; boundary=x', `${part}abc\r\n--x--\r\n`],
  ] as const)('of a broken form of type %s is refused: %j', async ([contentType, body]) => {
    await expectRefused(body, 400, {}, { 'content-type': contentType });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('of more than two mebibytes is refused', async () => {
    const large = Buffer.concat([png, Buffer.alloc(6 * MIB)]);
    for (const bytes of [large, large.subarray(0, 2 * MIB + 1)]) {
      await expectRefused(aForm(bytes), 413, { code: 'payload-too-large' });
    }
  });
});
