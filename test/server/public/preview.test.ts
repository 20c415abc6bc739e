import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

const read = (handle: string, options: Parameters<typeof server.ask>[2] = {}) =>
  server.ask('GET', `/u/${handle}/preview.png`, options);

test('is drawn again when it shows something else, and sent again only then (X-354)', async () => {
  const someone = await server.signUp();
  const handle = await server.chooseHandle(someone.token);
  await server.ask('PUT', '/profile', { token: someone.token, body: { visibility: 'public' } });
  const first = await read(handle);
  const etag = String(first.headers['etag']);
  const headers = { 'if-none-match': etag };
  expect(await read(handle, { headers })).toMatchObject({ status: 304, text: '' });
  await server.ask('PUT', '/profile', { token: someone.token, body: { bio: 'Não aparece nela' } });
  expect((await read(handle, { headers })).status).toBe(304);
  for (const act of [
    () => server.addTechnology(someone.token, { status: 'Avançado' }),
    () => server.addAvatar(someone.token),
  ]) {
    const before = (await read(handle)).bytes;
    await act();
    const after = await read(handle, { headers });
    expect(after.status).toBe(200);
    expect(after.bytes.equals(before)).toBe(false);
  }
});

test('where there is no page is a grey picture that says so, always the same (X-350)', async () => {
  const someone = await server.signUp();
  const handle = await server.chooseHandle(someone.token);
  const [hidden, never, reserved] = [await read(handle), await read('nunca-existiu'), await read('admin')];
  for (const { status, headers, bytes } of [hidden, never, reserved]) {
    expect(status).toBe(404);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    expect(bytes.equals(never.bytes)).toBe(true);
  }
  const { channels } = await sharp(never.bytes).toColourspace('srgb').stats();
  expect(new Set(channels.slice(0, 3).map(({ mean }) => mean)).size).toBe(1);
});
