import { expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const someone = await server.signUp();
const { token } = someone;
const statusOf = async (path: string) => (await server.ask('GET', path)).status;
const pathOf = ({ avatar_url }: OwnUser) => new URL(avatar_url ?? '').pathname;

test('a new picture has another address, and the old one is gone', async () => {
  const [first, second] = [await server.addAvatar(token), await server.addAvatar(token)];
  expect(second).toBe(pathOf((await server.ask<OwnUser>('GET', '/profile', { token })).body));
  expect(await server.ask('GET', first)).toMatchObject({ status: 404, body: { message: 'Avatar not found' } });
  expect(await statusOf(second)).toBe(200);
});

test('concurrent uploads leave one picture', async () => {
  const pictures = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => aPicture('png', colour)));
  await Promise.all(pictures.map((bytes) => server.ask('PATCH', '/users/avatar', { token, body: aForm(bytes) })));
  expect((await server.rowsOf(someone)).avatars).toHaveLength(1);
});

test('a picture can be removed, and removed again', async () => {
  const path = await server.addAvatar(token);
  for (let times = 0; times < 2; times += 1) {
    const answer = await server.ask<OwnUser>('DELETE', '/users/avatar', { token });
    expect(answer).toMatchObject({ status: 200, body: { avatar_url: null } });
  }
  expect(await statusOf(path)).toBe(404);
});

test('an avatar’s URL changes when its owner turns private', async () => {
  const path = await server.addAvatar(token);
  const turn = async (visibility: string) =>
    pathOf((await server.ask<OwnUser>('PUT', '/profile', { token, body: { visibility } })).body);
  expect(await turn('public')).toBe(path);
  const moved = await turn('private');
  expect(moved).not.toBe(path);
  expect([await statusOf(path), await statusOf(moved)]).toEqual([404, 200]);
});

test('other origins may show a picture for a year, and it runs nothing', async () => {
  const path = await server.addAvatar(token);
  for (const method of ['GET', 'HEAD']) {
    expect(await server.ask(method, path, { headers: { origin: 'https://front.example' } })).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        // A shared cache, which serves strangers, notices soon that a photo is hidden.
        'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
        'x-robots-tag': 'noindex',
        'access-control-allow-origin': '*',
      },
    });
  }
});

test('an avatar needs its full name; other responses are not cached', async () => {
  const path = await server.addAvatar(token);
  const names = ['x.webp', '..webp', '%2e%2e%2fpackage.json', "'.webp", `${'0'.repeat(36)}.webp`];
  const near = [path.replace('.webp', ''), path.replace('.webp', '.png'), `${path}.webp`];
  for (const wrong of [...near, ...names.map((name) => `/avatars/${name}`)]) {
    expect(await server.ask('GET', wrong)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  }
});
