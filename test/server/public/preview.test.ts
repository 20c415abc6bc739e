import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { COURSE_MODULES } from '#contract/choices.ts';
import { makePreviews, previewOf } from '../../../server/public/preview.ts';
import { inInter } from '../../../server/public/text-in-inter.ts';
import { SIGN_UP } from '../../../server/openapi/examples.ts';
import { Overloaded } from '../../../server/load/queue.ts';
import { usedHeap } from '../../helpers/heap.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

const read = (handle: string, options: Parameters<typeof server.ask>[2] = {}) =>
  server.ask('GET', `/u/${handle}/preview.png`, options);

describe('the preview of a page', () => {
  test.for(['A'.repeat(120), 'محمد', 'Ana 👩🏽‍💻 山田'])('of %j may be embedded by other sites', async (name) => {
    const { status, headers, bytes } = await read(await server.signUpPublic({ name }));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(1);
  });

  test('names six technologies with logos, counts levels with plurals, and cuts a long host', () => {
    const times = { created_at: '', updated_at: '' };
    const statuses = ['Avançado', 'Avançado', 'Intermediário', 'Iniciante', 'Iniciante', 'Beginner', 'Outro'];
    const techs = statuses.map((status, id) => ({
      ...times,
      id: `${id}`,
      title: id === 0 ? 'react' : 'COBOL',
      status,
    }));
    const user = { ...SIGN_UP, ...times, id: '', handle: 'ana', avatar_url: null, works: [], techs };
    const { address, counts, technologies } = previewOf({ user, publicUrl: 'https://trilha.example', featured: techs });
    expect(address).toBe('trilha.example/u/ana');
    expect(counts).toEqual(['2 avançadas', '1 intermediária', '2 iniciantes', '2 outras']);
    expect(technologies.map(({ step }) => step)).toEqual([3, 3, 2, 1, 1, 0]);
    expect(technologies.map(({ logo }) => logo !== undefined)).toEqual([true, ...Array(5).fill(false)]);
    const longHost = previewOf({ user, publicUrl: `https://${'a'.repeat(253)}`, featured: [] });
    expect(longHost.address).toBe(`${'a'.repeat(39)}…/u/ana`);
  });

  test.for([
    ['Ana Łukasz 🚀', 'Ana Łukasz'],
    ['Анна Ω', 'Анна Ω'],
    ['Cafe\u0301', 'Café'],
    ['Ana Lima محمد', 'Ana Lima'],
    ['山田太郎 A', undefined],
    ['🚀', undefined],
  ] as const)('draws %j as %j, the characters of its font', ([name, written]) => {
    expect(inInter(name)).toBe(written);
  });

  test('has the logo of the web app', () => {
    const [here, there] = ['server/public/logo.svg', 'web/assets/logo.svg'].map((path) =>
      readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'),
    );
    expect(here).toBe(there);
  });

  test('is drawn again when it changes, once a minute (X-615)', async () => {
    const { token } = await server.signUp();
    const handle = await server.chooseHandle(token);
    await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    const first = await read(handle);
    const headers = { 'if-none-match': `W/${String(first.headers['etag'])}` };
    expect(await read(handle, { headers })).toMatchObject({ status: 304, text: '' });
    await server.ask('PUT', '/profile', { token, body: { bio: 'Não aparece nela' } });
    expect((await read(handle, { headers })).status).toBe(304);
    let before = first.bytes;
    for (const act of [() => server.addTechnology(token), () => server.addAvatar(token)]) {
      await act();
      expect((await read(handle)).bytes.equals(before)).toBe(true);
      server.turnClock(60_000);
      const after = await read(handle, { headers });
      expect(after.status).toBe(200);
      expect(after.bytes.equals(before)).toBe(false);
      before = after.bytes;
    }
  });

  test('never shows a former name, address, module or technology (X-350)', async () => {
    const { token } = await server.signUp();
    const put = (body: object) => server.ask('PUT', '/profile', { token, body });
    await put({ visibility: 'public' });
    const { id } = await server.addTechnology(token);
    const tags = [(await read(await server.chooseHandle(token))).headers['etag']];
    const moved = await server.chooseHandle(token);
    const changes = [
      () => undefined,
      () => put({ name: 'Outra Pessoa' }),
      () => put({ course_module: COURSE_MODULES[3] }),
      () => server.ask('DELETE', `/users/techs/${id}`, { token }),
    ];
    for (const change of changes) {
      await change();
      tags.push((await read(moved)).headers['etag']);
    }
    expect(new Set(tags).size).toBe(5);
  });

  test('lacks a photo that became private while the request waited (X-350)', async () => {
    const { token } = await server.signUp();
    const handle = await server.chooseHandle(token);
    const setVisibility = (visibility: string) => server.ask('PUT', '/profile', { token, body: { visibility } });
    await setVisibility('public');
    await server.addAvatar(token);
    const others = await Promise.all(Array.from({ length: 5 }, () => server.signUpPublic()));
    const drawings = [...others, handle].map((one, index) => read(one, { from: `198.51.100.${index}` }));
    await Promise.race(drawings);
    await setVisibility('private');
    const waited = (await Promise.all(drawings)).at(-1);
    expect(waited?.status).toBe(200);
    await server.ask('DELETE', '/users/avatar', { token });
    await setVisibility('public');
    server.turnClock(60_000);
    expect((await read(handle)).bytes.equals(waited?.bytes ?? Buffer.of())).toBe(true);
  });

  test('holds little of the profile while a hundred requests wait for it (X-654)', async () => {
    // Its process must start first, so all requests wait.
    const own = await startServer();
    const { user, token } = await own.signUp();
    const handle = await own.chooseHandle(token);
    await own.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
    await own.fillTechnologies(user.id, 500);
    await own.fillWorks(user.id, 50, { description: 'a'.repeat(2_000) });
    const before = usedHeap();
    const statuses: number[] = [];
    const asked = Array.from({ length: 100 }, () =>
      own.ask('GET', `/u/${handle}/preview.png`).then(({ status }) => statuses.push(status)),
    );
    let most = 0;
    while (statuses.length === 0) {
      most = Math.max(most, usedHeap() - before);
      await setImmediate();
    }
    await Promise.all(asked);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(most).toBeLessThan(100 * 100_000);
  });

  test('is the same grey picture for a private, reserved or unknown handle (X-350)', async () => {
    const { token } = await server.signUp();
    const handle = await server.chooseHandle(token);
    const [hidden, never, reserved] = [await read(handle), await read('nunca-existiu'), await read('admin')];
    for (const { status, headers, bytes } of [hidden, never, reserved]) {
      expect(status).toBe(404);
      expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
      expect(bytes.equals(never.bytes)).toBe(true);
    }
    const { channels } = await sharp(never.bytes).toColourspace('srgb').stats();
    expect(new Set(channels.slice(0, 3).map(({ mean }) => mean)).size).toBe(1);
  });
});

const client = (network: string) => ({ network: network, id: network });

test('previews are drawn in turn, once for equal requests, and refused beyond the queue (X-355)', async () => {
  const draw = makePreviews();
  const gate = Promise.withResolvers<null>();
  let reads = 0;
  const begin = () => {
    reads += 1;
    return gate.promise;
  };
  const ask = (content: number, network = 'busy') =>
    draw({ subject: String(content), shows: [], content, client: client(network), read: begin });
  // One is drawn, and sixteen wait.
  const asked = Array.from({ length: 17 }, (_, shown) => ask(shown));
  await expect(ask(17)).rejects.toThrow(Overloaded);
  const same = Array.from({ length: 60 }, () => ask(0));
  const elsewhere = ask(18, 'other');
  expect(reads).toBe(1);
  gate.reject(new Error('on purpose'));
  for (const end of await Promise.allSettled([...asked, ...same, elsewhere])) {
    expect(end).toMatchObject({ reason: { message: 'on purpose' } });
  }
  expect(reads).toBe(18);
});

test('a preview is drawn again after a minute, or when the clock was set back', async () => {
  const time = { now: 0 };
  const draw = makePreviews({ clock: () => new Date(time.now) });
  const shown: unknown[] = [];
  for (const now of [0, 59_999, 60_000, -60_000]) {
    time.now = now;
    const parts = { subject: 'ana', shows: [], content: now, client: client('any'), read: async () => null };
    shown.push((await draw(parts)).etag);
  }
  const [first, second, ...later] = shown;
  expect(second).toBe(first);
  expect(new Set([first, ...later]).size).toBe(3);
});

test('the last preview is shown while none can be drawn, unless part is gone (X-350, X-615)', async () => {
  const time = { now: 0 };
  const draw = makePreviews({ clock: () => new Date(time.now) });
  const parts = { subject: 'ana', shows: ['Ana', 'photo'], client: client('any') };
  const first = await draw({ ...parts, content: 1, read: async () => null });
  time.now += 60_000;
  const refused = draw({ ...parts, content: 2, read: () => Promise.reject(new Overloaded('on purpose')) });
  expect(await refused).toEqual(first);
  const withoutPhoto = {
    ...parts,
    shows: ['Ana'],
    content: 3,
    read: () => Promise.reject(new Overloaded('on purpose')),
  };
  await expect(draw(withoutPhoto)).rejects.toThrow(Overloaded);
});
