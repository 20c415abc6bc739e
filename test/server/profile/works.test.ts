import { describe, expect, onTestFinished, test } from 'vitest';
import { countWorks } from '#contract/public/works.ts';
import { WORKS_LIMIT } from '#contract/limits.ts';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { statements } from '../../../server/database/query-timing.ts';
import { sweepTechnologies } from '../../../server/database/technologies/technologies.ts';
import { aWork } from '../../helpers/make.ts';
import { startServer, statusesOf } from '../../helpers/start-server.ts';

const server = await startServer();
const NOW = '2026-03-01T12:00:00.000Z';
const add = (token: string, body: unknown) => server.ask<Work>('POST', '/users/works', { token, body });
const change = (token: string, id: string, body: unknown) =>
  server.ask<Work>('PUT', `/users/works/${id}`, { token, body });

const remove = (token: string, id: string) => server.ask('DELETE', `/users/works/${id}`, { token });

/** Another server, which publishes its statements because a subscriber is there when it starts. */
async function startCountedServer() {
  let statementsRun = 0;
  const onStatement = () => void (statementsRun += 1);
  statements.subscribe(onStatement);
  onTestFinished(() => {
    statements.unsubscribe(onStatement);
  });
  const countStatements = async (run: () => Promise<unknown>) => {
    const before = statementsRun;
    await run();
    return statementsRun - before;
  };
  return { own: await startServer(), countStatements };
}

const works = async (token: string) => (await server.ask<OwnUser>('GET', '/profile', { token })).body.works;

describe('a project', () => {
  test('is stored trimmed, with an id and dates set by the server', async () => {
    const { token } = await server.signUp();
    const address = 'https://Loja.example/Ç?a=1#b';
    const links = { deploy_url: ` ${address} `, repository_url: ` ${address} ` };
    const texts = { title: ' Loja ', description: '\n Vende\n\tflores. \n', ...links };
    const chosen = { id: 'mine', user_id: 'x', sequence: 1, created_at: '1999', updated_at: '1999' };
    const { status, body } = await add(token, { ...texts, ...chosen });
    const defaults = { pinned: false, technologies: [] };
    const trimmed = { title: 'Loja', description: 'Vende\n\tflores.', deploy_url: address, repository_url: address };
    expect(status).toBe(201);
    const ours = { id: expect.stringMatching(/^[\w-]{36}$/), created_at: NOW, updated_at: NOW };
    expect(body).toEqual({ ...trimmed, ...defaults, ...ours });
    expect((await change(token, body.id, chosen)).body).toEqual(body);
  });

  test.for([
    ['title', 'a\nb', 'invalid title', 'invalid'],
    ['title', '😀'.repeat(121), 'title: maximum is 120 characters', 'too-long'],
    ['description', 'a\u0000b', 'invalid description', 'invalid'],
    ['description', 'x'.repeat(2001), 'description: maximum is 2000 characters', 'too-long'],
    ['deploy_url', 'data:text/html,x', 'invalid deploy_url', 'invalid'],
    ['deploy_url', `https://example.com/${'x'.repeat(2029)}`, 'deploy_url: maximum is 2048 characters', 'too-long'],
    ['repository_url', 'github.com/ana', 'invalid repository_url', 'invalid'],
    [
      'repository_url',
      `https://a.example/${'x'.repeat(2031)}`,
      'repository_url: maximum is 2048 characters',
      'too-long',
    ],
    ['pinned', 'true', 'invalid pinned', 'invalid'],
  ] as const)('has no %s %j', async ([field, value, message, code]) => {
    const { token } = await server.signUp();
    const work = await server.addWork(token, { title: '😀'.repeat(120), description: 'á'.repeat(2000) });
    const refused = { status: 400, body: { message: [message], code: 'validation', fields: { [field]: code } } };
    expect(await add(token, { ...aWork(), [field]: value })).toMatchObject(refused);
    expect(await change(token, work.id, { [field]: value })).toMatchObject(refused);
    expect(await works(token)).toEqual([work]);
  });

  test('is rejected when the user has fifty', async () => {
    const { user, token } = await server.signUp();
    await server.fillWorks(user.id, 50);
    const full = { message: 'A person can have at most 50 works', code: 'limit-reached' };
    expect(await add(token, aWork())).toMatchObject({ status: 400, body: full });
    await remove(token, (await works(token))[0]?.id ?? '');
    expect((await add(token, aWork())).status).toBe(201);
  });

  test('changes only the fields sent, also concurrently, and keeps its position', async () => {
    const { token } = await server.signUp();
    const [first, second] = [await server.addWork(token), await server.addWork(token)];
    server.turnClock(1_000);
    for (const nothing of [{}, undefined]) expect((await change(token, first.id, nothing)).body).toEqual(first);
    const links = [
      { deploy_url: 'http://loja.example' },
      { repository_url: 'http://x.example' },
      { repository_url: null },
    ];
    for (const field of [{ title: 'Loja' }, { description: 'Flores.' }, ...links, { pinned: true }]) {
      const [before] = await works(token);
      const { body } = await change(token, first.id, field);
      expect(body).toEqual({ ...before, ...field, updated_at: body.updated_at });
      expect(body.updated_at > first.updated_at).toBe(true);
    }
    const { updated_at } = (await works(token))[0] ?? {};
    server.turnClock(-1_000);
    await Promise.all([change(token, first.id, { title: 'Outra' }), change(token, first.id, { description: 'x' })]);
    expect(await works(token)).toMatchObject([{ title: 'Outra', description: 'x', updated_at }, second]);
  });

  test('is pinned while fewer than three are, also concurrently (X-620)', async () => {
    const [{ token }, other] = [await server.signUp(), await server.signUp()];
    const pin = (id: string, pinned = true) => change(token, id, { pinned });
    const added: Work[] = [];
    for (let count = 0; count < 5; count += 1) added.push(await server.addWork(token));
    const answers = await Promise.all(added.map(({ id }) => pin(id)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 400, 400]);
    const [pinned] = (await works(token)).filter((work) => work.pinned);
    const fields = { pinned: 'too-many' };
    const refused = { status: 400, body: { message: ['pinned: maximum is 3 works'], code: 'validation', fields } };
    expect(await add(token, { ...aWork(), pinned: true })).toMatchObject(refused);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(refused);
    for (const again of [true, false]) expect((await pin(pinned?.id ?? '', again)).body.pinned).toBe(again);
    for (const owner of [token, other.token])
      expect(await add(owner, { ...aWork(), pinned: true })).toMatchObject({ status: 201, body: { pinned: true } });
  });

  test('is not found after its removal', async () => {
    const { token } = await server.signUp();
    const [first, second] = [await server.addWork(token), await server.addWork(token)];
    expect(await remove(token, first.id)).toMatchObject({ status: 204, text: '' });
    for (const id of [first.id, 'x', encodeURIComponent("' or 1=1")]) {
      const missing = { status: 404, body: { message: 'Work not found', code: 'not-found' } };
      expect(await remove(token, id)).toMatchObject(missing);
      for (const body of [{ title: 'Loja' }, { technologies: [second.id] }]) {
        expect(await change(token, id, body)).toMatchObject(missing);
      }
    }
    expect(await works(token)).toEqual([second]);
  });
});

/** A user with this many technologies, and their ids in list order. */
async function someoneWith(count: number) {
  const someone = await server.signUp();
  const ids: string[] = [];
  for (let added = 0; added < count; added += 1) ids.push((await server.addTechnology(someone.token)).id);
  return { ...someone, ids };
}

const shown = async (token: string) => (await works(token)).map(({ technologies }) => technologies);

describe('the technologies of a project', () => {
  test('have the order of the list, each once, and change when sent', async () => {
    const { token, ids } = await someoneWith(3);
    const [first = '', second = '', third = ''] = ids;
    const { body } = await add(token, aWork({ technologies: [third, first, third] }));
    expect(body.technologies).toEqual([first, third]);
    for (const sent of [{ technologies: [second] }, { title: 'Loja' }, {}]) {
      expect((await change(token, body.id, sent)).body.technologies).toEqual([second]);
    }
    const emptied = await change(token, body.id, { technologies: [] });
    expect(emptied.body).toMatchObject({ title: 'Loja', technologies: [] });
  });

  test("are the owner's own: others, deleted and malformed ones are refused (X-390)", async () => {
    const [ana, bia] = [await someoneWith(2), await someoneWith(1)];
    const [own = '', deleted = ''] = ana.ids;
    const work = (await add(ana.token, aWork({ technologies: [own] }))).body;
    await server.ask('DELETE', `/users/techs/${deleted}`, { token: ana.token });
    const before = await server.rows();
    const ids = [bia.ids[0], deleted, '00000000-0000-4000-8000-000000000000', "' or 1=1", work.id];
    for (const technologies of [...ids.map((id) => [own, id]), null, 'React', [null], [['x']]]) {
      const problem = { message: ['invalid technologies'], fields: { technologies: 'invalid' } };
      const refused = { status: 400, body: { ...problem, code: 'validation' } };
      expect(await add(ana.token, { ...aWork(), technologies })).toMatchObject(refused);
      expect(await change(ana.token, work.id, { title: 'Outro', technologies })).toMatchObject(refused);
    }
    expect(await server.rows()).toEqual(before);
  });

  test('are twenty at most', async () => {
    const { token, ids } = await someoneWith(21);
    const { body } = await add(token, aWork({ technologies: ids.slice(1) }));
    expect(body.technologies).toEqual(ids.slice(1));
    const tooMany = { status: 400, body: { message: ['technologies: maximum is 20 items'] } };
    expect(await change(token, body.id, { technologies: ids })).toMatchObject(tooMany);
    for (const technologies of [ids, Array(20_000).fill(5)]) {
      expect(await add(token, { ...aWork(), technologies })).toMatchObject(tooMany);
    }
    expect(await shown(token)).toEqual([ids.slice(1)]);
  });

  test('omit a deleted one until the undo, permanently after the sweep', async () => {
    const someone = await someoneWith(2);
    const { token, ids } = someone;
    const path = `/users/techs/${ids[0]}`;
    const { id } = (await add(token, aWork({ technologies: ids }))).body;
    await server.ask('DELETE', path, { token });
    expect(await shown(token)).toEqual([[ids[1]]]);
    expect((await change(token, id, { title: 'Loja' })).body.technologies).toEqual([ids[1]]);
    await server.ask('POST', `${path}/restore`, { token });
    expect(await shown(token)).toEqual([ids]);
    await server.ask('DELETE', path, { token });
    await sweepTechnologies(server.database, new Date('2027-01-01'));
    expect((await server.rowsOf(someone)).work_technologies).toMatchObject([{ technology_id: ids[1] }]);
  });

  test('are swept in batches (X-661)', async () => {
    const { own, countStatements } = await startCountedServer();
    const { user } = await own.signUp();
    await own.fillWorks(user.id, WORKS_LIMIT);
    await own.fillTechnologies(user.id, 400);
    await own.database.updateTable('technologies').set({ deleted_at: NOW }).execute();
    const links = own.database
      .selectFrom('works')
      .innerJoin('technologies', 'technologies.user_id', 'works.user_id')
      .select(['works.user_id', 'works.id as work_id', 'technologies.id as technology_id']);
    const columns = ['user_id', 'work_id', 'technology_id'] as const;
    await own.database.insertInto('work_technologies').columns(columns).expression(links).execute();
    const sweep = () => sweepTechnologies(own.database, new Date('2027-01-01'));
    expect(await countStatements(sweep)).toBeGreaterThan((400 * WORKS_LIMIT) / 600);
    expect(await own.database.selectFrom('work_technologies').selectAll().execute()).toEqual([]);
  });

  test('are deleted in batches with the account (X-664)', async () => {
    const { own, countStatements } = await startCountedServer();
    const { user, token } = await own.signUp();
    await own.fillWorks(user.id, WORKS_LIMIT);
    await own.fillTechnologies(user.id, 400);
    // With a row of the history for each technology.
    const rows = WORKS_LIMIT + 400 + 400;
    const deletion = () => own.ask('DELETE', `/users/${user.id}`, { token });
    const isBatched = (await countStatements(deletion)) > rows / 20;
    expect(isBatched).toBe(own.database.engine.name === 'SQLite');
    expect((await own.rowsOf({ user })).technologies).toEqual([]);
  });

  test('are at most twenty after deletions, an import and undo', async () => {
    const { token, ids } = await someoneWith(21);
    const { title } = (await add(token, aWork({ technologies: ids.slice(1) }))).body;
    await server.ask('DELETE', `/users/techs/${ids[1]}`, { token });
    const { body } = await server.ask<OwnUser>('GET', '/profile', { token });
    const keywords = body.techs.map((technology) => technology.title);
    const projects = [{ name: title, keywords }];
    await server.ask('POST', '/profile/resume?apply=true', { token, body: { projects } });
    await server.ask('POST', `/users/techs/${ids[1]}/restore`, { token });
    expect((await shown(token))[0]).toHaveLength(20);
  });

  test('never include one that is deleted concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token, ids } = await someoneWith(1);
      const removal = server.ask('DELETE', `/users/techs/${ids[0]}`, { token });
      const [added] = await Promise.all([add(token, aWork({ technologies: ids })), removal]);
      expect([201, 400]).toContain(added.status);
      expect((await shown(token)).flat()).toEqual([]);
    }
  });

  test('match one of two concurrent changes', async () => {
    const { token, ids } = await someoneWith(4);
    const { id } = await server.addWork(token);
    const [one, other] = [ids.slice(0, 2), ids.slice(2)];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([one, other].map((technologies) => change(token, id, { technologies })));
      expect([one, other]).toContainEqual((await shown(token))[0]);
    }
  });

  test('are counted over all projects', () => {
    const counts = countWorks([{ technologies: ['a', 'b'] }, { technologies: ['b'] }, { technologies: [] }]);
    expect(Object.fromEntries(counts)).toEqual({ a: 1, b: 2 });
  });
});
