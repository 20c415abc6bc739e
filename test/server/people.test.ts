import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { COURSE_MODULES } from '#contract/choices.ts';
import { makePeople } from '../../scripts/database/fake-people.ts';
import { adminEvent } from '../../server/accounts/security-log.ts';
import { lockAccount, unlockAccount } from '../../server/database/accounts/administration.ts';
import { MIGRATIONS } from '../../server/database/migrate.ts';
import { updateListed } from '../../server/database/public-profiles/public-list.ts';
import { titleKeys } from '../../server/database/technologies/technologies.ts';
import { expectListedAsUsers } from '../helpers/database/listing.ts';
import { aPerson } from '../helpers/make.ts';
import { type SignedIn, startServer } from '../helpers/start-server.ts';

const DAY = 24 * 60 * 60_000;
const server = await startServer();
const { database } = server;

/** Signs up a user with a public page who knows these technologies, each with its level. */
async function publish(technologies: Record<string, string>, overrides: Parameters<typeof server.signUp>[0] = {}) {
  const someone = await server.signUp(overrides);
  for (const [title, status] of Object.entries(technologies)) {
    await server.addTechnology(someone.token, { title, status });
  }
  await change(someone, { visibility: 'public' });
  return { ...someone, handle: await server.chooseHandle(someone.token) };
}

async function change({ token }: Pick<SignedIn, 'token'>, body: object): Promise<void> {
  expect((await server.ask('PUT', '/profile', { token, body })).status).toBe(200);
}

/** Adds users with a public page and one technology. Returns their handles, the newest user first. */
async function fill(count: number, title: string, course_module: string): Promise<string[]> {
  const { created_at: at } = (await server.signUp()).user;
  const stamps = { created_at: at, updated_at: at };
  const { password: _password, ...person } = aPerson({ course_module });
  const ids = Array.from({ length: count }, () => randomUUID());
  const handles = ids.map((id) => ({ handle: `p-${id}`, user_id: id, left_at: null }));
  for (let from = 0; from < count; from += 100) {
    const some = ids.slice(from, from + 100);
    const access = { password_hash: '', visibility: 'public' as const };
    const users = some.map((id) => ({ ...person, ...access, ...stamps, id, email: id, email_key: id }));
    await database.insertInto('users').values(users).execute();
    const technology = { title, status: 'Iniciante', ...titleKeys(title), ...stamps };
    const technologies = some.map((user_id) => ({ ...technology, id: randomUUID(), user_id }));
    await database.insertInto('technologies').values(technologies).execute();
    await database
      .insertInto('handles')
      .values(handles.slice(from, from + 100))
      .execute();
  }
  const [userId = ''] = ids;
  await database.transaction().execute((transaction) => updateListed(transaction, { userId }));
  // All changed on the same day.
  const own = database.selectFrom('technologies').where('user_id', '=', userId).select('rank');
  const sequence = sql<number>`(select sequence from users where id = technologies.user_id)`;
  await database.updateTable('technologies').set({ rank: own, listed: sequence }).where('user_id', 'in', ids).execute();
  return handles.map(({ handle }) => handle).toReversed();
}

/** The distinct permutations of `items`, which may contain equal ones. */
function ordersOf(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((item) =>
    ordersOf(items.toSpliced(items.indexOf(item), 1)).map((rest) => [item, ...rest]),
  );
}

async function page(query: string) {
  const { status, text } = await server.ask('GET', `/pessoas?${query}`);
  expect(status).toBe(200);
  const [, next] = /rel="next" href="\/pessoas\?([^"]+)"/.exec(text) ?? [];
  const handles = [...text.matchAll(/<h2><a href="\/u\/([^"]+)"/g)].map(([, handle = '']) => handle);
  return { text, handles, next: next?.replaceAll('&amp;', '&') };
}

async function follow(query: string): Promise<string[]> {
  const { handles, next } = await page(query);
  return next === undefined ? handles : [...handles, ...(await follow(next))];
}

const find = async (...titles: string[]) =>
  (await page(titles.map((title) => `tecnologia=${encodeURIComponent(title)}`).join('&'))).handles;

describe('the page of people', () => {
  test('answers a text of which half an emoji is cut off', async () => {
    expect(await find(`${'a'.repeat(199)}\u{1F600}`, 'React')).toEqual([]);
  });

  test('finds a technology by each of its spellings, and a person once (X-692)', async () => {
    const one = await publish({ React: 'Iniciante' });
    const two = await publish({ ReactJS: 'Iniciante', 'react.js': 'Avançado', 'React Native': 'Iniciante' });
    await publish({ 'React Native': 'Avançado' });
    for (const title of ['React', 'ReactJS', 'react.js', ' REACT js ']) {
      expect(await find(title)).toEqual([two.handle, one.handle]);
    }
    const { text } = await page('tecnologia=react');
    expect(text).toMatch(/React<\/bdi> <span>Avançado<[^]*React<\/bdi> <span>Iniciante</);
    expect(text).toContain('<title>Quem sabe React · Trilha</title>');
    const older = await publish({ 'HTML 5': 'Iniciante', 'Express.js': 'Iniciante', GitHub: 'Iniciante' });
    const newer = await publish({ html: 'Iniciante', express: 'Iniciante', Git: 'Iniciante' });
    for (const title of ['HTML', 'Html5', 'Express']) expect(await find(title)).toEqual([newer.handle, older.handle]);
    expect(await find('git')).toEqual([newer.handle]);
    const own = await publish({ 'Lógica de Programação': 'Iniciante', '☂': 'Iniciante' });
    expect(await find('logica de programacao')).toEqual([own.handle]);
    for (const title of ['ninguém sabe', '☂', '%', "'", '\0', 'x'.repeat(3_000)]) expect(await find(title)).toEqual([]);
  });

  test('filters by all technologies, their least level, and the module (X-692)', async () => {
    const [first, second] = COURSE_MODULES;
    const low = await publish({ Elm: 'Iniciante', Zig: 'Avançado' }, { course_module: first });
    const middle = await publish({ Elm: 'Intermediário', zig: 'Intermediario' }, { course_module: second });
    const high = await publish({ Elm: 'Avançado' }, { course_module: second });
    const cases: Array<[query: string, found: SignedIn[]]> = [
      ['tecnologia=Elm', [high, middle, low]],
      ['tecnologia=Elm&nivel=iniciante', [high, middle, low]],
      ['tecnologia=Elm&nivel=intermediario', [high, middle]],
      ['tecnologia=Elm&nivel=Avan%C3%A7ado', [high]],
      ['tecnologia=Elm&modulo=2', [high, middle]],
      ['tecnologia=Elm&modulo=4', []],
      ['tecnologia=Elm&tecnologia=Zig', [middle, low]],
      ['tecnologia=Zig&tecnologia=Elm&nivel=intermediario', [middle]],
      ['tecnologia=Elm&tecnologia=Zig&modulo=1', [low]],
      ['tecnologia=Elm&tecnologia=ninguem', []],
      ['tecnologia=&nivel=avancado', []],
    ];
    const handles = new Map([low, middle, high].map(({ user, handle }) => [user.id, handle]));
    for (const [query, found] of cases) {
      expect((await page(query)).handles, query).toEqual(found.map(({ user }) => handles.get(user.id)));
    }
  });

  test('explains parameters that it cannot use, and answers with 200', async () => {
    for (const [query, words] of [
      ['tecnologia=Elm&nivel=mestre', 'Não conhecemos este nível'],
      ['tecnologia=Elm&modulo=5&modulo=9', 'Não conhecemos este módulo'],
      ['abcdef'.replaceAll(/./g, 'tecnologia=$&&'), 'até 5 tecnologias por vez'],
      ['', 'Escolha uma ou mais tecnologias'],
      ['tecnologia=ninguem', 'Ninguém com perfil público ainda.'],
      ['tecnologia=ninguem&depois=x&depois=99999999999.admin&nivel=%00', 'Ninguém com perfil público ainda.'],
      ['tecnologia=%22%3E%3Cscript%3E', 'Quem sabe &quot;&gt;&lt;script&gt;'],
    ] as const) {
      expect((await page(query)).text, query).toContain(words);
    }
  });

  test('has people with projects first, then the last to change, each once (X-691)', async () => {
    const wanted = await fill(45, 'Cobol', COURSE_MODULES[0]);
    expect(await follow('tecnologia=Cobol')).toEqual(wanted);
    expect((await page('tecnologia=Cobol')).handles).toEqual(wanted.slice(0, 20));
    server.turnClock(DAY);
    const later = await publish({ COBOL: 'Iniciante' });
    const maker = await publish({ cobol: 'Iniciante' });
    const { id } = await server.addWork(maker.token);
    server.turnClock(DAY);
    const latest = await publish({ Cobol: 'Iniciante' });
    expect(await follow('tecnologia=Cobol')).toEqual([maker.handle, latest.handle, later.handle, ...wanted]);
    await server.ask('DELETE', `/users/works/${id}`, { token: maker.token });
    await change(later, { bio: 'Outra' });
    expect(await follow('tecnologia=Cobol')).toEqual([latest.handle, later.handle, maker.handle, ...wanted]);
    server.turnClock(DAY);
    await server.addTechnology(maker.token, { title: 'Perl' });
    expect(await follow('tecnologia=Cobol')).toEqual([maker.handle, latest.handle, later.handle, ...wanted]);
  });

  test('has exactly the public and unlocked people with a page (X-690)', async () => {
    const someone = await server.signUp();
    const { token, user } = someone;
    const { id } = await server.addTechnology(token, { title: 'Fortran' });
    const lock = { userId: user.id, event: adminEvent('locked'), now: new Date() };
    const path = `/users/techs/${id}`;
    const acts: Array<[name: string, act: () => Promise<unknown>, isFound: boolean]> = [
      ['private', async () => undefined, false],
      ['public without a handle', () => change(someone, { visibility: 'public' }), false],
      ['with a handle', () => change(someone, { handle: `ana-${user.id}` }), true],
      ['private with a handle', () => change(someone, { visibility: 'private' }), false],
      ['public again', () => change(someone, { visibility: 'public' }), true],
      ['another title', () => server.ask('PUT', path, { token, body: { title: 'Pascal' } }), false],
      ['the old title', () => server.ask('PUT', path, { token, body: { title: 'FORTRAN' } }), true],
      ['deleted', () => server.ask('DELETE', path, { token }), false],
      ['restored', () => server.ask('POST', `${path}/restore`, { token }), true],
      ['handle given up', () => change(someone, { handle: null }), false],
      ['another handle', () => change(someone, { handle: `bia-${user.id}` }), true],
      ['locked', () => lockAccount(database, lock), false],
      ['unlocked', () => unlockAccount(database, lock), true],
    ];
    for (const [name, act, isFound] of acts) {
      await act();
      expect(await find('Fortran'), name).toHaveLength(isFound ? 1 : 0);
    }
    const again = await server.logIn(someone.person);
    await server.ask('DELETE', `/users/${user.id}`, { token: again.token });
    expect(await find('Fortran')).toEqual([]);
  });

  test('lists technologies as their user, in any order of changes (X-690)', async () => {
    const other = await startServer({ rateLimit: false });
    const { token, user } = await other.signUp();
    const put = (body: object) => other.ask('PUT', '/profile', { token, body });
    await put({ handle: `p-${user.id}` });
    const orders = ordersOf(['visibility', 'visibility', 'delete', 'restore']);
    for (const isFirstPublic of [false, true]) {
      for (const order of orders.filter((names) => names.indexOf('delete') < names.indexOf('restore'))) {
        await other.database.deleteFrom('technologies').execute();
        let isPublic = isFirstPublic;
        await put({ visibility: isPublic ? 'public' : 'private' });
        const path = `/users/techs/${(await other.addTechnology(token)).id}`;
        await other.addTechnology(token);
        // A session lasts thirty days.
        other.turnClock(DAY / 4);
        const acts: Record<string, () => Promise<unknown>> = {
          visibility: () => {
            isPublic = !isPublic;
            return put({ visibility: isPublic ? 'public' : 'private' });
          },
          delete: () => other.ask('DELETE', path, { token }),
          restore: () => other.ask('POST', `${path}/restore`, { token }),
          add: () => other.addTechnology(token),
        };
        for (const [done, name] of [...order, 'add'].entries()) {
          await acts[name]?.();
          await expectListedAsUsers(other.database, order.slice(0, done + 1).join(', '));
        }
      }
    }
  });

  test('looks at a limited number of people, and offers to continue (X-693)', async () => {
    await publish({ Ada: 'Avançado', Lisp: 'Avançado' }, { course_module: COURSE_MODULES[1] });
    await fill(1_400, 'Ada', COURSE_MODULES[0]);
    const first = await page('tecnologia=Ada&modulo=2');
    expect([first.handles, first.text]).toEqual([[], expect.stringContaining('Continuar procurando')]);
    expect(await follow('tecnologia=Ada&modulo=2')).toHaveLength(1);
    expect(await find('Ada', 'Lisp')).toHaveLength(1);
  });

  test('looks at each person once, however many titles of a spelling they have (X-693)', async () => {
    const someone = await publish({ Simula: 'Avançado' });
    for (let count = 0; count < 6; count += 1) {
      const { token } = await publish({});
      const skills = Array.from({ length: 500 }, (_, index) => ({
        name: `s${'.'.repeat(index % 25)}imul${'-'.repeat(index / 25)}a`,
      }));
      const { status } = await server.ask('POST', '/profile/resume?apply=true', { token, body: { skills } });
      expect(status).toBe(200);
    }
    expect((await page('tecnologia=Simula')).handles).toHaveLength(7);
    expect((await page('tecnologia=Simula&nivel=avancado')).handles).toEqual([someone.handle]);
  });

  test('continues after a private or former handle as after an unknown one (X-694)', async () => {
    const [hidden, renamed] = [await publish({ Forth: 'Iniciante' }), await publish({ Forth: 'Iniciante' })];
    await publish({ Forth: 'Iniciante' });
    await change(hidden, { visibility: 'private' });
    await server.chooseHandle(renamed.token);
    const pages = ['ninguem-tem-este', hidden.handle, renamed.handle].map(
      async (handle) => (await page(`tecnologia=Forth&depois=99999999.${handle}`)).text,
    );
    expect(new Set(await Promise.all(pages)).size).toBe(1);
  });

  test('an import is found, and the migration computes the same ranks (X-691)', async () => {
    const someone = await publish({});
    const body = { skills: [{ name: 'Prolog' }], projects: [{ name: 'Árvore', url: 'https://example.com' }] };
    await server.ask('POST', '/profile/resume?apply=true', { token: someone.token, body });
    expect(await find('Prolog')).toEqual([someone.handle]);
    const { users, technologies, works, handles } = makePeople(100_000, 60, 3, 'hash');
    for (const [table, rows] of Object.entries({ users, technologies, works, handles })) {
      await database
        .transaction()
        .execute((transaction) => database.engine.bulk.append(transaction, table as 'users', rows));
    }
    const ranks = () => database.selectFrom('technologies').select(['id', 'spelling', 'rank']).orderBy('id').execute();
    const before = await ranks();
    await database.schema.dropIndex('technologies_people').execute();
    for (const column of ['spelling', 'rank']) {
      await database.schema.alterTable('technologies').dropColumn(column).execute();
    }
    await MIGRATIONS['0020-people']?.up(database);
    expect(await ranks()).toEqual(before);
  });
});

test('the page runs nothing, submits to itself, and is cached like other public pages', async () => {
  const { headers, text } = await server.ask('GET', '/pessoas?tecnologia=React');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-robots-tag': 'noindex',
    vary: 'accept-encoding',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]+; .*form-action 'self'/,
  );
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toMatch(/<script|style="|\son\w+=/);
  const etag = String(headers['etag']);
  const again = await server.ask('GET', '/pessoas?tecnologia=React', { headers: { 'if-none-match': etag } });
  expect(again).toMatchObject({ status: 304, text: '' });
});
