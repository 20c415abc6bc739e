import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { badgePath, cardPath } from '#contract/public/card.ts';
import { readSvg, textsOf } from './svg.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const server = await startServer();

const NEVER = 'nobody-has-this';
const endpoint = (handle: string, title: string) => badgePath(handle, title).replace(/svg$/, 'json');
const pathsOf = (handle: string, title: string) => [
  cardPath(handle),
  badgePath(handle, title),
  endpoint(handle, title),
];
const read = (path: string, headers: Record<string, string> = {}) => server.ask('GET', path, { headers });

async function publish(): Promise<SignedIn & { handle: string }> {
  const someone = await server.signUp();
  const handle = await server.chooseHandle(someone.token);
  await change(someone, { visibility: 'public' });
  return { ...someone, handle };
}

async function change({ token }: { token: string }, body: object) {
  expect(await server.ask('PUT', '/profile', { token, body })).toMatchObject({ status: 200 });
}

const ana = await publish();
await server.addTechnology(ana.token, { title: 'Programação', status: 'Avançado' });
await server.addTechnology(ana.token, { title: 'programacao', status: 'Iniciante' });
await server.addTechnology(ana.token, { title: 'PL/SQL & Node.js', status: 'Intermediario' });
const PATHS = pathsOf(ana.handle, 'Programação');

test('a card shows the most used technologies, then the highest levels, or the featured ones', async () => {
  const bia = await publish();
  const add = (title: string, status: string) => server.addTechnology(bia.token, { title, status });
  const others: string[] = [];
  for (let index = 1; index <= 8; index += 1) others.push((await add(`T${index}`, 'Iniciante')).id);
  const [c, a, b] = [await add('C', 'Iniciante'), await add('A', 'Iniciante'), await add('B', 'Avançado')];
  await server.addWork(bia.token, { technologies: [c.id, a.id] });
  await server.addWork(bia.token, { technologies: [a.id] });
  const titles = async () =>
    textsOf((await read(cardPath(bia.handle))).text).filter((text) => /^[ABCT]\d|^[ABC]$/.test(text));
  expect([...new Set(await titles())]).toEqual(['A', 'C', 'B', 'T1', 'T2', 'T3', 'T4', 'T5']);
  await change(bia, { featured: [b.id, others[7], c.id] });
  expect([...new Set(await titles())]).toEqual(['C', 'B', 'T8']);
});

test('a card is an SVG of the public part of a profile', async () => {
  const { status, headers, text } = await read(cardPath(ana.handle));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(textsOf(text)).toEqual(
    expect.arrayContaining(['Ana Souza', 'Programação', 'Avançado', 'PL/SQL & Node.js', 'Intermediário']),
  );
  for (const secret of [ana.user.id, ana.person.email, ana.person.bio, ana.person.contact]) {
    expect(text).not.toContain(secret);
  }
});

describe('a card, a badge or its JSON', () => {
  test.for(PATHS)('may be embedded anywhere, is cached, and contains no script: %s', async (path) => {
    const { headers, text } = await read(path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    const [, style] = /<style>(.*)<\/style>/.exec(text) ?? [];
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src ('sha256-[\w+/=]+' ?)+; frame-ancestors 'none'; sandbox$/);
    if (style !== undefined) expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
  });

  test.for(PATHS)('is answered with 304 while unchanged, by GET and HEAD: %s', async (path) => {
    const etag = String((await read(path)).headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await server.ask(method, path, { headers: { 'if-none-match': tag } });
        expect(again).toMatchObject({
          status: 304,
          text: '',
          headers: { etag, 'cache-control': 'public, max-age=300' },
        });
      }
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect(await server.ask('HEAD', path)).toMatchObject({ status: 200, text: '', headers: { etag } });
  });

  test.for(pathsOf(NEVER, 'React'))('that does not exist is always sent: %s (X-442)', async (path) => {
    const { headers } = await read(path);
    for (const tag of ['*', String(headers['etag'])]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await server.ask(method, path, { headers: { 'if-none-match': tag } })).status).toBe(404);
      }
    }
  });

  test('changes only when the displayed data change', async () => {
    const bia = await publish();
    const path = cardPath(bia.handle);
    const before = await read(path);
    await server.addWork(bia.token);
    expect((await read(path)).headers['etag']).toBe(before.headers['etag']);
    await server.addTechnology(bia.token, { title: 'Rust <b>' });
    expect(textsOf((await read(path, { 'if-none-match': String(before.headers['etag']) })).text)).toContain('Rust <b>');
  });

  test('is found by a former handle in capitals', async () => {
    const bia = await publish();
    await server.chooseHandle(bia.token);
    expect(textsOf((await read(cardPath(bia.handle.toUpperCase()))).text)).toContain('Ana Souza');
  });

  test('is the same grey picture for a private, locked, given up, reserved or unknown handle (X-365)', async () => {
    const [hidden, locked, former] = [await publish(), await publish(), await publish()];
    for (const { token } of [hidden, locked, former]) await server.addTechnology(token, { title: 'Segredo' });
    await change(hidden, { visibility: 'private' });
    await change(former, { handle: null });
    const lock = server.database.updateTable('users').set('locked_at', '2026-03-01T12:00:00.000Z');
    await lock.where('id', '=', locked.user.id).execute();
    const never = await answersFor(NEVER, 'Segredo');
    for (const handle of [
      hidden.handle,
      locked.handle,
      former.handle,
      'admin',
      'a',
      '%00',
      '%20',
      'x'.repeat(60),
      "'--",
    ]) {
      expect(await answersFor(handle, 'Segredo')).toEqual(never);
    }
    const [card, badge, json] = never;
    for (const answer of never) {
      expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'public, max-age=300' } });
    }
    expect(textsOf(card?.text ?? '')).toEqual(['Perfil não encontrado']);
    expect(textsOf(badge?.text ?? '')).toEqual(['Tecnologia não encontrada']);
    expect(JSON.parse(json?.text ?? '')).toEqual({
      schemaVersion: 1,
      label: 'Trilha',
      message: 'tecnologia não encontrada',
      color: 'lightgrey',
      isError: true,
    });
  });
});

async function answersFor(handle: string, title: string) {
  return Promise.all(
    pathsOf(handle, title).map(async (path) => {
      const { status, headers, text } = await read(path);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, headers: rest, text };
    }),
  );
}

describe('a badge', () => {
  test.for([
    ['Programação', 'Avançado'],
    ['programacao', 'Iniciante'],
    ['PROGRAMAÇÃO', 'Avançado'],
    ['pl/sql & node.JS', 'Intermediário'],
  ])('at the title %s has the level %s', async ([title, level]) => {
    expect(textsOf((await read(badgePath(ana.handle, title ?? ''))).text).at(-1)).toBe(level);
  });

  test('exists for a title of a hundred letters', async () => {
    const title = '😀'.repeat(100);
    await server.addTechnology(ana.token, { title });
    expect((await read(badgePath(ana.handle, title))).status).toBe(200);
  });

  test.for(['COBOL', '\u0301', '\0', '%', '_', 'x'.repeat(150)])('for the unknown %j is grey', async (title) => {
    expect((await answersFor(ana.handle, title)).slice(1)).toEqual((await answersFor(NEVER, 'COBOL')).slice(1));
  });

  test('has a JSON for shields.io', async () => {
    await server.addTechnology(ana.token, { title: 'Typescript', status: 'Intermediario' });
    const { headers, body } = await read(endpoint(ana.handle, 'TypeScript'));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      schemaVersion: 1,
      label: 'Typescript',
      message: 'Intermediário',
      color: expect.stringMatching(/^[\da-f]{6}$/),
      namedLogo: 'typescript',
    });
  });
});

describe('the query of a card', () => {
  test('chooses the theme and the columns', async () => {
    const queries = ['', '?tema=claro', '?tema=escuro&colunas=2', '?colunas=2&outro=x'];
    const drawings = await Promise.all(queries.map((query) => read(cardPath(ana.handle) + query)));
    const widths = drawings.map(({ text }) => readSvg(text)[0]?.attributes['width']);
    expect(widths).toEqual(['360', '360', '400', '400']);
    expect(new Set(drawings.map(({ text }) => text)).size).toBe(4);
    const badge = await read(`${badgePath(ana.handle, 'Programação')}?tema=claro`);
    // Without `tema`, the theme of the reader applies.
    const adapts = [...drawings, badge].map(({ text }) => text.includes('prefers-color-scheme:dark'));
    expect(adapts).toEqual([true, false, false, true, false]);
  });

  test.for([
    ['?tema=dark', { tema: 'not-allowed' }],
    ['?tema=', { tema: 'not-allowed' }],
    ['?tema=claro&tema=escuro', { tema: 'invalid' }],
    ['?colunas=3&tema=x', { tema: 'not-allowed', colunas: 'not-allowed' }],
  ] as const)('is refused when it is %s, for any handle', async ([query, fields]) => {
    for (const handle of [ana.handle, NEVER]) {
      expect(await read(cardPath(handle) + query)).toMatchObject({
        status: 400,
        headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
        body: { code: 'validation', fields },
      });
    }
  });
});
