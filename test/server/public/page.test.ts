import { describe, expect, test } from 'vitest';
import { adminEvent } from '../../../server/accounts/security-log.ts';
import { logoOf } from '#contract/public/logos.ts';
import { lockAccount } from '../../../server/database/accounts/administration.ts';
import { aWork } from '../../helpers/make.ts';
import { type Answer, type SignedIn, startServer } from '../../helpers/start-server.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const server = await startServer();

async function publish(overrides: Parameters<typeof server.signUp>[0] = {}): Promise<SignedIn & { handle: string }> {
  const someone = await server.signUp(overrides);
  const handle = await server.chooseHandle(someone.token);
  await change(someone, { visibility: 'public' });
  return { ...someone, handle };
}

async function change({ token }: { token: string }, body: object): Promise<void> {
  expect((await server.ask('PUT', '/profile', { token, body })).status).toBe(200);
}

const read = (handle: string, headers: Record<string, string> = {}) => server.ask('GET', `/u/${handle}`, { headers });

function metaOf({ text }: Answer, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1];
}

describe('a public page', () => {
  test('shows everything that is public, in order and without scripts', async () => {
    const someone = await publish({ name: 'Ana Souza', bio: 'Aprendo a programar.' });
    await server.addTechnology(someone.token, { title: 'React', status: 'Avançado' });
    await server.addTechnology(someone.token, { title: 'Docker', status: 'Iniciante' });
    await server.addTechnology(someone.token, { title: 'Node.js', status: 'Intermediário' });
    await server.addWork(someone.token, { title: 'Cardápio', description: 'Lista os pratos.' });
    const avatar = await server.addAvatar(someone.token);
    const { status, headers, text } = await read(someone.handle);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const profile = [
      '<h1',
      'Ana Souza',
      'Módulo do curso: ',
      someone.user.course_module,
      'href="https://example.com/ana"',
    ];
    const react = ['Avançado', 'ajudo outras pessoas', ` d="${logoOf('React')?.path}"`, 'React'];
    const levels = [...react, 'Intermediário', 'faço sem ajuda', 'Node.js', 'Iniciante', 'fiz com ajuda', 'Docker'];
    const works = ['Cardápio', 'Lista os pratos.', 'href="https://example.com/trilha"', 'hoje'];
    const parts = [...profile, 'Aprendo a programar.', ...levels, ...works].map((part) => RegExp.escape(part));
    const body = text.slice(text.indexOf('<body>'));
    expect(body).toMatch(new RegExp(parts.join('[^]*')));
    expect(body).toContain(`src="${avatar}"`);
    expect(body).toContain('aria-valuetext="3 de 3"');
    expect(body).not.toMatch(/<script|<iframe|<form|\son\w+=|style="/);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  test('is shown to its owner alone while the profile is private', async () => {
    const { token } = await server.signUp({ name: 'Ana Souza', bio: 'Aprendo a programar.' });
    const handle = await server.chooseHandle(token);
    const { headers, text } = await server.ask('GET', '/profile/page', { token });
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    for (const part of ['Aprendo a programar.', `/u/${handle}`]) expect(text).toContain(part);
    expect((await read(handle)).status).toBe(404);
  });

  test('shows pinned projects first, then the newest, each with its links', async () => {
    const someone = await publish();
    const code = 'https://example.com/codigo';
    for (const title of ['Antigo', 'Meio', 'Novo']) await server.addWork(someone.token, { title });
    await server.addWork(someone.token, { title: 'Fixado', pinned: true, repository_url: code });
    await server.addWork(someone.token, { title: 'Último' });
    const { text } = await read(someone.handle);
    const links = [...text.matchAll(/<a href="([^"]+)" aria-label="(Ver [^"]+)"/g)].map(([, url, name]) => [name, url]);
    const rest = ['Último', 'Novo', 'Meio', 'Antigo'].map((title) => [`Ver projeto: ${title}`, aWork().deploy_url]);
    expect(links).toEqual([['Ver projeto: Fixado', aWork().deploy_url], ['Ver código: Fixado', code], ...rest]);
  });

  test('says how long ago it changed, by calendar days', async () => {
    const someone = await publish();
    await server.addTechnology(someone.token);
    for (const [time, words] of [
      [0, 'hoje'],
      // From noon in London.
      [20 * HOUR, 'ontem'],
      [9 * DAY, 'há 1 semana'],
      [85 * DAY, 'há 3 meses'],
      [660 * DAY, 'há 2 anos'],
    ] as const) {
      server.turnClock(time);
      expect((await read(someone.handle)).text).toContain(`>${words}</time>`);
    }
  });

  test('writes everything that its user typed as text (X-345)', async () => {
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

  test('has absolute addresses for link previews, early in the document', async () => {
    const someone = await publish({ name: 'Ana Souza', bio: 'Linha um.\nLinha dois.' });
    const answer = await read(someone.handle, { host: 'trilha.example' });
    const address = `http://trilha.example/u/${someone.handle}`;
    expect(answer.text).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(answer.text).toContain('<title>Ana Souza · Trilha</title>');
    const picture = metaOf(answer, 'og:image') ?? '';
    const metas = {
      'og:url': address,
      'og:title': 'Ana Souza',
      'og:description': 'Linha um. Linha dois.',
      'twitter:card': 'summary_large_image',
      'twitter:image': picture,
      'og:image:alt': expect.stringContaining('0 tecnologias'),
    };
    for (const [name, content] of Object.entries(metas)) expect(metaOf(answer, name)).toEqual(content);
    expect(picture).toMatch(new RegExp(`^${address}/preview\\.png\\?v=`));
    expect((await server.ask('GET', picture.replace('http://trilha.example', ''))).status).toBe(200);
    await server.addTechnology(someone.token);
    expect(metaOf(await read(someone.handle, { host: 'trilha.example' }), 'og:image')).not.toBe(picture);
    expect(answer.text.indexOf('og:image')).toBeLessThan(8_000);
  });

  test('is cached for five minutes, revalidated by its ETag, and runs nothing', async () => {
    const someone = await publish();
    const { headers, text } = await read(someone.handle);
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const known = { 'if-none-match': String(headers['etag']) };
    for (const etag of [known['if-none-match'], `"other", W/${known['if-none-match']}`]) {
      expect(await read(someone.handle, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    }
    await change(someone, { bio: 'Outra' });
    const changed = await read(someone.handle, known);
    expect(changed.status).toBe(200);
    expect(changed.text).not.toBe(text);
  });

  test('is hidden from search engines until its user allows them (X-348)', async () => {
    const someone = await publish();
    for (const robots of ['noindex', undefined]) {
      for (const path of [someone.handle, `${someone.handle}/preview.png`]) {
        expect((await read(path)).headers['x-robots-tag']).toBe(robots);
      }
      expect(metaOf(await read(someone.handle), 'robots')).toBe(robots);
      await change(someone, { searchable: true });
    }
  });
});

/** The responses to a browser and to a program. */
async function answersFor(handle: string) {
  const answers = ['text/html', '*/*'].map((accept) => server.app.inject({ url: `/u/${handle}`, headers: { accept } }));
  return (await Promise.all(answers)).map(({ statusCode, headers, payload }) => {
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { statusCode, headers: rest, payload };
  });
}

test('private, locked, reserved and unknown handles get the same response (X-350)', async () => {
  const [hidden, locked] = [await publish(), await publish()];
  for (const { handle } of [hidden, locked]) expect((await read(handle)).status).toBe(200);
  await change(hidden, { visibility: 'private' });
  const act = { userId: locked.user.id, event: adminEvent('locked'), now: new Date() };
  expect(await lockAccount(server.database, act)).toBe(true);
  const never = await answersFor('nunca-existiu');
  const answer = { statusCode: 404, headers: { 'cache-control': 'no-store' } };
  expect(never).toMatchObject([
    { ...answer, payload: expect.stringContaining('<h1>Este perfil não existe ou não é público.</h1>') },
    { ...answer, payload: expect.stringContaining('"code":"not-found"') },
  ]);
  expect(never[0]?.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  for (const handle of [hidden.handle, locked.handle, 'admin', 'x', 'Ana%20Souza', '%00', 'a'.repeat(60)]) {
    expect(await answersFor(handle)).toEqual(never);
  }
  await change(hidden, { visibility: 'public' });
  expect((await read(hidden.handle)).status).toBe(200);
});

test('a former handle, or one in capitals, redirects to a public page only', async () => {
  const someone = await publish();
  const handle = await server.chooseHandle(someone.token);
  for (const [old, path] of [
    [someone.handle, ''],
    [someone.handle, '/preview.png'],
    [handle.toUpperCase(), ''],
  ] as const) {
    expect(await read(old + path)).toMatchObject({
      status: 308,
      headers: { location: `/u/${handle}${path}`, 'cache-control': 'no-store' },
    });
  }
  await change(someone, { visibility: 'private' });
  expect((await read(someone.handle)).status).toBe(404);
  await change(someone, { visibility: 'public' });
  server.turnClock(91 * DAY);
  const other = await publish({ name: 'Outra Pessoa' });
  await change(other, { handle: someone.handle });
  expect(await read(someone.handle)).toMatchObject({ status: 200, text: expect.stringContaining('Outra Pessoa') });
});

test('pages are rendered after their code could not be loaded once', async () => {
  const failures = [new Error('first'), new Error('second'), new Error('third')];
  const drawing = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { ...(await import('../../../web/public-page/draw.tsx')), styles: '' };
  };
  const own = await startServer({ drawing });
  const handle = await own.signUpPublic();
  const answers = [];
  const urls = ['/pessoas', `/u/${handle}`, '/u/nobody'];
  for (const url of [...urls, ...urls]) {
    const { statusCode, headers } = await own.app.inject({ url, headers: { accept: 'text/html' } });
    answers.push(`${statusCode} ${headers['content-type']}`);
  }
  expect(failures).toEqual([]);
  const html = 'text/html; charset=utf-8';
  expect(answers.slice(3)).toEqual([`200 ${html}`, `200 ${html}`, `404 ${html}`]);
});
