import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { fileOf, ORIGIN, PAGES } from '#contract/pages.ts';
import { dial, get, listening } from '../../helpers/raw-http.ts';
import { startServer } from '../../helpers/start-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-pages-'));
for (const name of ['assets', 'server']) mkdirSync(join(folder, name));
// The policy allows inline parts by their hashes only.
const INLINE = '<script>start()</script><style>body{color:red}</style>';
for (const file of [...Object.values(PAGES).map(fileOf), '404.html']) {
  const name = file.replace('.html', '');
  writeFileSync(join(folder, file), `<!doctype html><title>Trilha</title>${INLINE}<p>${name}</p>`);
}
writeFileSync(join(folder, 'server', 'public-page.css'), 'p{color:red}\n');
writeFileSync(join(folder, 'docs.html'), '<!doctype html><title>API</title>');
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'service-worker.js'), '');
writeFileSync(join(folder, '.env'), 'SECRET=1');
writeFileSync(join(folder, 'assets', 'main-1a2b3c.js'), 'console.log(1)');
afterAll(() => rmSync(folder, { recursive: true }));

const ASSET = '/assets/main-1a2b3c.js';
const FOREVER = 'public, max-age=31536000, immutable';

const server = await startServer({ pages: folder });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const POLICY =
  `default-src 'none'; script-src 'self' ${hash('start()')}; style-src 'self' ${hash('body{color:red}')} ` +
  `${hash('p{color:red}')}; ` +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
  'trusted-types service-worker';
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types dompurify";

test.for([
  ['/', '<p>index</p>', POLICY],
  ['/login', '<p>login</p>', POLICY],
  ['/login/', '<p>login</p>', POLICY],
  ['/dashboard?x=1', '<p>dashboard</p>', POLICY],
  ['/docs', '<title>API</title>', DOCS_POLICY],
  ['/docs/?x=1', '<title>API</title>', DOCS_POLICY],
] as const)('%s is a page with its own policy', async ([path, content, policy]) => {
  const answer = await server.ask('GET', path, { headers: browser });
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining(content) });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy,
  });
  const cached = { ...browser, 'if-none-match': String(answer.headers['etag']) };
  expect(await server.ask('GET', path, { headers: cached })).toMatchObject({ status: 304, text: '' });
});

test.for([
  ['/docs', { 'cache-control': 'no-cache', 'content-security-policy': DOCS_POLICY }],
  [ASSET, { 'cache-control': FOREVER, 'content-type': expect.stringContaining('javascript') }],
] as const)('%s is sent compressed to a client that accepts it', async ([path, headers]) => {
  const file = join(folder, path === '/docs' ? 'docs.html.br' : `${path}.br`);
  writeFileSync(file, 'small');
  const small = await server.ask('GET', path, { headers: { ...browser, 'accept-encoding': 'gzip, br' } });
  const encoded = { 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') };
  expect(small).toMatchObject({ status: 200, text: 'small', headers: { ...headers, ...encoded } });
  const plain = await server.ask('GET', path, { headers: { ...browser, 'accept-encoding': 'identity' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.text).not.toBe('small');
  rmSync(file);
});

test.runIf(process.platform === 'linux')('a client that reads slowly keeps no file open (X-611)', async () => {
  const file = join(folder, 'assets', 'large-1a2b3c.js');
  // More than the kernel buffers.
  writeFileSync(file, 'a'.repeat(32 * 1024 * 1024));
  const socket = dial(await listening(await startServer({ pages: folder })));
  socket.write(get('/assets/large-1a2b3c.js'));
  await once(socket, 'readable');
  const open = readdirSync('/proc/self/fd').filter((name) => isOpenAs(name, file));
  rmSync(file);
  expect(open).toEqual([]);
});

function isOpenAs(name: string, file: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${name}`) === file;
  } catch {
    return false;
  }
}

test('a file that was built again is sent anew', async () => {
  const before = await server.ask('GET', '/favicon.svg');
  const file = join(folder, 'favicon.svg');
  for (const text of ['<svg>novo</svg>', before.text]) {
    writeFileSync(file, text);
    expect((await server.ask('GET', '/favicon.svg')).text).toBe(text);
  }
});

test('the sign-up page names its own origin, for link previews', async () => {
  writeFileSync(join(folder, 'index.html'), `<meta content="${ORIGIN}/">`);
  const [named, unnamed] = [
    await startServer({ pages: folder, publicUrl: 'https://trilha.example' }),
    await startServer({ pages: folder }),
  ];
  const read = async (on: typeof named, host: string) => (await on.ask('GET', '/', { headers: { host } })).text;
  expect(await read(named, 'evil.example')).toBe('<meta content="https://trilha.example/">');
  for (const host of ['one.example', 'two.example']) {
    expect(await read(unnamed, host)).toBe(`<meta content="http://${host}/">`);
  }
});

test('CONTACT is written into the pages, without markup, in an accepted encoding', async () => {
  const drawn = '<meta name="contact" content=""><p>fale com <span data-contact="">a sua escola</span>.</p>';
  writeFileSync(join(folder, 'privacidade.html'), drawn);
  const named = await startServer({ pages: folder, operatorContact: "https://example.com/?a=1&b='<script>" });
  const contact = 'https://example.com/?a=1&amp;b=&#39;&lt;script&gt;';
  const answer = await named.ask('GET', '/privacidade', { headers: browser });
  expect(answer.text).toBe(
    `<meta name="contact" content="${contact}"><p>fale com <span data-contact=""><a href="${contact}">${contact}</a></span>.</p>`,
  );
  const page = { 'content-security-policy': expect.stringContaining('trusted-types service-worker') };
  expect(answer.headers).toMatchObject(page);
  const small = await named.ask('GET', '/privacidade', { headers: { ...browser, 'accept-encoding': 'br' } });
  expect(small.headers).toMatchObject({ ...page, 'content-encoding': 'br' });
  expect(brotliDecompressSync(small.bytes).toString()).toBe(answer.text);
  const refused = { ...browser, 'accept-encoding': 'identity, br;q=0, gzip;q=0.0' };
  expect((await named.ask('GET', '/privacidade', { headers: refused })).text).toBe(answer.text);
  const weak = { ...browser, 'if-none-match': `W/${String(small.headers['etag'])}` };
  expect(await named.ask('GET', '/privacidade', { headers: weak })).toMatchObject({ status: 304, text: '' });
  expect((await server.ask('GET', '/privacidade', { headers: browser })).text).toBe(drawn);
});

test('the service worker is revalidated, and connects to this site only', async () => {
  const policy = "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': policy };
  expect(await server.ask('GET', '/service-worker.js')).toMatchObject({ status: 200, headers });
});

test.for(['/unknown', '/unknown/deeper', '/dashboard/x', '/.env', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json'])(
  '%s is the 404 page for a browser, and a problem for a program (A-27)',
  async (path) => {
    const page = await server.ask('GET', path, { headers: browser });
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('<p>404</p>') });
    expect(page.headers['content-security-policy']).toContain('trusted-types service-worker');
    expect((await server.ask('HEAD', path, { headers: browser })).status).toBe(404);
    const problem = await server.ask('GET', path, { headers: { accept: 'application/json' } });
    expect(problem).toMatchObject({ status: 404, body: { code: 'not-found' } });
  },
);

test('other files are cached, for a year if their names have a hash', async () => {
  for (const [path, type, cache] of [
    [ASSET, 'application/javascript; charset=utf-8', FOREVER],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
  ] as const) {
    const headers = { 'content-type': type, 'cache-control': cache };
    expect(await server.ask('GET', path)).toMatchObject({ status: 200, headers });
  }
});

test.for([
  ['GET', '/assets/main-old.js', 404, { 'cache-control': 'no-store' }],
  ['GET', '/assets/', 404, { 'cache-control': 'no-store' }],
  ['GET', '/users/x', 404, {}],
  ['GET', '/profile', 401, {}],
  ['GET', '/sessions/others', 405, {}],
  ['POST', '/unknown', 404, {}],
  ['POST', '/login', 405, { allow: 'GET, HEAD, OPTIONS' }],
] as const)('%s %s is a problem, also for a browser', async ([method, path, status, headers]) => {
  const answer = await server.ask(method, path, { headers: browser });
  expect(answer).toMatchObject({ status, headers, body: { status: 'error' } });
});
