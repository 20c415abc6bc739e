import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { aBomb, aForm, aPicture } from '../../helpers/images.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const { token, user } = await server.signUp();
// Who has a picture that none of what is refused may touch.
const other = await server.signUpWithEverything();
const MIB = 1024 * 1024;

function send(body: unknown, headers: Record<string, string> = {}, by = token) {
  return server.ask<OwnUser>('PATCH', '/users/avatar', { token: by, body, headers });
}

/** Sends a picture and answers the address that it is shown at from then on. */
async function put(bytes: Uint8Array, file: Parameters<typeof aForm>[1] = {}): Promise<string> {
  const { status, body } = await send(aForm(bytes, file));
  expect(status).toBe(200);
  expect(body.avatar_url).toMatch(/^http:\/\/localhost(:80)?\/avatars\/[\w-]{36}\.webp$/);
  return new URL(body.avatar_url ?? '').pathname;
}

async function show(path: string) {
  const { status, bytes } = await server.ask('GET', path);
  expect(status).toBe(200);
  return bytes;
}

async function colourOf(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = { left, top, width: 1, height: 1 };
  return [...(await sharp(bytes).removeAlpha().extract(pixel).raw().toBuffer())];
}

describe('a picture', () => {
  test.for(['png', 'jpeg', 'webp'] as const)('in %s is taken, whatever its name and type say', async (format) => {
    const bytes = await aPicture(format);
    for (const file of [{}, { name: 'ana.txt', type: 'text/plain' }, { name: '../../x.svg', type: 'image/svg+xml' }]) {
      const shown = await show(await put(bytes, file));
      expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    }
  });

  test('is answered as the whole user, and is then on their profile', async () => {
    const { status, body } = await send(aForm(await aPicture()));
    expect(status).toBe(200);
    expect(body).toEqual({ ...user, avatar_url: expect.any(String) });
    expect((await server.ask('GET', '/profile', { token })).body).toEqual(body);
  });

  test('loses what it tells about places and devices, and stands upright', async () => {
    const wide = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff0000' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#0000ff' } }, left: 100, top: 0 },
      ])
      .withExif({
        IFD0: { Make: 'Marked-Camera', Artist: 'Marked-Artist' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 1/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><marked-xmp/></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer();
    const before = await sharp(wide).metadata();
    expect(before).toMatchObject({ orientation: 6, exif: expect.anything(), icc: expect.anything() });
    expect(wide.toString('latin1')).toContain('Marked-Camera');

    const shown = await show(await put(wide));
    const after = await sharp(shown).metadata();
    for (const kept of ['exif', 'icc', 'xmp', 'iptc', 'orientation']) expect(after).not.toHaveProperty(kept);
    expect(shown.toString('latin1')).not.toMatch(/EXIF|XMP |ICCP|marked/i);
    // Turned a quarter to the right, what was on the left is on top.
    const [top, bottom] = [await colourOf(shown, 128, 20), await colourOf(shown, 128, 236)];
    expect(top[0]).toBeGreaterThan(200);
    expect(top[2]).toBeLessThan(60);
    expect(bottom[2]).toBeGreaterThan(200);
    expect(bottom[0]).toBeLessThan(60);
  });

  test('is cut to its middle, not squeezed', async () => {
    const bytes = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#000000' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#ffffff' } }, left: 100, top: 0 },
      ])
      .png()
      .toBuffer();
    const shown = await show(await put(bytes));
    for (const [left, top] of [
      [4, 4],
      [251, 4],
      [128, 251],
    ] as const) {
      expect(Math.min(...(await colourOf(shown, left, top)))).toBeGreaterThan(220);
    }
  });

  test('may be moving, and then its first moment stands', async () => {
    const frames = await Promise.all([aPicture('png', '#ff0000'), aPicture('png', '#0000ff')]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const shown = await show(await put(moving));
    expect((await sharp(shown).metadata()).pages ?? 1).toBe(1);
    expect((await colourOf(shown, 128, 128))[0]).toBeGreaterThan(200);
  });

  test('may be as large as two mebibytes and sixteen million pixels', async () => {
    await put(aBomb(4_000));
    const padded = Buffer.concat([await aPicture('png'), Buffer.alloc(2 * MIB)]).subarray(0, 2 * MIB);
    await put(padded);
  });

  test('has another address each time, and none is left at the one before', async () => {
    const bytes = await aPicture();
    const [first, second] = [await put(bytes), await put(bytes)];
    expect(second).not.toBe(first);
    expect(await server.ask('GET', first)).toMatchObject({ status: 404, body: { message: 'Avatar not found' } });
    await show(second);
    expect((await server.rows()).avatars.filter(({ user_id }) => user_id === user.id)).toHaveLength(1);
  });

  test('is gone when it is removed, which may be asked for twice', async () => {
    const path = await put(await aPicture());
    for (let times = 0; times < 2; times += 1) {
      const answer = await server.ask<OwnUser>('DELETE', '/users/avatar', { token });
      expect(answer).toMatchObject({ status: 200, body: { id: user.id, avatar_url: null } });
    }
    expect((await server.ask('GET', path)).status).toBe(404);
  });

  test('moves when its owner turns private, away from whoever knew its address', async () => {
    const path = await put(await aPicture());
    const turn = async (visibility: string) => {
      const { body } = await server.ask<OwnUser>('PUT', '/profile', { token, body: { visibility } });
      return new URL(body.avatar_url ?? '').pathname;
    };
    expect(await turn('public')).toBe(path);
    const moved = await turn('private');
    expect(moved).not.toBe(path);
    expect((await server.ask('GET', path)).status).toBe(404);
    await show(moved);
  });

  test('may be used by pages of other origins, kept for a year, and does nothing but show', async () => {
    const path = await put(await aPicture());
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await server.ask(method, path, { headers: { origin: 'https://front.example' } });
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
      });
    }
  });

  test.for(['x.webp', 'x', '.webp', '..webp', '%2e%2e%2fpackage.json', "'.webp", `${'0'.repeat(36)}.webp`])(
    'that is none, %s, is not found, and that is not kept for a year',
    async (name) => {
      const answer = await server.ask('GET', `/avatars/${name}`);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Avatar not found', code: 'not-found' } });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('is only found under its whole name', async () => {
    const path = await put(await aPicture());
    for (const name of [path.replace('.webp', ''), path.replace('.webp', '.png'), `${path}.webp`]) {
      expect((await server.ask('GET', name)).status).toBe(404);
    }
  });
});

describe('what is no picture', async () => {
  const png = await aPicture('png');
  const jpeg = await aPicture('jpeg');
  const before = await server.rowsOf(other);
  /** Tries to, and fails: what was there before stays. */
  async function refused(body: unknown, headers?: Record<string, string>) {
    const answer = await send(body, headers, other.token);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await server.rowsOf(other)).toEqual(before);
    return answer;
  }

  const invalid = { message: ['avatar must be one PNG, JPEG or WebP picture'], fields: { avatar: 'invalid' } };
  const required = { message: ['avatar is required'], fields: { avatar: 'required' } };

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>';
  const files: Array<[string, Buffer]> = [
    ['an SVG', Buffer.from(svg)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', await aPicture('gif')],
    ['a TIFF', await sharp(png).tiff().toBuffer()],
    ['an AVIF', await sharp(png).avif({ effort: 0 }).toBuffer()],
    ['the signature of a PNG alone', png.subarray(0, 8)],
    ['a PNG that breaks off', png.subarray(0, png.length - 20)],
    ['a JPEG that breaks off', jpeg.subarray(0, jpeg.length / 2)],
    ['an SVG behind the signature of a PNG', Buffer.concat([png.subarray(0, 8), Buffer.from(svg)])],
    ['an SVG behind the signature of a JPEG', Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)])],
    ['a WebP with nothing in it', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256))],
    ['a picture of four hundred million pixels in a few kilobytes', aBomb(20_000)],
    ['a picture of little more than sixteen million pixels', aBomb(4_001)],
  ];
  test.for(files)('%s is refused, under the name of a PNG too', async ([, bytes]) => {
    expect(bytes.length).toBeLessThan(100_000);
    const answer = await refused(aForm(bytes));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', code: 'validation', ...invalid });
  });

  const empty = new FormData();
  const text = new FormData();
  text.append('avatar', 'a text');
  const forms: Array<[string, unknown]> = [
    ['an empty file', aForm(Buffer.alloc(0))],
    ['a file in another field', aForm(png, { field: 'picture' })],
    ['a text in the place of the file', text],
    ['a form with nothing in it', empty],
    ['no body', undefined],
    ['an empty body', ''],
  ];
  test.for(forms)('%s is refused, and what is missing is told', async ([, body]) => {
    const answer = await refused(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ status: 'error', code: 'validation', ...required });
  });

  test('two files are refused, in one field or in two', async () => {
    for (const field of ['avatar', 'other']) {
      const form = aForm(png);
      form.append(field, new File([Uint8Array.from(png)], 'b.png', { type: 'image/png' }));
      expect(await refused(form)).toMatchObject({ status: 400, body: { fields: { avatar: 'invalid' } } });
    }
  });

  test('a picture without a form around it is refused as a form without a picture', async () => {
    const answer = await refused(Buffer.from(png).toString('latin1'), { 'content-type': 'image/png' });
    expect(answer).toMatchObject({ status: 400, body: { fields: { avatar: 'required' } } });
  });

  const type = 'multipart/form-data; boundary=x';
  const part = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';
  test.for([
    ['multipart/form-data', part],
    ['multipart/form-data; boundary=', part],
    ['multipart/form-data; boundary=y', part],
    [type, ''],
    [type, 'no boundary at all'],
    [type, '--x'],
    [type, '--x--'],
    [type, '--x--\r\n'],
    [type, part],
    [type, `${part}abc`],
    [type, `${part.replace('name="avatar"; ', '')}abc\r\n--x--\r\n`],
    [type, `--x\r\n${'X-Header: y\r\n'.repeat(50)}\r\nabc\r\n--x--\r\n`],
    [type, `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n`],
    ['multipart/mixed; boundary=x', `${part}abc\r\n--x--\r\n`],
  ] as const)('a form of type %s that is broken, %j, is refused', async ([contentType, body]) => {
    const { status } = await refused(body, { 'content-type': contentType });
    expect([400, 415]).toContain(status);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('more than two mebibytes is too large', async () => {
    const large = Buffer.concat([png, Buffer.alloc(2 * MIB)]);
    for (const bytes of [large, large.subarray(0, 2 * MIB + 1), Buffer.concat([large, large, large])]) {
      expect(await refused(aForm(bytes))).toMatchObject({ status: 413, body: { code: 'payload-too-large' } });
    }
  });

  test('many fields beside the file are refused', async () => {
    const form = new FormData();
    for (let count = 0; count < 10; count += 1) form.append(`field${count}`, 'x'.repeat(10));
    form.append('avatar', new File([Uint8Array.from(png)], 'a.png'));
    expect((await refused(form)).status).toBeLessThan(500);
  });
});

test('pictures that come at once leave one of them', async () => {
  const pictures = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => aPicture('png', colour)));
  const answers = await Promise.all(pictures.map((bytes) => send(aForm(bytes))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await server.rows()).avatars.filter(({ user_id }) => user_id === user.id)).toHaveLength(1);
});
