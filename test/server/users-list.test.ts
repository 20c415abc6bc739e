import { describe, expect, test } from 'vitest';
import { PublicUser } from '#contract/user.ts';
import type { AppParts } from '../../server/app.ts';
import { KENZIEHUB } from '../../server/compatibility.ts';
import { type SignedIn, startServer, type TestServer } from '../helpers/start-server.ts';

const MIB = 1024 * 1024;

async function publish(server: TestServer, { token }: SignedIn, visibility = 'public') {
  expect((await server.ask('PUT', '/profile', { token, body: { visibility } })).status).toBe(200);
}

/** Users with these names and public profiles, in this order. */
async function publicUsers(server: TestServer, names: string[]): Promise<SignedIn[]> {
  const all = [];
  for (const name of names) all.push(await server.signUp({ name }));
  for (const user of all.toReversed()) await publish(server, user);
  return all;
}

function list(server: TestServer, query = '', options: { token?: string; headers?: Record<string, string> } = {}) {
  return server.ask<PublicUser[]>('GET', `/users${query}`, options);
}

function namesIn({ body }: { body: PublicUser[] }): string[] {
  return body.map(({ name }) => name);
}

function queryOf(headers: Record<string, unknown>): string {
  return new URL(String(headers['nexturl'])).search;
}

/** What the original API has of it: the number of the page, but not whom it comes after. */
function pageOf(headers: Record<string, unknown>): string {
  return queryOf(headers).replace(/&after=[\da-f-]{36}$/, '');
}

describe('the list of users', async () => {
  const server = await startServer();
  const names = Array.from({ length: 17 }, (_, index) => `P${index + 1}`);
  const all = await publicUsers(server, names);
  const hidden = await server.signUp({ name: 'Escondida' });

  test('comes in the order of the sign-ups, fifteen to a page, with where the next one is', async () => {
    const first = await list(server);
    expect(first.status).toBe(200);
    expect(namesIn(first)).toEqual(names.slice(0, 15));
    expect(first.headers).toMatchObject({
      page: '1',
      perpage: '15',
      nexturl: expect.stringMatching(/^http:\/\/localhost(:80)?\/users\?page=2&perPage=15&after=[\da-f-]{36}$/),
    });
    const second = await list(server, queryOf(first.headers));
    expect(namesIn(second)).toEqual(names.slice(15));
    expect(second.headers).toMatchObject({ page: '2', perpage: '15' });
    expect(second.headers).not.toHaveProperty('nexturl');
  });

  test('does not change its order when somebody changes their profile', async () => {
    await server.ask('PUT', '/profile', { token: all[0]?.token ?? '', body: { bio: 'Mudei.' } });
    expect(namesIn(await list(server, '?perPage=2'))).toEqual(['P1', 'P2']);
  });

  test('names the last page as the last one, also when it is full, and goes on empty after it', async () => {
    const full = await list(server, '?perPage=17');
    expect(full.body).toHaveLength(17);
    expect(full.headers).not.toHaveProperty('nexturl');
    const after = await list(server, '?perPage=17&page=2');
    expect(after).toMatchObject({ status: 200, body: [] });
    expect(after.headers).not.toHaveProperty('nexturl');
    expect(await list(server, '?page=999999999&perPage=100')).toMatchObject({ status: 200, body: [] });
  });

  test('lowers a page that is too large rather than refusing it', async () => {
    const { status, headers, body } = await list(server, '?perPage=2000');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ page: '1', perpage: '100' });
    expect(body).toHaveLength(17);
  });

  test.for(['0', '-1', '1.5', '1e3', 'abc', '', ' ', '%00', 'NaN', '1%0d%0aX: 1'])(
    'refuses the page or the size %j',
    async (value) => {
      for (const field of ['page', 'perPage']) {
        const answer = await list(server, `?${field}=${value}`);
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation', fields: { [field]: 'invalid' } } });
        expect((answer.body as unknown as { message: string[] }).message).toEqual([`invalid ${field}`]);
      }
    },
  );

  test('refuses a page beyond all, and lowers a size beyond all', async () => {
    expect(await list(server, '?page=1000000000')).toMatchObject({
      status: 400,
      body: { fields: { page: 'invalid' } },
    });
    expect((await list(server, `?perPage=${'9'.repeat(400)}`)).headers).toMatchObject({ perpage: '100' });
    const compatible = await startServer({ compatibility: KENZIEHUB });
    expect((await list(compatible, '?page=999999999')).headers['nexturl']).toContain('page=999999999&');
  });

  test('refuses a page that is given twice', async () => {
    expect(await list(server, '?page=1&page=2')).toMatchObject({ status: 400, body: { fields: { page: 'invalid' } } });
  });

  test('never holds a private user, whoever asks, nor one who has turned private', async () => {
    for (const token of [undefined, hidden.token]) {
      const everybody = await list(server, '?perPage=100', token === undefined ? {} : { token });
      expect(namesIn(everybody)).not.toContain('Escondida');
    }
    const undecided = await server.signUp({ name: 'Indecisa' });
    await publish(server, undecided);
    expect(namesIn(await list(server, '?perPage=100'))).toContain('Indecisa');
    await publish(server, undecided, 'private');
    expect(namesIn(await list(server, '?perPage=100'))).not.toContain('Indecisa');
  });

  test('shows everybody as anyone sees them, also to themselves', async () => {
    const { body, text } = await list(server, '?perPage=100', { token: all[0]?.token ?? '' });
    for (const user of body) expect(Object.keys(user).toSorted()).toEqual(Object.keys(PublicUser.shape).toSorted());
    expect(text).not.toContain('@');
  });
});

describe('looking for a technology', async () => {
  const server = await startServer();
  const [ana, bia, caio] = await publicUsers(server, ['Ana', 'Bia', 'Caio']);
  const hidden = await server.signUp({ name: 'Escondida' });
  const titles: Array<[SignedIn | undefined, string[]]> = [
    [ana, ['Programação', 'PROGRAMAÇÃO avançada', '100% CSS', 'snake_case']],
    [bia, ['React', 'C:\\DOS', 'İstanbul', 'ÇÃO']],
    [caio, ['react native', '100 CSS', 'snakeXcase', 'reactive']],
    [hidden, ['React']],
  ];
  for (const [user, ofUser] of titles) {
    for (const title of ofUser) await server.addTechnology(user?.token ?? '', { title });
  }
  const find = (tech: string) => list(server, `?tech=${encodeURIComponent(tech)}`);

  test.for([
    ['React', ['Bia', 'Caio']],
    ['rEACT nat', ['Caio']],
    [' react ', ['Bia', 'Caio']],
    ['programacao', ['Ana']],
    ['PROGRAMAÇÃO', ['Ana']],
    ['programac\u0327a\u0303o', ['Ana']],
    ['ção', ['Ana', 'Bia']],
    ['cao', ['Ana', 'Bia']],
    ['istanbul', ['Bia']],
    ['100%', ['Ana']],
    ['%', ['Ana']],
    ['snake_case', ['Ana']],
    ['_', ['Ana']],
    ['\\', ['Bia']],
    [':\\d', ['Bia']],
    ["' or 1=1 --", []],
    ['nothing like it', []],
    ['\u0301', []],
    ['', ['Ana', 'Bia', 'Caio']],
    ['  ', ['Ana', 'Bia', 'Caio']],
  ] as const)('%j finds %j', async ([tech, found]) => {
    const answer = await find(tech);
    expect(answer.status).toBe(200);
    expect(namesIn(answer)).toEqual(found);
  });

  test('answers the whole list of whoever is found', async () => {
    const { body } = await find('native');
    expect(body[0]?.techs.map(({ title }) => title)).toEqual(['react native', '100 CSS', 'snakeXcase', 'reactive']);
  });

  test('cuts its pages over users, not over what they know', async () => {
    const first = await list(server, '?tech=react&perPage=1');
    expect(namesIn(first)).toEqual(['Bia']);
    expect(pageOf(first.headers)).toBe('?page=2&perPage=1&tech=react');
    const second = await list(server, queryOf(first.headers));
    expect(namesIn(second)).toEqual(['Caio']);
    expect(second.headers).not.toHaveProperty('nexturl');
  });

  test('keeps what is looked for in the address of the next page, whatever its letters', async () => {
    await server.addTechnology(caio?.token ?? '', { title: 'a&b=ç%' });
    await server.addTechnology(bia?.token ?? '', { title: 'A&B=Ç%' });
    const first = await list(server, `?perPage=1&tech=${encodeURIComponent('a&b=ç%')}`);
    expect(namesIn(first)).toEqual(['Bia']);
    expect(new URL(String(first.headers['nexturl'])).searchParams.get('tech')).toBe('a&b=ç%');
    expect(namesIn(await list(server, queryOf(first.headers)))).toEqual(['Caio']);
  });

  test('does not find what has been deleted, and finds it again when that is undone', async () => {
    const { id } = await server.addTechnology(ana?.token ?? '', { title: 'Fortran' });
    expect(namesIn(await find('fortran'))).toEqual(['Ana']);
    await server.ask('DELETE', `/users/techs/${id}`, { token: ana?.token });
    expect(namesIn(await find('fortran'))).toEqual([]);
    await server.ask('POST', `/users/techs/${id}/restore`, { token: ana?.token });
    expect(namesIn(await find('fortran'))).toEqual(['Ana']);
  });

  test('finds by the title that is there now', async () => {
    const { id } = await server.addTechnology(ana?.token ?? '', { title: 'Delphi' });
    await server.ask('PUT', `/users/techs/${id}`, { token: ana?.token, body: { title: 'Pascal' } });
    expect(namesIn(await find('delphi'))).toEqual([]);
    expect(namesIn(await find('PASCAL'))).toEqual(['Ana']);
  });

  test.for([
    ['a\u0000b', 'invalid'],
    ['x'.repeat(101), 'too-long'],
  ] as const)('refuses %j', async ([tech, code]) => {
    expect(await find(tech)).toMatchObject({ status: 400, body: { code: 'validation', fields: { tech: code } } });
  });
});

describe('a page that would be larger than a mebibyte', async () => {
  const server = await startServer();
  const names = ['P1', 'P2', 'Grande 1', 'P3', 'Grande 2', 'Grande 3', 'Grande 4', 'P4', 'P5', 'Grande 5', 'P6'];
  const work = { title: '🙂'.repeat(120), description: '🙂'.repeat(2_000), deploy_url: 'https://example.com' };
  for (const [index, user] of (await publicUsers(server, names)).entries()) {
    await server.addTechnology(user.token, { title: 'Go' });
    if (!names[index]?.startsWith('Grande')) continue;
    await Promise.all(Array.from({ length: 50 }, () => server.addWork(user.token, work)));
  }

  /** The names on each page, from this one on. */
  async function follow(query: string): Promise<string[][]> {
    const pages: string[][] = [];
    for (let next: string | undefined = query; next !== undefined;) {
      const answer = await list(server, next);
      expect(answer.status).toBe(200);
      expect(answer.bytes.length).toBeLessThanOrEqual(MIB);
      pages.push(namesIn(answer));
      next = 'nexturl' in answer.headers ? queryOf(answer.headers) : undefined;
    }
    return pages;
  }

  test.for(['', '?perPage=100', '?perPage=5', '?perPage=4&tech=go', '?perPage=1', '?perPage=11', '?perPage=10'])(
    'ends early, and nextUrl leads through everybody once: %s (X-143)',
    async (query) => {
      expect((await follow(query)).flat()).toEqual(names);
    },
  );

  test('goes on within the page, so that every page number still means the same users (X-143)', async () => {
    const first = await list(server, '?perPage=6&tech=go');
    expect(namesIn(first)).toEqual(names.slice(0, 5));
    expect(first.headers).toMatchObject({ page: '1', perpage: '6' });
    expect(pageOf(first.headers)).toBe('?page=1&perPage=6&skip=5&tech=go');
    const rest = await list(server, queryOf(first.headers));
    expect(namesIn(rest)).toEqual(names.slice(5, 6));
    expect(rest.headers).toMatchObject({ page: '1', perpage: '6' });
    expect(pageOf(rest.headers)).toBe('?page=2&perPage=6&tech=go');
    expect(namesIn(await list(server, queryOf(rest.headers)))[0]).toBe(names[6]);
  });

  test('holds whoever alone is larger than it may be (X-143)', async () => {
    const giant = await server.signUp({ name: 'Enorme', bio: '🙂'.repeat(2_000) });
    const longest = { ...work, deploy_url: `https://example.com/${'🙂'.repeat(2_028)}` };
    await Promise.all([
      ...Array.from({ length: 50 }, () => server.addWork(giant.token, longest)),
      ...Array.from({ length: 500 }, (_, index) =>
        server.addTechnology(giant.token, { title: `${index} ${'🙂'.repeat(96)}` }),
      ),
    ]);
    await publish(server, giant);
    const last = await list(server, '?page=12&perPage=1');
    expect(namesIn(last)).toEqual(['Enorme']);
    expect(last.headers).not.toHaveProperty('nexturl');
    expect(last.bytes.length).toBeLessThan(2 * MIB);
    expect(namesIn(await list(server, '?page=2&perPage=10'))).toEqual(['P6']);
    expect(pageOf((await list(server, '?page=2&perPage=10')).headers)).toBe('?page=2&perPage=10&skip=1');
    expect(namesIn(await list(server, '?page=2&perPage=10&skip=1'))).toEqual(['Enorme']);
  });

  test('goes on behind its end when more is skipped than it holds (X-143)', async () => {
    const answer = await list(server, '?perPage=3&skip=7');
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(pageOf(answer.headers)).toBe('?page=2&perPage=3');
    for (const skip of ['0', '-1', 'x']) {
      expect(await list(server, `?skip=${skip}`)).toMatchObject({ status: 400, body: { fields: { skip: 'invalid' } } });
    }
  });
});

/** The origins of the next page and of a picture, as they are answered to a request with these headers. */
async function origins(parts: Partial<AppParts>, headers: Record<string, string>) {
  const server = await startServer(parts);
  const [first] = await publicUsers(server, ['P1', 'P2']);
  await server.addAvatar(first?.token ?? '');
  const { headers: answered, body } = await list(server, '?perPage=1', { headers });
  return [answered['nexturl'], body[0]?.avatar_url].map((address) => new URL(String(address)).origin);
}

describe('the addresses in an answer', () => {
  const forwarded = { 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' };

  test('start with the host that was asked', async () => {
    expect(await origins({}, { host: 'trilha.lan:3333' })).toEqual(Array(2).fill('http://trilha.lan:3333'));
  });

  test('start with PUBLIC_URL where it is told, whatever the request says', async () => {
    const headers = { ...forwarded, host: 'evil.example' };
    const parts = { publicUrl: 'https://trilha.example', trustedProxies: ['127.0.0.1'] };
    expect(await origins(parts, headers)).toEqual(Array(2).fill('https://trilha.example'));
  });

  test('start with what a trusted proxy was asked', async () => {
    const parts = { trustedProxies: ['127.0.0.1'] };
    expect(await origins(parts, forwarded)).toEqual(Array(2).fill('https://front.example'));
  });

  test.for(['javascript', 'data', 'ftp', 'https://evil.example/?'])(
    'start with http where a proxy passes on the scheme %s (X-152)',
    async (scheme) => {
      const parts = { trustedProxies: ['127.0.0.1'] };
      const headers = { ...forwarded, 'x-forwarded-proto': scheme };
      expect(await origins(parts, headers)).toEqual(Array(2).fill('http://front.example'));
    },
  );

  test('start with no more than a host where a proxy passes on what a client says of it (X-443)', async () => {
    const server = await startServer({ trustedProxies: ['127.0.0.1'] });
    for (const host of ['evil.example/?', 'good@evil.example', '"><x>']) {
      const headers = { ...forwarded, 'x-forwarded-host': host };
      expect(await list(server, '?perPage=1', { headers })).toMatchObject({ status: 400 });
    }
  });

  test('believe nobody else about it', async () => {
    const asked = { ...forwarded, host: 'trilha.lan' };
    expect(await origins({}, asked)).toEqual(Array(2).fill('http://trilha.lan'));
    expect(await origins({ trustedProxies: ['10.0.0.0/8'] }, asked)).toEqual(Array(2).fill('http://trilha.lan'));
  });
});
