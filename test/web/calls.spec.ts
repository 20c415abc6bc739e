import type { Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  answer,
  closeToast,
  fillSignUp,
  hold,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  readRows,
  readStorage,
  recordCalls,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';
import { serveBuilt } from './harness/serve.ts';

const TECHNOLOGY = '**/users/techs/*';
const TECHNOLOGIES = '**/users/techs';

/** What a call carries, beside its address. */
async function bareCall(page: Page, act: () => Promise<void>, path: string) {
  const [request] = await Promise.all([page.waitForRequest(path), act()]);
  return {
    name: nameOf(request),
    body: request.postData() === null ? null : (request.postDataJSON() as unknown),
    authorization: await request.headerValue('authorization'),
  };
}

test('one journey makes the calls of the specification, all to one address (M-136)', async ({ page, baseURL }) => {
  const person = aPerson();
  const { title } = aTechnology();
  const calls = recordCalls(page);
  await page.goto('/');
  await fillSignUp(page, person);
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  await logIn(page, person);
  await sendCreate(await openCreate(page), { title, status: 'Iniciante' });
  await expect(rowOf(page, title)).toBeVisible();
  await sendEdit(await openEdit(page, title), { status: 'Avançado' });
  await expect(rowOf(page, title)).toContainText('Avançado');
  await sendDelete(await openDelete(page, title));
  await expect(rowOf(page, title)).toHaveCount(0);

  expect(new Set(calls.map((request) => new URL(request.url()).origin))).toEqual(new Set([baseURL]));
  const names = calls.map((request) => nameOf(request).replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}'));
  expect(names).toEqual([
    'POST /users',
    'POST /sessions',
    'GET /users/{id}',
    'POST /users/techs',
    'PUT /users/techs/{id}',
    'GET /users/{id}',
    'DELETE /users/techs/{id}',
    'GET /users/{id}',
  ]);
});

for (const base of ['http://trilha.test/api', 'http://trilha.test/api/']) {
  test(`an app built for the address ${base} makes all its calls there (M-136, A-35)`, async ({ page }) => {
    await serveBuilt(page, 'http://trilha.test', { define: { 'import.meta.env.VITE_API_URL': JSON.stringify(base) } });
    const technology = { id: 't1', title: 'React', status: 'Iniciante' };
    const user = { id: 'u1', name: 'Ana', course_module: 'Segundo módulo (Frontend Avançado)', techs: [technology] };
    const answers: Record<string, unknown> = {
      'POST /api/users': user,
      'POST /api/sessions': { token: 'a-token', user },
      'GET /api/users/u1': user,
      'POST /api/users/techs': { ...technology, id: 't2', title: 'Node' },
      'PUT /api/users/techs/t1': technology,
      'DELETE /api/users/techs/t1': null,
      'DELETE /api/sessions': null,
    };
    await page.route('**/api/**', (route) => {
      const name = nameOf(route.request());
      return name in answers ? route.fulfill({ json: answers[name] }) : route.fulfill({ status: 404 });
    });
    const calls = recordCalls(page);
    await page.goto('http://trilha.test/');
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await logIn(page, aPerson());
    await sendCreate(await openCreate(page), { title: 'Node', status: 'Iniciante' });
    await expect(rowOf(page, 'Node')).toBeVisible();
    await sendEdit(await openEdit(page, 'React'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await sendDelete(await openDelete(page, 'React'));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect.poll(() => new Set(calls.map(nameOf))).toEqual(new Set(Object.keys(answers)));
  });
}

test('a call without an answer is waited for, ten minutes and more (M-137)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = aTechnology();
  // The browser's own time-out keeps its own time: here it keeps the page's.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    };
  });
  await page.clock.install();
  await openAs(page, person);
  const dialog = await openCreate(page);
  const ended: string[] = [];
  page.on('requestfailed', (request) => ended.push(nameOf(request)));
  const release = await hold(page, 'POST', TECHNOLOGIES);
  const sent = page.waitForRequest(TECHNOLOGIES);
  await sendCreate(dialog, { title, status: 'Iniciante' });
  await sent;
  await page.clock.fastForward('10:00');
  await expect(dialog.getByText('Isso está demorando mais que o normal…')).toBeVisible();
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toHaveCount(0);
  expect(ended).toEqual([]);
  release();
  await expect(toastWith(page, 'Tecnologia cadastrada com sucesso')).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();
});

test('any answer from 200 to 299 is a success (M-138)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const status of [200, 202, 299]) {
    await answer(page, 'POST', TECHNOLOGIES, status, { id: `${status}`, title: `Node ${status}`, status: 'Iniciante' });
    await answer(page, 'PUT', TECHNOLOGY, status, {});
    await sendCreate(await openCreate(page), { title: 'Node', status: 'Iniciante' });
    await expect(rowOf(page, `Node ${status}`)).toBeVisible();
    await sendEdit(await openEdit(page, title));
    await closeToast(page, 'Tecnologia atualizada');
  }
});

test('any other answer is a failure, whatever its body (M-138)', async ({ page, ana }) => {
  const dialog = await openCreate(page);
  for (const status of [300, 304, 400, 404, 500]) {
    await answer(page, 'POST', TECHNOLOGIES, status, { id: ana.id, title: 'Node', status: 'Iniciante' });
    await sendCreate(dialog, { title: 'Node', status: 'Iniciante' });
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
  }
  await expect(dialog).toBeVisible();
});

test('a login sends email and password alone, without a token, and reads token and user.id (M-139)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.goto('/login');
  // The answer holds what the specification names, and nothing else.
  await answer(page, 'POST', '**/sessions', 200, { token: person.token, user: { id: person.id } });
  const call = await bareCall(page, () => logIn(page, { email: person.email, password: 'outra123' }), '**/sessions');
  expect(call).toEqual({
    name: 'POST /sessions',
    body: { email: person.email, password: 'outra123' },
    authorization: null,
  });
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
  expect(await readStorage(page)).toEqual({
    token: JSON.stringify(person.token),
    userId: JSON.stringify(person.id),
  });
});

test('a sign-up sends its six fields alone, without a token (M-140)', async ({ page }) => {
  const person = aPerson();
  await page.goto('/');
  await fillSignUp(page, person);
  const call = await bareCall(page, () => sendSignUp(page), '**/users');
  expect(call).toEqual({ name: 'POST /users', body: person, authorization: null });
  expect(Object.keys(person)).toEqual(['name', 'email', 'password', 'bio', 'contact', 'course_module']);
  await expect(page).toHaveURL('/login');
});

for (const { body, json } of [
  { body: 'empty', json: null },
  { body: 'of another shape', json: { token: 'x', user: { id: 'y' } } },
]) {
  test(`a sign-up succeeds with an answer that is ${body}, and nothing of it is kept or logged (M-140, A-23)`, async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto('/');
    await answer(page, 'POST', '**/users', 201, json);
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(logged).toEqual([]);
  });
}

test('the dashboard reads name, module and technologies from GET users/{id}, which carries nothing (M-141, M-142, A-16)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const calls = recordCalls(page);
  // The answer holds what the specification names, and nothing else.
  await answer(page, 'GET', `**/users/${person.id}`, 200, {
    name: 'Dandara',
    course_module: 'Quarto módulo (Backend Avançado)',
    techs: [
      { id: '1', title: 'Fastify', status: 'Avançado' },
      { id: '2', title: 'SQL', status: 'Iniciante' },
    ],
  });
  const call = await bareCall(page, () => openAs(page, person), `**/users/${person.id}`);
  expect(call).toEqual({ name: `GET /users/${person.id}`, body: null, authorization: null });
  await expect(page.getByRole('heading', { name: 'Olá, Dandara', exact: true })).toBeVisible();
  await expect(page.getByText('Quarto módulo (Backend Avançado)', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(await readRows(page)).toEqual(['Fastify Avançado', 'SQL Iniciante']);
  expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
});

test('what the server answers to a creation is added at the end, and nothing is read again (M-143, M-144, X-31)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  for (const title of ['Zig', 'Ada']) await backstage.addTechnology(person, { title, status: 'Iniciante' });
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  const calls = recordCalls(page);
  await answer(page, 'POST', TECHNOLOGIES, 201, { id: 'new', title: 'Do servidor', status: 'Avançado' });
  const dialog = await openCreate(page);
  const call = await bareCall(page, () => sendCreate(dialog, { title: 'Meu', status: 'Iniciante' }), TECHNOLOGIES);
  expect(call).toEqual({
    name: 'POST /users/techs',
    body: { title: 'Meu', status: 'Iniciante' },
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Do servidor')).toBeVisible();
  expect(await readRows(page)).toEqual(['Zig Iniciante', 'Ada Iniciante', 'Do servidor Avançado']);
  // A later call shows that none came in between.
  await page.unroute(TECHNOLOGIES);
  await sendCreate(await openCreate(page), { title: 'Bun', status: 'Iniciante' });
  await expect(rowOf(page, 'Bun')).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['POST /users/techs', 'POST /users/techs']);
  expect((await readRows(page)).at(-1)).toBe('Bun Iniciante');
});

test('a change sends title and status, changes both, and the list is read again once (M-145, M-146)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { id, title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const calls = recordCalls(page);
  // What is shown afterwards is what was read again.
  await answer(page, 'GET', `**/users/${person.id}`, 200, {
    name: person.name,
    course_module: person.course_module,
    techs: [{ id, title: 'Lido de novo', status: 'Avançado' }],
  });
  const call = await bareCall(page, () => sendEdit(dialog, { title: 'Preact', status: 'Avançado' }), TECHNOLOGY);
  expect(call).toEqual({
    name: `PUT /users/techs/${id}`,
    body: { title: 'Preact', status: 'Avançado' },
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Lido de novo')).toBeVisible();
  expect(await backstage.readTechnologies(person)).toMatchObject([{ id, title: 'Preact', status: 'Avançado' }]);
  await expect(toastWith(page, 'Tecnologia atualizada')).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('a change of the level alone sends the title as well (M-145)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const call = await bareCall(page, () => sendEdit(dialog, { status: 'Avançado' }), TECHNOLOGY);
  expect(call.body).toEqual({ title, status: 'Avançado' });
});

test('a deletion sends the bearer token and no body, and the list is read again once (M-147, M-148)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const kept = await backstage.addTechnology(person);
  const { id, title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openDelete(page, title);
  const calls = recordCalls(page);
  await answer(page, 'GET', `**/users/${person.id}`, 200, {
    name: person.name,
    course_module: person.course_module,
    techs: [{ ...kept, title: 'Lido de novo' }],
  });
  const call = await bareCall(page, () => sendDelete(dialog), TECHNOLOGY);
  expect(call).toEqual({
    name: `DELETE /users/techs/${id}`,
    body: null,
    authorization: `Bearer ${person.token}`,
  });
  await expect(rowOf(page, 'Lido de novo')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  expect(await backstage.readTechnologies(person)).toEqual([kept]);
  await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
  expect(calls.map(nameOf)).toEqual([`DELETE /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('rows keep their order, that of creation, whatever is added, changed, deleted or reloaded (M-149, A-36)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const added: Technology[] = [];
  for (const title of ['Vue', 'Angular', 'Svelte']) {
    added.push(await backstage.addTechnology(person, { title, status: 'Iniciante' }));
  }
  await openAs(page, person);
  await sendCreate(await openCreate(page), { title: 'Astro', status: 'Iniciante' });
  await expect(rowOf(page, 'Astro')).toBeVisible();
  expect(await readRows(page)).toEqual(['Vue Iniciante', 'Angular Iniciante', 'Svelte Iniciante', 'Astro Iniciante']);
  await sendEdit(await openEdit(page, 'Vue'), { title: 'Zod', status: 'Avançado' });
  await expect(rowOf(page, 'Zod')).toBeVisible();
  expect(await readRows(page)).toEqual(['Zod Avançado', 'Angular Iniciante', 'Svelte Iniciante', 'Astro Iniciante']);
  await sendDelete(await openDelete(page, 'Angular'));
  await expect(rowOf(page, 'Angular')).toHaveCount(0);
  const seen = ['Zod Avançado', 'Svelte Iniciante', 'Astro Iniciante'];
  expect(await readRows(page)).toEqual(seen);
  await page.reload();
  await expect(page.getByRole('listitem')).toHaveCount(3);
  expect(await readRows(page)).toEqual(seen);
  expect((await backstage.readTechnologies(person)).map(({ id }) => id).slice(0, 2)).toEqual([
    added[0]?.id,
    added[2]?.id,
  ]);
});

test('a failed call reads nothing again (M-146, M-148)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title, id } = await backstage.addTechnology(person);
  await openAs(page, person);
  await refuse(page, 'PUT', TECHNOLOGY);
  await refuse(page, 'DELETE', TECHNOLOGY);
  const edit = await openEdit(page, title);
  const calls = recordCalls(page);
  await sendEdit(edit, { status: 'Avançado' });
  await expect(edit).toBeHidden();
  const remove = await openDelete(page, title);
  await sendDelete(remove);
  await expect(remove).toBeHidden();
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `DELETE /users/techs/${id}`]);
});
