import { aTechnology } from '../helpers/make.ts';
import {
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  recordCalls,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
} from '../helpers/acts.ts';
import { expect, openAs, test, type SignedUp } from '../helpers/fixtures.ts';

/** Every key of a JSON value, at any depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)]);
}

const ROLE = /role|admin|permiss|scope|group|papel|perfil|cargo|fun[cç][aã]o|moderador|professor/i;

test('one is a visitor or a person with a session, and there is no role beside (M-133)', async ({
  page,
  backstage,
}) => {
  const [ana, bia] = [await backstage.signUp({ name: 'Ana' }), await backstage.signUp({ name: 'Bia' })];
  const session = await backstage.request.post('/sessions', { data: { email: ana.email, password: ana.password } });
  const user = await backstage.request.get(`/users/${ana.id}`);
  for (const held of [await session.json(), await user.json()]) {
    expect(keysOf(held)).toContain('course_module');
    expect(keysOf(held).filter((key) => ROLE.test(key))).toEqual([]);
  }

  async function screenOf(person: SignedUp) {
    await openAs(page, person);
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['token', 'userId']);
    return (await page.locator('body').ariaSnapshot()).replaceAll(person.name, '{name}');
  }
  const screen = await screenOf(ana);
  expect(screen).toBe(await screenOf(bia));
  expect(screen).not.toMatch(ROLE);
});

test('creating, changing and deleting a technology carry the bearer token (M-134)', async ({ page, ana }) => {
  const { title } = aTechnology();
  const calls = recordCalls(page);
  await sendCreate(await openCreate(page), { title, status: 'Iniciante' });
  await expect(rowOf(page, title)).toBeVisible();
  await sendEdit(await openEdit(page, title), { status: 'Avançado' });
  await expect(rowOf(page, title)).toContainText('Avançado');
  await sendDelete(await openDelete(page, title));
  await expect(rowOf(page, title)).toHaveCount(0);
  const changes = calls.filter((request) => nameOf(request).includes('/users/techs'));
  expect(changes.map((request) => request.method())).toEqual(['POST', 'PUT', 'DELETE']);
  for (const request of changes) {
    expect(await request.headerValue('authorization'), nameOf(request)).toBe(`Bearer ${ana.token}`);
  }
});

test('the server refuses those calls without a valid token, and changes nothing (M-135)', async ({ backstage }) => {
  const person = await backstage.signUp();
  const technology = await backstage.addTechnology(person);
  const { request } = backstage;
  const over = await request.post('/sessions', { data: { email: person.email, password: person.password } });
  const { token: ended } = (await over.json()) as { token: string };
  await request.delete('/sessions', { headers: { Authorization: `Bearer ${ended}` } });

  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer null',
    person.token,
    `Basic ${person.token}`,
    `Bearer ${ended}`,
    `Bearer ${person.token.slice(0, -1)}`,
  ]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
    const path = `/users/techs/${technology.id}`;
    for (const refused of [
      await request.post('/users/techs', { data: aTechnology(), headers }),
      await request.put(path, { data: aTechnology(), headers }),
      await request.delete(path, { headers }),
    ]) {
      expect(refused.status(), authorization).toBe(401);
      expect(await refused.json()).toMatchObject({ code: 'unauthenticated' });
    }
  }
  expect(await backstage.readTechnologies(person)).toEqual([technology]);
});
