import { describe, expect, test } from 'vitest';
import { startServer } from '../../helpers/start-server.ts';

const server = await startServer();

async function previewFor(host: string) {
  const own = await startServer();
  const { token } = await own.signUp({ name: 'Ana Souza' });
  const body = { visibility: 'public', handle: 'ana-souza' };
  expect((await own.ask('PUT', '/profile', { token, body })).status).toBe(200);
  return own.ask('GET', '/u/ana-souza/preview.png', { headers: { host } });
}

describe('a host', () => {
  test.for([
    [253, 200],
    [254, 400],
    [5_000, 400],
  ] as const)('of %d characters is answered %d', async ([length, status]) => {
    for (const port of ['', ':65535']) {
      const headers = { host: `${'a'.repeat(length)}${port}` };
      expect((await server.ask('GET', '/healthz', { headers })).status).toBe(status);
    }
  });

  test.for(['x:99999', '256.1.1.1', '1.2.3.4.5', '[::::]'])('that begins no URL, %s, answers 400', async (host) => {
    expect((await server.ask('GET', '/healthz', { headers: { host } })).status).toBe(400);
  });

  test('of a proxy’s client reaches no shared cache unless PUBLIC_URL is set', async () => {
    const open = await startServer({ trustedProxies: ['127.0.0.1'] });
    const fixed = await startServer({ trustedProxies: ['127.0.0.1'], publicUrl: 'https://trilha.example' });
    const headers = { 'x-forwarded-host': 'evil.example' };
    for (const path of ['', '/preview.png']) {
      const ownCopy = await open.ask('GET', `/u/${await open.signUpPublic()}${path}`, { headers });
      expect(ownCopy).toMatchObject({ status: 200, headers: { 'cache-control': 'private, max-age=300' } });
      const shared = await fixed.ask('GET', `/u/${await fixed.signUpPublic()}${path}`, { headers });
      expect(shared).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=300' } });
      expect(shared.text).not.toContain('evil');
    }
  });

  test('is in no preview image, which others get, unless PUBLIC_URL is set', async () => {
    const [forged, plain] = [await previewFor('evil.example'), await previewFor('trilha.example')];
    expect([forged.status, forged.headers['etag']]).toEqual([200, plain.headers['etag']]);
    expect(forged.bytes.equals(plain.bytes)).toBe(true);
  });
});
