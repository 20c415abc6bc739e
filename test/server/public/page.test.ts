import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import { draw } from '../../../web/public-page/draw.tsx';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { lockAccount } from '../../../server/database/security/administration.ts';
import { type Answer, type SignedIn, startServer, workOf } from '../../helpers/start-server.ts';

const DAY = 24 * 60 * 60_000;
const drawn: string[] = [];
const server = await startServer({
  drawing: async () => ({
    draw: (page, styles) => {
      drawn.push(page.user.handle);
      return draw(page, styles);
    },
    styles: 'p{color:red}',
  }),
});

async function publish(overrides: Parameters<typeof server.signUp>[0] = {}): Promise<SignedIn & { handle: string }> {
  const someone = await server.signUp(overrides);
  const handle = await server.chooseHandle(someone.token);
  await change(someone, { visibility: 'public' });
  return { ...someone, handle };
}

function change({ token }: { token: string }, body: object) {
  return server.ask<OwnUser>('PUT', '/profile', { token, body });
}

const read = (handle: string, headers: Record<string, string> = {}) => server.ask('GET', `/u/${handle}`, { headers });

/** What two answers differ by, though they say the same. */
function comparable({ status, headers: { 'x-request-id': _id, date: _date, ...headers }, text }: Answer) {
  return { status, headers, text };
}

function metaOf({ text }: Answer, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];
}

describe('the page of a public profile', () => {
  test('shows all that is public, without any script (X-345)', async () => {
    const someone = await publish({ name: 'Ana Souza', bio: 'Aprendo a programar.' });
    for (const [title, status] of [
      ['React', 'Avançado'],
      ['Docker', 'Iniciante'],
      ['Node.js', 'Intermediário'],
    ] as const) {
      await server.addTechnology(someone.token, { title, status });
    }
    await server.addWork(someone.token, { title: 'Cardápio', description: 'Lista os pratos.' });
    const avatar = await server.addAvatar(someone.token);
    const { status, headers, text } = await read(someone.handle);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const parts = [
      '<h1',
      'Ana Souza',
      someone.user.course_module,
      'href="https://example.com/ana"',
      'Aprendo a programar.',
    ];
    const levels = ['Avançado', 'React', 'Intermediário', 'Node.js', 'Iniciante', 'Docker'];
    const works = ['Cardápio', 'Lista os pratos.', 'href="https://example.com/trilha"', 'hoje'];
    const body = text.slice(text.indexOf('<body>'));
    expect(body).toMatch(new RegExp([...parts, ...levels, ...works].map((part) => RegExp.escape(part)).join('[^]*')));
    expect(body).toContain(`src="${avatar}"`);
    expect(body).toContain('aria-valuetext="3 de 3"');
    expect(body).not.toMatch(/<script|<iframe|<form|\son\w+=|style="/);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  test('tells how many works show a technology, leads to the first, and lists there what it shows (X-425)', async () => {
    const someone = await publish();
    const [react, css] = [
      await server.addTechnology(someone.token, { title: 'React' }),
      await server.addTechnology(someone.token, { title: 'CSS' }),
    ];
    const first = await server.addWork(someone.token, { title: 'Loja', technologies: [react.id, css.id] });
    await server.addWork(someone.token, { title: 'Estante', technologies: [react.id] });
    const { text } = await read(someone.handle);
    expect(text.match(new RegExp(`href="#projeto-${first.id}">2 projetos<`, 'g'))).toHaveLength(1);
    expect(text.match(new RegExp(`href="#projeto-${first.id}">1 projeto<`, 'g'))).toHaveLength(1);
    expect(text.match(/href="#projeto-/g)).toHaveLength(2);
    expect(text).toMatch(new RegExp(`<li id="projeto-${first.id}">.*?Loja.*?React.*?CSS`, 's'));
    expect(text.match(/id="projeto-/g)).toHaveLength(2);
  });

  test('tells how long ago anything of it changed (X-345)', async () => {
    const someone = await publish();
    await server.addTechnology(someone.token);
    for (const [days, words] of [
      [0, 'hoje'],
      [1, 'ontem'],
      [9, 'há 1 semana'],
      [85, 'há 3 meses'],
      [660, 'há 2 anos'],
    ] as const) {
      server.turnClock(days * DAY);
      expect((await read(someone.handle)).text).toContain(`>${words}</time>`);
    }
  });

  test('says "ontem" from midnight on (X-535)', async () => {
    const someone = await publish();
    await server.addTechnology(someone.token);
    expect((await read(someone.handle)).text).toContain('>hoje</time>');
    // From noon in London.
    server.turnClock(20 * 60 * 60_000);
    expect((await read(someone.handle)).text).toContain('>ontem</time>');
  });

  test('writes whatever somebody has typed as text (X-345)', async () => {
    const evil = '</script><img src=x onerror=alert(1)>"\'&';
    const someone = await publish({ name: evil, bio: evil });
    await server.addTechnology(someone.token, { title: evil });
    await server.addWork(someone.token, { title: evil, description: evil });
    const { text } = await read(someone.handle);
    expect(text).not.toContain('<img src=x');
    expect(text.match(/<\/script>/g)).toHaveLength(1);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({ mainEntity: { '@type': 'Person', name: evil, knowsAbout: [evil] } });
  });

  test('has all that previews of links and search engines read, with absolute addresses (X-346)', async () => {
    const someone = await publish({ name: 'Ana Souza', bio: 'Linha um.\nLinha dois.' });
    const answer = await read(someone.handle, { host: 'trilha.example' });
    const address = `http://trilha.example/u/${someone.handle}`;
    expect(answer.text).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(answer.text).toContain('<title>Ana Souza · Trilha</title>');
    expect(metaOf(answer, 'og:url')).toBe(address);
    expect(metaOf(answer, 'og:title')).toBe('Ana Souza');
    expect(metaOf(answer, 'og:description')).toBe('Linha um. Linha dois.');
    expect(metaOf(answer, 'twitter:card')).toBe('summary_large_image');
    const picture = metaOf(answer, 'og:image') ?? '';
    expect(picture).toMatch(new RegExp(`^${address}/preview\\.png\\?v=`));
    expect(metaOf(answer, 'twitter:image')).toBe(picture);
    expect(metaOf(answer, 'og:image:alt')).toContain('0 tecnologias');
    expect((await server.ask('GET', picture.replace('http://trilha.example', ''))).status).toBe(200);
    await server.addTechnology(someone.token);
    expect(metaOf(await read(someone.handle, { host: 'trilha.example' }), 'og:image')).not.toBe(picture);
    // Crawlers read the beginning only.
    expect(answer.text.indexOf('og:image')).toBeLessThan(8_000);
  });

  test('is kept for five minutes, asked for again by its ETag, and runs nothing (X-347)', async () => {
    const someone = await publish();
    const { headers, text } = await read(someone.handle);
    expect(headers).toMatchObject({ 'cache-control': 'private, max-age=300', etag: expect.any(String) });
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const again = await read(someone.handle, { 'if-none-match': String(headers['etag']) });
    expect(again).toMatchObject({ status: 304, text: '' });
    await change(someone, { bio: 'Outra' });
    const changed = await read(someone.handle, { 'if-none-match': String(headers['etag']) });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toBe(text);
  });

  test('asks search engines to leave it out, until its user lets them (X-348)', async () => {
    const someone = await publish();
    for (const path of [someone.handle, `${someone.handle}/preview.png`]) {
      expect((await read(path)).headers['x-robots-tag']).toBe('noindex');
    }
    expect(metaOf(await read(someone.handle), 'robots')).toBe('noindex');
    await change(someone, { searchable: true });
    for (const path of [someone.handle, `${someone.handle}/preview.png`]) {
      expect((await read(path)).headers['x-robots-tag']).toBeUndefined();
    }
    expect(metaOf(await read(someone.handle), 'robots')).toBeUndefined();
  });

  test('is drawn once for as long as it shows the same (X-349)', async () => {
    const someone = await publish();
    const before = drawn.length;
    for (let count = 0; count < 3; count += 1) await read(someone.handle);
    expect(drawn.length - before).toBe(1);
    await server.addTechnology(someone.token);
    await read(someone.handle);
    expect(drawn.length - before).toBe(2);
  });
});

describe('nobody learns', () => {
  test('whether a page is private, locked, reserved, or was never there (X-350)', async () => {
    const [hidden, locked] = [await publish(), await publish()];
    await change(hidden, { visibility: 'private' });
    const act = { userId: locked.user.id, event: adminEvent('locked'), now: new Date() };
    expect(await lockAccount(server.database, act)).toBe(true);
    const never = comparable(await read('nunca-existiu'));
    expect(never.status).toBe(404);
    for (const handle of [hidden.handle, locked.handle, 'admin', 'x', 'Ana%20Souza', '%00', 'a'.repeat(60)]) {
      expect(comparable(await read(handle))).toEqual(never);
    }
    expect(never.headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  test('anything of a profile from the moment it is private (X-350)', async () => {
    const someone = await publish({ name: 'Ana Segredo' });
    expect((await read(someone.handle)).text).toContain('Ana Segredo');
    await change(someone, { visibility: 'private' });
    expect(await read(someone.handle)).toMatchObject({ status: 404, text: expect.not.stringContaining('Segredo') });
    await change(someone, { visibility: 'public' });
    expect((await read(someone.handle)).status).toBe(200);
  });
});

test('an address that was changed, or is written large, leads on, and from no private profile (X-351)', async () => {
  const someone = await publish();
  const handle = await server.chooseHandle(someone.token);
  for (const [old, path] of [
    [someone.handle, ''],
    [someone.handle, '/preview.png'],
    [handle.toUpperCase(), ''],
  ] as const) {
    const { status, headers } = await read(old + path);
    expect({ status, location: headers['location'] }).toEqual({ status: 308, location: `/u/${handle}${path}` });
  }
  await change(someone, { visibility: 'private' });
  expect((await read(someone.handle)).status).toBe(404);
  await change(someone, { visibility: 'public' });
  server.turnClock(91 * DAY);
  const other = await publish({ name: 'Outra Pessoa' });
  await change(other, { handle: someone.handle });
  expect(await read(someone.handle)).toMatchObject({ status: 200, text: expect.stringContaining('Outra Pessoa') });
});

const times = (path: string) => async () => {
  for (let count = 0; count < 100; count += 1) await server.app.inject({ url: path });
};

test('a page costs at most twice what the same user costs the API (X-352)', async () => {
  const someone = await publish();
  for (let count = 0; count < 20; count += 1) await server.addTechnology(someone.token);
  const [page, user] = [times(`/u/${someone.handle}`), times(`/users/${someone.user.id}`)];
  let [ofPage, ofUser] = [Infinity, Infinity];
  // In turns: what else the machine does weighs on both.
  for (let round = 0; round < 10; round += 1) {
    ofPage = Math.min(ofPage, await workOf(page, 1));
    ofUser = Math.min(ofUser, await workOf(user, 1));
  }
  // It is some 1.2 times; the room above twice is for a machine that is never idle.
  expect(ofPage / ofUser).toBeLessThan(3);
});
