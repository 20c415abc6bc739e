import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { badgePath, cardPath } from '#contract/public/card.ts';
import type { EndpointBadge } from '#contract/public/badge.ts';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import { readSvg, textsOf } from './svg.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';

const server = await startServer();

/** A user whose profile is public. */
async function publish(on: TestServer = server, overrides = {}): Promise<SignedIn & { handle: string }> {
  const someone = await on.signUp(overrides);
  const handle = await on.chooseHandle(someone.token);
  await show(on, someone, 'public');
  return { ...someone, handle };
}

async function show(on: TestServer, { token }: { token: string }, visibility: 'public' | 'private') {
  expect(await on.ask('PUT', '/profile', { token, body: { visibility } })).toMatchObject({ status: 200 });
}

const ana = await publish();
await server.addTechnology(ana.token, { title: 'Programação', status: 'Avançado' });
await server.addTechnology(ana.token, { title: 'programacao', status: 'Iniciante' });
await server.addTechnology(ana.token, { title: 'PL/SQL & Node.js', status: 'Intermediario' });
const PATHS = [cardPath(ana.handle), badgePath(ana.handle, 'Programação'), endpoint(ana.handle, 'Programação')];

function endpoint(handle: string, title: string): string {
  return badgePath(handle, title).replace(/svg$/, 'json');
}

describe('a picture', () => {
  test('of a public profile is an SVG of what everybody may see of it (X-360)', async () => {
    const { status, headers, text } = await server.ask('GET', cardPath(ana.handle));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(textsOf(text)).toEqual(
      expect.arrayContaining(['Ana Souza', 'Programação', 'Avançado', 'PL/SQL & Node.js', 'Intermediário']),
    );
    for (const secret of [ana.user.id, ana.person.email, ana.person.bio, ana.person.contact]) {
      expect(text).not.toContain(secret);
    }
  });

  test.for(PATHS)('may be shown anywhere, kept for five minutes, and runs nothing: %s (X-368)', async (path) => {
    const { headers, text } = await server.ask('GET', path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const [, style] = /<style>(.*)<\/style>/.exec(text) ?? [];
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src ('sha256-[\w+/=]+' ?)+; frame-ancestors 'none'; sandbox$/);
    if (style !== undefined) expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
  });

  test.for(PATHS)('is not sent again to whoever has it: %s (X-368)', async (path) => {
    const { headers } = await server.ask('GET', path);
    const etag = String(headers['etag']);
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await server.ask('GET', path, { headers: { 'if-none-match': held } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' });
    }
    expect((await server.ask('GET', path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect(await server.ask('HEAD', path)).toMatchObject({ status: 200, text: '', headers: { etag } });
  });

  test.for(PATHS)(
    'is not sent again to whoever asks for its headers, and is not there when it is gone: %s (X-442)',
    async (path) => {
      const { headers } = await server.ask('GET', path);
      const held = { 'if-none-match': String(headers['etag']) };
      expect(await server.ask('HEAD', path, { headers: held })).toMatchObject({ status: 304, text: '' });
      const missing = path.replace(/^\/u\/[^/]+/, '/u/nobody-is-here');
      const { headers: ofMissing } = await server.ask('GET', missing);
      for (const tag of ['*', String(ofMissing['etag'])]) {
        for (const method of ['GET', 'HEAD']) {
          expect(await server.ask(method, missing, { headers: { 'if-none-match': tag } })).toMatchObject({
            status: 404,
          });
        }
      }
    },
  );

  test('changes with what it shows, and with nothing else (X-368)', async () => {
    const bia = await publish();
    const path = cardPath(bia.handle);
    const before = await server.ask('GET', path);
    await server.addWork(bia.token);
    expect((await server.ask('GET', path)).headers['etag']).toBe(before.headers['etag']);
    const { id } = await server.addTechnology(bia.token, { title: 'Rust' });
    const after = await server.ask('GET', path);
    expect(textsOf(after.text)).toContain('Rust');
    await server.ask('DELETE', `/users/techs/${id}`, { token: bia.token });
    expect((await server.ask('GET', path)).text).toBe(before.text);
    await server.ask('PUT', '/profile', { token: bia.token, body: { name: 'Bia <b>Lima</b>' } });
    expect(textsOf((await server.ask('GET', path)).text)).toContain('Bia <b>Lima</b>');
  });

  test('is found by any case of the handle, and by one that was left (X-360)', async () => {
    const bia = await publish();
    await server.chooseHandle(bia.token);
    const { text } = await server.ask('GET', cardPath(bia.handle.toUpperCase()));
    expect(textsOf(text)).toContain('Ana Souza');
  });
});

/** Of all that a stranger could compare. */
async function askAll(handle: string, title: string) {
  const paths = [cardPath(handle), badgePath(handle, title), endpoint(handle, title)];
  return Promise.all(
    paths.map(async (path) => {
      const { status, headers, text } = await server.ask('GET', path);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, headers: rest, text };
    }),
  );
}

describe('where there is nothing to show', () => {
  test('a grey picture says so, the same for who is private, locked, reserved or never was (X-365)', async () => {
    const hidden = await publish();
    await server.addTechnology(hidden.token, { title: 'Segredo' });
    await show(server, hidden, 'private');
    const locked = await publish();
    await server.addTechnology(locked.token, { title: 'Segredo' });
    await server.database
      .updateTable('users')
      .set('locked_at', '2026-03-01T12:00:00.000Z')
      .where('id', '=', locked.user.id)
      .execute();
    const never = await askAll('nobody-has-this', 'Segredo');
    for (const handle of [hidden.handle, locked.handle, 'admin', 'a', '%00', '%20', 'x'.repeat(60), "'--"]) {
      expect(await askAll(handle, 'Segredo')).toEqual(never);
    }
    expect(never.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(textsOf(never[0]?.text ?? '')).toEqual(['Perfil não encontrado']);
    expect(textsOf(never[1]?.text ?? '')).toEqual(['Tecnologia não encontrada']);
    for (const { headers } of never) {
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' });
    }
  });

  test('a technology that a public profile has not is none either (X-365)', async () => {
    const [, ...never] = await askAll('nobody-has-this', 'COBOL');
    for (const title of ['COBOL', '\u0301', '\0', '%', '_', 'x'.repeat(150)]) {
      expect((await askAll(ana.handle, title)).slice(1)).toEqual(never);
    }
  });

  test('shields.io is told by its own words (X-367)', async () => {
    const { body } = await server.ask<EndpointBadge>('GET', endpoint('nobody-has-this', 'React'));
    expect(body).toEqual({
      schemaVersion: 1,
      label: 'Trilha',
      message: 'tecnologia não encontrada',
      color: 'lightgrey',
      isError: true,
    });
  });
});

async function levelOf(title: string): Promise<string | undefined> {
  return textsOf((await server.ask('GET', badgePath(ana.handle, title))).text).at(-1);
}

describe('a badge', () => {
  test('is found by its title as the search finds it, first by the title itself (X-369)', async () => {
    expect(await levelOf('Programação')).toBe('Avançado');
    expect(await levelOf('programacao')).toBe('Iniciante');
    expect(await levelOf('PROGRAMAÇÃO')).toBe('Avançado');
    expect(await levelOf('pl/sql & node.JS')).toBe('Intermediário');
  });

  test('of a title of a hundred letters is found, too (X-369)', async () => {
    const title = '😀'.repeat(100);
    await server.addTechnology(ana.token, { title });
    expect((await server.ask('GET', badgePath(ana.handle, title))).status).toBe(200);
  });

  test('is told to shields.io with its level, its colour and its logo (X-367)', async () => {
    await server.addTechnology(ana.token, { title: 'Typescript', status: 'Intermediario' });
    const { headers, body } = await server.ask<EndpointBadge>('GET', endpoint(ana.handle, 'TypeScript'));
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      schemaVersion: 1,
      label: 'Typescript',
      message: 'Intermediário',
      color: '8f3a5c',
      namedLogo: 'typescript',
    });
  });
});

describe('how it is drawn', () => {
  test('is for the address to say (X-362)', async () => {
    const path = cardPath(ana.handle);
    const drawings = await Promise.all(
      ['', '?tema=claro', '?tema=escuro&colunas=2', '?colunas=2&outro=x'].map(async (query) =>
        server.ask('GET', path + query),
      ),
    );
    expect(drawings.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const widths = drawings.map(({ text }) => readSvg(text)[0]?.attributes['width']);
    expect(widths).toEqual(['360', '360', '400', '400']);
    expect(new Set(drawings.map(({ text }) => text)).size).toBe(4);
    const badge = badgePath(ana.handle, 'Programação');
    expect((await server.ask('GET', `${badge}?tema=claro`)).text).not.toContain('prefers-color-scheme');
  });

  test.for([
    ['?tema=dark', { tema: 'not-allowed' }],
    ['?tema=', { tema: 'not-allowed' }],
    ['?tema=claro&tema=escuro', { tema: 'invalid' }],
    ['?colunas=3&tema=x', { tema: 'not-allowed', colunas: 'not-allowed' }],
  ] as const)('is refused where it is %s, whoever is asked for (X-370)', async ([query, fields]) => {
    for (const handle of [ana.handle, 'nobody-has-this']) {
      expect(await server.ask('GET', cardPath(handle) + query)).toMatchObject({
        status: 400,
        headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
        body: { code: 'validation', fields },
      });
    }
  });
});

test('with COMPAT, whatever is a status there stands on a card (X-360)', async () => {
  const lenient = await startServer({ compatibility: KENZIEHUB });
  const bia = await publish(lenient);
  await lenient.addTechnology(bia.token, { title: 'React', status: 'Beginner' });
  const { status, text } = await lenient.ask('GET', cardPath(bia.handle));
  expect(status).toBe(200);
  expect(textsOf(text)).toContain('Beginner');
});
