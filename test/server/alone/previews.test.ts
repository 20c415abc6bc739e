import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inInter } from '../../../server/public/text-in-inter.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();

const read = (handle: string, options: Parameters<typeof server.ask>[2] = {}) =>
  server.ask('GET', `/u/${handle}/preview.png`, options);

describe('the preview of a page', () => {
  test.for([
    'Ana Souza',
    'Maria da Conceição '.repeat(6).trim(),
    'A'.repeat(120),
    'محمد',
    '山田太郎',
    'Ana 👩🏽‍💻 Łukasz',
    '🚀',
  ])('of %j is a picture of 1200 × 630 that everybody may show (X-353)', async (name) => {
    const { status, headers, bytes } = await read(await server.signUpPublic({ name }));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    // Neither empty nor one colour.
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(1);
  });

  test.for([
    ['Ana Łukasz 🚀', 'Ana Łukasz'],
    ['Анна Ω', 'Анна Ω'],
    ['Cafe\u0301', 'Café'],
    ['Ana Lima محمد', 'Ana Lima'],
    ['山田太郎 A', undefined],
    ['🚀', undefined],
  ] as const)('of %j writes %j, and the handle for nothing (X-353)', ([name, written]) => {
    expect(inInter(name)).toBe(written);
  });

  test('is refused with 503 where too many others wait to be drawn, and those who ask for the same share one (X-355)', async () => {
    const handle = await server.signUpPublic();
    // Another host is another picture, for it shows the address; other networks take no turns with each other.
    const asked = Array.from({ length: 60 }, (_, index) =>
      read(handle, { headers: { host: `a${index}.example` }, from: `10.0.${index}.1` }),
    );
    const answers = await Promise.all(asked);
    const [drawn, refused] = [200, 503].map((status) => answers.filter((answer) => answer.status === status));
    expect(drawn?.length).toBeGreaterThan(0);
    expect(refused?.length).toBeGreaterThan(0);
    expect(answers.length).toBe((drawn?.length ?? 0) + (refused?.length ?? 0));
    const same = Array.from({ length: 60 }, (_, index) =>
      read(handle, { headers: { host: 'same.example' }, from: `10.1.${index}.1` }),
    );
    expect(new Set(statusesOf(await Promise.all(same)))).toEqual(new Set([200]));
  });

  test('has the logo of the pages (X-353)', () => {
    const [here, there] = ['server/public/logo.svg', 'web/assets/logo.svg'].map((path) =>
      readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'),
    );
    expect(here).toBe(there);
  });
});
