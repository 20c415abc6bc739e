import { describe, expect, test } from 'vitest';
import type { PublicUser } from '#contract/user.ts';
import { afterStatement } from '../helpers/database/after-statement.ts';
import { type SignedIn, startServer, type TestServer } from '../helpers/start-server.ts';

const MIB = 1024 * 1024;

async function publish(server: TestServer, { token }: SignedIn) {
  expect((await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } })).status).toBe(200);
}

/** Users with these names and public profiles, in this order. */
async function publicUsers(server: TestServer, names: string[]): Promise<SignedIn[]> {
  const all = [];
  for (const name of names) all.push(await server.signUp({ name }));
  for (const user of all.toReversed()) await publish(server, user);
  return all;
}

function list(server: TestServer, query = '') {
  return server.ask<PublicUser[]>('GET', `/users${query}`);
}

function namesIn({ body }: { body: PublicUser[] }): string[] {
  return body.map(({ name }) => name);
}

function queryOf({ headers }: { headers: Record<string, unknown> }): string {
  return new URL(String(headers['nexturl'])).search;
}

/** The query of the next page as the original API has it: with the number of the page, without the cursor. */
function pageOf(answer: { headers: Record<string, unknown> }): string {
  return queryOf(answer).replace(/&after=[\da-f-]{36}$/, '');
}

describe('the list of users', async () => {
  const server = await startServer();
  const names = Array.from({ length: 17 }, (_, index) => `P${index + 1}`);
  await publicUsers(server, names);
  await server.signUp();

  test('has fifteen to a page, in the order of sign-up, and names the next page', async () => {
    const page = await list(server);
    expect([page.status, namesIn(page)]).toEqual([200, names.slice(0, 15)]);
    expect(page.headers).toMatchObject({
      page: '1',
      perpage: '15',
      nexturl: expect.stringMatching(/^http:\/\/localhost(:80)?\/users\?page=2&perPage=15&after=[\da-f-]{36}$/),
    });
    const second = await list(server, queryOf(page));
    expect([namesIn(second), second.headers['page']]).toEqual([names.slice(15), '2']);
    expect(second.headers).not.toHaveProperty('nexturl');
  });

  test.for(['', '?perPage=1'])('lacks a user who turns private while it is read: %s (A-26)', async (query) => {
    const other = await startServer();
    const [ana, bia] = await publicUsers(other, ['Ana', 'Bia']);
    const hide = () =>
      other.ask('PUT', '/profile', { token: ana?.token, body: { visibility: 'private', bio: 'Segredo' } });
    afterStatement(other.database, 'list-public-users', hide);
    const { headers, body } = await list(other, query);
    const { nexturl } = headers;
    const next = typeof nexturl === 'string' ? (await list(other, new URL(nexturl).search)).body : [];
    expect([...body, ...next]).toMatchObject([{ id: bia?.user.id }]);
  });

  test.for([
    ['?perPage=17', '17', names],
    ['?perPage=17&page=2', '17', []],
    [`?perPage=${'9'.repeat(400)}`, '100', names],
    ['?page=999999999&perPage=100', '100', []],
  ] as const)('names no next page after the last one: %s', async ([query, perpage, found]) => {
    const answer = await list(server, query);
    expect([answer.status, namesIn(answer)]).toEqual([200, found]);
    expect(answer.headers).toMatchObject({ perpage });
    expect(answer.headers).not.toHaveProperty('nexturl');
  });

  test('rejects an invalid page or page size', async () => {
    for (const value of ['0', '-1', '1.5', '1e3', 'abc', '', ' ', '%00', 'NaN', '1%0d%0aX: 1']) {
      for (const field of ['page', 'perPage']) {
        const body = { fields: { [field]: 'invalid' } };
        expect(await list(server, `?${field}=${value}`), value).toMatchObject({ status: 400, body });
      }
    }
    for (const query of ['?page=1000000000', '?page=1&page=2']) {
      expect(await list(server, query)).toMatchObject({ status: 400, body: { fields: { page: 'invalid' } } });
    }
  });
});

describe('searching a technology', async () => {
  const server = await startServer();
  const titles = [
    ['Programação', 'PROGRAMAÇÃO avançada', '100% CSS', 'snake_case'],
    ['React', 'C:\\DOS', 'İstanbul', 'ÇÃO', 'a&b=ç%'],
    ['react native', '100 CSS', 'snakeXcase', 'reactive', 'A&B=Ç%'],
    ['React'],
  ];
  const users = [...(await publicUsers(server, ['Ana', 'Bia', 'Caio'])), await server.signUp()];
  for (const [index, { token }] of users.entries()) {
    for (const title of titles[index] ?? []) await server.addTechnology(token, { title });
  }
  const find = (tech: string) => list(server, `?tech=${encodeURIComponent(tech)}`);

  test.for([
    ['React', ['Bia', 'Caio']],
    ['rEACT nat', ['Caio']],
    [' react ', ['Bia', 'Caio']],
    ['programacao', ['Ana']],
    ['programac\u0327a\u0303o', ['Ana']],
    ['ção', ['Ana', 'Bia']],
    ['istanbul', ['Bia']],
    ['100%', ['Ana']],
    ['%', ['Ana', 'Bia', 'Caio']],
    ['snake_case', ['Ana']],
    ['_', ['Ana']],
    ['\\', ['Bia']],
    [':\\d', ['Bia']],
    ["' or 1=1 --", []],
    ['\u0301', []],
    ['', ['Ana', 'Bia', 'Caio']],
  ] as const)('for %j finds %j', async ([tech, found]) => {
    const answer = await find(tech);
    expect([answer.status, namesIn(answer)]).toEqual([200, found]);
  });

  test.for(['react', 'a&b=ç%'])(
    'for %j returns users with all their technologies, and so does the next page',
    async (tech) => {
      const first = await list(server, `?perPage=1&tech=${encodeURIComponent(tech)}`);
      expect(namesIn(first)).toEqual(['Bia']);
      expect(new URLSearchParams(pageOf(first)).get('tech')).toBe(tech);
      const second = await list(server, queryOf(first));
      expect(namesIn(second)).toEqual(['Caio']);
      expect(second.body[0]?.techs.map(({ title }) => title)).toEqual(titles[2]);
      expect(second.headers).not.toHaveProperty('nexturl');
    },
  );

  test('rejects a text that is not a valid title', async () => {
    for (const [tech, code] of [['a\u0000b', 'invalid'] as const, ['x'.repeat(101), 'too-long'] as const]) {
      expect(await find(tech)).toMatchObject({ status: 400, body: { fields: { tech: code } } });
    }
  });
});

describe('a page of more than a mebibyte', async () => {
  const server = await startServer();
  const names = ['P1', 'P2', 'Grande 1', 'P3', 'Grande 2', 'Grande 3', 'Grande 4', 'P4', 'P5', 'Grande 5', 'P6'];
  const work = { title: '🙂'.repeat(120), description: '🙂'.repeat(2_000), deploy_url: 'https://example.com' };
  for (const { token, user } of await publicUsers(server, names)) {
    await server.addTechnology(token, { title: 'Go' });
    if (user.name.startsWith('Grande')) await server.fillWorks(user.id, 50, work);
  }

  test.for(['', '?perPage=100', '?perPage=5', '?perPage=4&tech=go', '?perPage=1', '?perPage=11', '?perPage=10'])(
    'ends early, and its next pages have everybody once: %s (X-143)',
    async (query) => {
      const found: string[] = [];
      for (let next: string | undefined = query; next !== undefined;) {
        const answer = await list(server, next);
        expect(answer.bytes.length).toBeLessThanOrEqual(MIB);
        found.push(...namesIn(answer));
        next = 'nexturl' in answer.headers ? queryOf(answer) : undefined;
      }
      expect(found).toEqual(names);
    },
  );

  test('continues under the same page number (X-143)', async () => {
    const first = await list(server, '?perPage=6&tech=go');
    expect([namesIn(first), pageOf(first)]).toEqual([names.slice(0, 5), '?page=1&perPage=6&skip=5&tech=go']);
    const rest = await list(server, queryOf(first));
    expect([namesIn(rest), pageOf(rest)]).toEqual([names.slice(5, 6), '?page=2&perPage=6&tech=go']);
    expect(rest.headers).toMatchObject({ page: '1', perpage: '6' });
    expect(namesIn(await list(server, queryOf(rest)))[0]).toBe(names[6]);
  });

  test('includes a user who alone exceeds the limit', async () => {
    const giant = await server.signUp({ name: 'Enorme', bio: '🙂'.repeat(2_000) });
    await server.fillWorks(giant.user.id, 50, { ...work, deploy_url: `https://example.com/${'🙂'.repeat(2_028)}` });
    await server.fillTechnologies(giant.user.id, 500, (index) => `${index} ${'🙂'.repeat(96)}`);
    await publish(server, giant);
    const last = await list(server, '?page=12&perPage=1');
    expect(namesIn(last)).toEqual(['Enorme']);
    expect(last.headers).not.toHaveProperty('nexturl');
    expect(last.bytes.length).toBeLessThan(2 * MIB);
    const page = await list(server, '?page=2&perPage=10');
    expect([namesIn(page), namesIn(await list(server, queryOf(page)))]).toEqual([['P6'], ['Enorme']]);
  });

  test('is empty when skip exceeds its length', async () => {
    expect(await list(server, '?perPage=3&skip=7')).toMatchObject({ status: 200, body: [] });
    for (const skip of ['0', '-1', 'x']) {
      expect(await list(server, `?skip=${skip}`)).toMatchObject({ status: 400, body: { fields: { skip: 'invalid' } } });
    }
  });
});
