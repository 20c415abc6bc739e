import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { fileOf, PAGES } from '#contract/pages.ts';
import { startServer } from '../../helpers/start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-pages-'));
mkdirSync(join(folder, 'assets'));
// What stands in a page itself is allowed by its fingerprint, and by nothing else.
const INLINE = '<script>start()</script><style>body{color:red}</style>';
for (const file of [...Object.values(PAGES).map(fileOf), '404.html']) {
  const name = file.replace('.html', '');
  writeFileSync(join(folder, file), `<!doctype html><title>Trilha</title>${INLINE}<p>${name}</p>`);
}
writeFileSync(
  join(folder, 'docs.html'),
  '<!doctype html><title>API</title><script src="/assets/main-1a2b3c.js"></script>',
);
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, '.env'), 'SECRET=1');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), 'console.log(1)');
afterAll(() => rmSync(folder, { recursive: true }));

const server = await startServer({ pages: folder });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const fingerprint = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test.for([
  ['/', 'index'],
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/dashboard', 'dashboard'],
  ['/dashboard?x=1', 'dashboard'],
  ['/perfil', 'perfil'],
  ['/acessibilidade', 'acessibilidade'],
  ['/privacidade', 'privacidade'],
  ['/index.html', 'index'],
])('%s is the page %s', async ([path = '', page]) => {
  const answer = await server.ask('GET', path, { headers: browser });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(`<p>${page}</p>`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    etag: expect.any(String),
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      `default-src 'none'; script-src 'self' ${fingerprint('start()')}; ` +
      `style-src 'self' ${fingerprint('body{color:red}')}; img-src 'self' data: blob:; font-src 'self'; ` +
      "connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  });
});

test.for(['/docs', '/docs/', '/docs?x=1', '/docs.html'])(
  '%s is the page about the API, under a policy of its own',
  async (path) => {
    const answer = await server.ask('GET', path, { headers: browser });
    expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<title>API</title>') });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      etag: expect.any(String),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types dompurify",
    });
  },
);

test('the page about the API keeps its policy when it is sent compressed', async () => {
  writeFileSync(join(folder, 'docs.html.br'), 'small');
  const { headers } = await server.ask('GET', '/docs', { headers: { ...browser, 'accept-encoding': 'br' } });
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(headers['content-security-policy']).toContain('trusted-types dompurify');
  rmSync(join(folder, 'docs.html.br'));
});

test('with CONTACT set, the pages name the operator, and nothing in it is markup (X-201)', async () => {
  const drawn = '<meta name="contact" content=""><p>fale com <span data-contact="">a sua escola</span>.</p>';
  writeFileSync(join(folder, 'privacidade.html'), drawn);
  const contact = "https://example.com/?a=1&b='<script>";
  const named = await startServer({ pages: folder, contact });
  const escaped = 'https://example.com/?a=1&amp;b=&#39;&lt;script&gt;';
  const answer = await named.ask('GET', '/privacidade', { headers: browser });
  expect(answer.text).toBe(
    `<meta name="contact" content="${escaped}"><p>fale com <span data-contact=""><a href="${escaped}">${escaped}</a></span>.</p>`,
  );
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("trusted-types 'none'"),
  });
  const small = await named.ask('GET', '/privacidade', { headers: { ...browser, 'accept-encoding': 'gzip, br' } });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
  expect(brotliDecompressSync(small.bytes).toString()).toBe(answer.text);
  const again = await named.ask('GET', '/privacidade', {
    headers: { 'if-none-match': String(answer.headers['etag']) },
  });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect((await server.ask('GET', '/privacidade', { headers: browser })).text).toBe(drawn);
});

test('a page is sent again only when it has changed', async () => {
  const { headers } = await server.ask('GET', '/');
  const again = await server.ask('GET', '/', { headers: { 'if-none-match': String(headers['etag']) } });
  expect(again).toMatchObject({ status: 304, text: '' });
});

test.for(['/unknown', '/unknown/deeper', '/dashboard/x', '/.env', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json'])(
  '%s is the app with status 404 for a person, and a problem for a program',
  async (path) => {
    const page = await server.ask('GET', path, { headers: browser });
    expect(page.status).toBe(404);
    expect(page.text).toContain('<p>404</p>');
    expect(page.headers['content-security-policy']).toContain("trusted-types 'none'");
    expect((await server.ask('HEAD', path, { headers: browser })).status).toBe(404);
    const problem = await server.ask('GET', path, { headers: { accept: 'application/json' } });
    expect(problem).toMatchObject({ status: 404, body: { code: 'not-found' } });
  },
);

test('what was compressed at build time is sent so to whoever takes it', async () => {
  const path = '/assets/main-1a2b3c.js';
  writeFileSync(join(folder, `${path}.br`), 'small');
  const small = await server.ask('GET', path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(small).toMatchObject({ status: 200, text: 'small' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    vary: expect.stringContaining('accept-encoding'),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = await server.ask('GET', path, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.text).toBe('console.log(1)');
});

test('an asset is kept for a year, and a missing one is a problem for everyone', async () => {
  const asset = await server.ask('GET', '/assets/main-1a2b3c.js');
  expect(asset.status).toBe(200);
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  for (const path of ['/assets/main-old.js', '/assets/']) {
    const missing = await server.ask('GET', path, { headers: browser });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(missing.headers['cache-control']).toBe('no-store');
  }
});

test('the icon is served, and asked for again each time', async () => {
  const { status, headers } = await server.ask('GET', '/favicon.svg');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
});

test('the API answers as an API, also to a browser', async () => {
  expect(await server.ask('GET', '/users/x', { headers: browser })).toMatchObject({ body: { code: 'not-found' } });
  expect(await server.ask('GET', '/sessions', { headers: browser })).toMatchObject({ status: 401 });
  expect(await server.ask('PUT', '/sessions', { headers: browser })).toMatchObject({ status: 405 });
  expect(await server.ask('GET', '/sessions/others', { headers: browser })).toMatchObject({ status: 405 });
  expect(await server.ask('POST', '/unknown', { headers: browser })).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  });
  expect(await server.ask('POST', '/login', { headers: browser })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  });
});

test('an address that belongs to the API is never the app', async () => {
  const { token } = await server.signUp();
  expect((await server.ask('GET', '/profile', { token, headers: browser })).body).toMatchObject({ name: 'Ana Souza' });
});
