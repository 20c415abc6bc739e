import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { makeAvatar, NotAnImage } from '../../../server/images/avatar-image.ts';
import { countScans } from '../../../server/images/jpeg-scans.ts';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { aPerson } from '../../helpers/make.ts';
import { dial, get, listening, readAll } from '../../helpers/raw-http.ts';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { startServer, workOf } from '../../helpers/start-server.ts';

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

/** A chunk of a PNG file (PNG, third edition, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A small file that says it is a huge picture, and is one: black pixels of one bit each. */
function aBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
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

  test('of countless parts is read no further than to the first too many (X-446)', async () => {
    const own = await listening(await startServer());
    const someone = await own.signUp();
    const sendForm = async (parts: number) => {
      const form = '--x\r\n\r\n\r\n'.repeat(parts);
      const socket = dial(own);
      socket.write(
        `PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${someone.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}` +
          get('/healthz', 'Connection: close\r\n'),
      );
      // The second answer comes when all of the form has been read.
      expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 .*HTTP\/1.1 200 /s);
    };
    await sendForm(7_000);
    const ofFew = await workOf(() => sendForm(7_000));
    expect(await workOf(() => sendForm(210_000))).toBeLessThan(6 * ofFew);
  });

  test('does not make the memory grow, however often it is sent', async () => {
    const bomb = aBomb(20_000);
    await send(aForm(bomb));
    const start = process.memoryUsage().rss;
    for (let count = 0; count < 30; count += 1) expect((await send(aForm(bomb))).status).toBe(400);
    expect(process.memoryUsage().rss - start).toBeLessThan(64 * MIB);
  });
});

test('pictures that come at once leave one of them', async () => {
  const pictures = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => aPicture('png', colour)));
  const answers = await Promise.all(pictures.map((bytes) => send(aForm(bytes))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await server.rows()).avatars.filter(({ user_id }) => user_id === user.id)).toHaveLength(1);
});

describe('a picture that is work without end', async () => {
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  /** The last scan is there so many times. */
  const withScans = (times: number) => {
    const start = large.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = large.subarray(start, large.length - 2);
    return Buffer.concat([large.subarray(0, start), ...Array<Buffer>(times).fill(scan), large.subarray(-2)]);
  };

  test('is refused for its scans, which are counted and not read (X-149)', async () => {
    expect((await send(aForm(large))).status).toBe(200);
    const bomb = withScans(
      Math.floor((2 * MIB - large.length) / (large.length - large.lastIndexOf('\xff\xda', 'latin1'))),
    );
    expect(await send(aForm(bomb))).toMatchObject({ status: 400, body: { fields: { avatar: 'invalid' } } });
    expect(countScans(large, 100)).toBeLessThan(20);
    expect(countScans(withScans(90), 100)).toBe(countScans(large, 100) + 89);
    expect(countScans(bomb, 100)).toBe(100);
    for (const length of [2, 3, 4, 5, 6, large.length - 1]) countScans(large.subarray(0, length), 100);
  });

  test('is stopped in the middle, and the next one is taken (X-150)', async () => {
    const small = await aPicture();
    await makeAvatar(small);
    const [endless, after] = [makeAvatar(large, 1), makeAvatar(small)];
    await expect(endless).rejects.toThrow(NotAnImage);
    expect(await sharp(await after).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });
});

/** Of a process; empty where there is no /proc. */
function childrenOf(pid: number): number[] {
  const children = `/proc/${pid}/task/${pid}/children`;
  return existsSync(children) ? readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

if (process.platform === 'linux') {
  test('a decoder that starts slowly, and one that stands still, cost nobody their picture (X-447)', async () => {
    const own = new ServerProcess({ DATABASE_URL: await aDatabaseUrl() });
    const address = await own.ready();
    const [person, picture] = [aPerson(), await aPicture('png')];
    expect((await signUp(address, person)).status).toBe(201);
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${address}/sessions`, { method: 'POST', headers, body: JSON.stringify(person) });
    const { token: authorization } = (await login.json()) as { token: string };
    const upload = async () => {
      const answer = await fetch(`${address}/users/avatar`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${authorization}` },
        body: aForm(picture),
      });
      return answer.status;
    };
    const decoderOf = () => childrenOf(own.child.pid ?? 0)[0] ?? 0;
    const first = upload();
    await expect.poll(decoderOf).not.toBe(0);
    for (const answer of [() => first, upload]) {
      const decoder = decoderOf();
      process.kill(decoder, 'SIGSTOP');
      const status = answer();
      // Longer than the processor time that a picture may take.
      await setTimeout(6_000);
      process.kill(decoder, 'SIGCONT');
      expect(await status).toBe(200);
    }
  });
}

test('files that never arrive hold up those of their network only, and for no longer than they are there (X-151)', async () => {
  const school = await startServer({ trustedProxies: ['127.0.0.1'] });
  let begun = 0;
  school.app.addHook('onRequest', async ({ method }) => {
    if (method === 'PATCH') begun += 1;
  });
  await listening(school);
  const bytes = await aPicture();
  const upload = async (from: string) => {
    const pupil = await school.signUp();
    const body = aForm(bytes);
    const { status } = await school.ask('PATCH', '/users/avatar', {
      token: pupil.token,
      body,
      headers: { 'x-forwarded-for': from },
    });
    return status;
  };
  const stalled = [];
  for (let count = 0; count < 6; count += 1) {
    const pupil = await school.signUp();
    const socket = dial(school);
    socket.write(
      'PATCH /users/avatar HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n' +
        `Authorization: Bearer ${pupil.token}\r\nContent-Length: 1000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
    );
    stalled.push(socket);
  }
  await expect.poll(() => begun).toBe(6);
  let own: number | undefined;
  const waiting = upload('203.0.113.1').then((status) => (own = status));
  expect(await upload('203.0.113.2')).toBe(200);
  expect(own).toBeUndefined();
  for (const socket of stalled) socket.destroy();
  expect(await waiting).toBe(200);
});

test('pictures that come in a crowd wait in a line, past which they are refused, and hold up nobody who logs in', async () => {
  const { person } = await server.signUp();
  const bytes = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const before = process.memoryUsage().rss;
  let taken = 0;
  const crowd = Array.from({ length: 60 }, async () => {
    const answer = await send(aForm(bytes));
    if (answer.status === 200) taken += 1;
    return answer;
  });
  await server.logIn(person);
  const takenBefore = taken;
  const answers = await Promise.all(crowd);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(refused).toMatchObject({ body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
  expect(takenBefore).toBeLessThan(taken / 2);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
});
