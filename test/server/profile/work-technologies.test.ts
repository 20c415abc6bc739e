import { describe, expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import type { Work } from '#contract/work.ts';
import { countShown } from '#contract/proof.ts';
import { KENZIEHUB } from '../../../server/compatibility.ts';
import { sweepTechnologies } from '../../../server/database/technologies.ts';
import { aForm } from '../../helpers/images.ts';
import { aTechnology, aWork } from '../../helpers/make.ts';
import { type SignedIn, startServer } from '../../helpers/start-server.ts';

const server = await startServer();
const lenient = await startServer({ compatibility: KENZIEHUB });

function add(token: string, technologies: unknown) {
  return server.ask<Work>('POST', '/users/works', { token, body: { ...aWork(), technologies } });
}

function change(token: string, id: string, body: object) {
  return server.ask<Work>('PUT', `/users/works/${id}`, { token, body });
}

async function shown(token: string): Promise<string[][]> {
  const { body } = await server.ask<OwnUser>('GET', '/profile', { token });
  return body.works.map(({ technologies }) => technologies);
}

/** Somebody with so many technologies, and the ids of these in the order of the list. */
async function someoneWith(count: number): Promise<SignedIn & { ids: string[] }> {
  const someone = await server.signUp();
  const ids: string[] = [];
  for (let added = 0; added < count; added += 1) ids.push((await server.addTechnology(someone.token)).id);
  return { ...someone, ids };
}

const REFUSED = {
  status: 400,
  body: {
    status: 'error',
    message: ['invalid technologies'],
    code: 'validation',
    fields: { technologies: 'invalid' },
  },
};

test('a work names the technologies that it shows, in the order of the list, each once (X-390)', async () => {
  const { token, ids } = await someoneWith(3);
  const [first, second, third] = ids as [string, string, string];
  const { status, body } = await add(token, [third, first, third]);
  expect(status).toBe(201);
  expect(body.technologies).toEqual([first, third]);
  expect((await add(token, [])).body.technologies).toEqual([]);
  expect((await add(token, undefined)).body.technologies).toEqual([]);
  expect(await shown(token)).toEqual([[first, third], [], []]);

  server.turnClock(1_000);
  const changed = await change(token, body.id, { technologies: [second] });
  expect(changed).toMatchObject({
    status: 200,
    body: { ...body, technologies: [second], updated_at: expect.stringContaining(':01.000Z') },
  });
  expect((await change(token, body.id, { title: 'Loja' })).body.technologies).toEqual([second]);
  expect((await change(token, body.id, {})).body.technologies).toEqual([second]);
  expect((await change(token, body.id, { technologies: [] })).body).toMatchObject({ title: 'Loja', technologies: [] });
  expect(await shown(token)).toEqual([[], [], []]);
});

test('others read them with the works of a public profile, and nobody else does (X-390)', async () => {
  const { token, user, ids } = await someoneWith(1);
  await add(token, ids);
  const seen = async () => (await server.ask<OwnUser>('GET', `/users/${user.id}`)).body.works;
  expect(await seen()).toEqual([]);
  await server.ask('PUT', '/profile', { token, body: { visibility: 'public' } });
  expect(await seen()).toMatchObject([{ technologies: ids }]);
  const listed = await server.ask<OwnUser[]>('GET', '/users?perPage=100');
  expect(listed.body.find(({ id }) => id === user.id)?.works).toEqual(await seen());
  const exported = await server.ask<{ user: OwnUser }>('GET', '/profile/export', { token });
  expect(exported.body.user.works).toEqual(await seen());
});

describe("a work shows its owner's technologies alone:", () => {
  test("another's, a deleted and an unknown one are refused, and change nothing (X-390)", async () => {
    const [ana, bia] = [await someoneWith(2), await someoneWith(1)];
    const [own, deleted] = ana.ids as [string, string];
    const [foreign] = bia.ids as [string];
    const work = (await add(ana.token, [own])).body;
    await server.ask('DELETE', `/users/techs/${deleted}`, { token: ana.token });
    const before = await server.rows();
    for (const id of [foreign, deleted, '00000000-0000-4000-8000-000000000000', 'x', '', "' or 1=1", work.id]) {
      expect(await add(ana.token, [own, id])).toMatchObject(REFUSED);
      expect(await change(ana.token, work.id, { title: 'Outro', technologies: [id] })).toMatchObject(REFUSED);
    }
    expect(await server.rows()).toEqual(before);
    expect(await change(bia.token, work.id, { technologies: [foreign] })).toMatchObject({ status: 404 });
    expect(await server.rows()).toEqual(before);
  });

  test.for([5, null, 'React', { 0: 'x' }, [null], [5], [['x']]])('%j is refused (X-390)', async (technologies) => {
    const { token, ids } = await someoneWith(1);
    const work = (await add(token, ids)).body;
    expect(await add(token, technologies)).toMatchObject(REFUSED);
    expect(await change(token, work.id, { technologies })).toMatchObject(REFUSED);
    expect(await shown(token)).toEqual([ids]);
  });

  test('twenty at most (X-390)', async () => {
    const { token, ids } = await someoneWith(21);
    const work = (await add(token, ids.slice(1))).body;
    expect(work.technologies).toEqual(ids.slice(1));
    const tooMany = {
      status: 400,
      body: { message: ['technologies: maximum is 20 items'], fields: { technologies: 'too-long' } },
    };
    expect(await add(token, ids)).toMatchObject(tooMany);
    expect(await change(token, work.id, { technologies: ids })).toMatchObject(tooMany);
    expect(await add(token, Array(20_000).fill(5))).toMatchObject(tooMany);
    expect(await shown(token)).toEqual([ids.slice(1)]);
  });
});

describe('a deleted technology', () => {
  test('drops out of the works that show it, and comes back with the undo (X-391)', async () => {
    const { token, ids } = await someoneWith(2);
    const [first, second] = ids as [string, string];
    const { body } = await add(token, ids);
    await server.ask('DELETE', `/users/techs/${first}`, { token });
    expect(await shown(token)).toEqual([[second]]);
    expect((await change(token, body.id, { title: 'Loja' })).body.technologies).toEqual([second]);
    await server.ask('POST', `/users/techs/${first}/restore`, { token });
    expect(await shown(token)).toEqual([ids]);
  });

  test('leaves nothing behind once it is swept; nor does a removed work (X-391)', async () => {
    const someone = await someoneWith(2);
    const [first] = someone.ids as [string];
    const { body } = await add(someone.token, someone.ids);
    await server.ask('DELETE', `/users/techs/${first}`, { token: someone.token });
    server.turnClock(61_000);
    await sweepTechnologies(server.database, new Date('2027-01-01'));
    expect((await server.rowsOf(someone)).work_technologies).toHaveLength(1);
    await server.ask('DELETE', `/users/works/${body.id}`, { token: someone.token });
    expect((await server.rowsOf(someone)).work_technologies).toEqual([]);
  });
});

test('of a deletion and a work that shows it at once, none leaves what nobody has (X-391)', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { token, ids } = await someoneWith(1);
    const [added, removed] = await Promise.all([
      add(token, ids),
      server.ask('DELETE', `/users/techs/${ids[0]}`, { token }),
    ]);
    expect(removed.status).toBe(204);
    expect([201, 400]).toContain(added.status);
    expect((await shown(token)).flat()).toEqual([]);
  }
});

test('of two changes at once one wins as a whole (X-390)', async () => {
  const { token, ids } = await someoneWith(4);
  const work = (await add(token, [])).body;
  const [one, other] = [ids.slice(0, 2), ids.slice(2)];
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([one, other].map((technologies) => change(token, work.id, { technologies })));
    expect([one, other]).toContainEqual((await shown(token))[0]);
  }
});

test('front ends of the original API never notice: what they send is taken, what they read has a key more (X-390)', async () => {
  const { token } = await lenient.signUp();
  const ask = (body: unknown) => lenient.ask<Work>('POST', '/users/works', { token, body });
  const { status, body } = await ask({ ...aWork(), confirm: 'x' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...aWork(), technologies: [], user: { id: expect.any(String) } });
  expect(await ask(aForm(Buffer.from('x')))).toMatchObject({ status: 415 });
  for (const technologies of ['React', null]) expect(await ask({ ...aWork(), technologies })).toMatchObject(REFUSED);
  const { id } = await lenient.addTechnology(token, aTechnology());
  expect((await ask({ ...aWork(), technologies: [id] })).body.technologies).toEqual([id]);
});

test('how many works show a technology is counted from the works (X-393)', () => {
  const works = [{ technologies: ['a', 'b'] }, { technologies: ['b'] }, { technologies: [] }];
  expect([...countShown(works)]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});
