import type { Locator, Page } from '@playwright/test';
import {
  buttonOf,
  headingOf,
  createButton,
  fieldOf,
  fillSignUp,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readStorage,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { answer, cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { openProfile, sectionOf } from '../helpers/profile.ts';
import { anyToast, closeToast, toastWith } from '../helpers/toasts.ts';
import { serveBuilt } from './harness/serve.ts';

const exact = { exact: true };

const OFFLINE = 'Você está sem internet';

test('one journey makes the calls of the specification, all to one address, the changes with the token (M-134, M-136)', async ({
  page,
  baseURL,
}) => {
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

  const { token } = await readStorage(page);
  for (const request of calls.filter((call) => nameOf(call).includes('/users/techs'))) {
    expect(await request.headerValue('authorization'), nameOf(request)).toBe(`Bearer ${JSON.parse(token ?? '')}`);
  }
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

test('an app built for another address makes all its calls there, with a slash at its end or without (M-136, A-35)', async ({
  page,
}) => {
  // The address is the build's own; for two builds in one it is read when the page starts.
  await serveBuilt(page, 'http://trilha.test', { define: { 'import.meta.env.VITE_API_URL': 'window.builtFor' } });
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
  for (const base of ['http://trilha.test/api', 'http://trilha.test/api/']) {
    calls.length = 0;
    await page.addInitScript((builtFor) => Object.assign(window, { builtFor }), base);
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
    await expect.poll(() => new Set(calls.map(nameOf)), base).toEqual(new Set(Object.keys(answers)));
  }
});

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

test('any answer from 200 to 299 is a success, any other a failure, whatever its body (M-138)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await page.clock.install();
  await openAs(page, person);
  for (const status of [200, 202, 299]) {
    await answer(page, 'POST', TECHNOLOGIES, status, { id: `${status}`, title: `Node ${status}`, status: 'Iniciante' });
    await answer(page, 'PUT', TECHNOLOGY, status, {});
    await sendCreate(await openCreate(page), { title: 'Node', status: 'Iniciante' });
    await expect(rowOf(page, `Node ${status}`)).toBeVisible();
    await sendEdit(await openEdit(page, title));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.fastForward(1500);
    await closeToast(page, 'Tecnologia atualizada');
    // Under the pointer the heap of toasts stays fanned out, over "+".
    await page.mouse.move(0, 0);
  }

  const dialog = await openCreate(page);
  for (const status of [300, 304, 400, 404, 500]) {
    await answer(page, 'POST', TECHNOLOGIES, status, { id: `${status}`, title: 'Node', status: 'Iniciante' });
    await sendCreate(dialog, { title: 'Node', status: 'Iniciante' });
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
  }
  await expect(dialog).toBeVisible();
});

test.describe('without a network', () => {
  test('"Você está sem internet" stands there for as long as that is so, and is announced; a login that fails for want of a network says so in a toast, too (X-74)', async ({
    page,
    context,
  }) => {
    for (const path of ['/', '/login', '/acessibilidade']) {
      await page.goto(path);
      await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
      await context.setOffline(true);
      await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible();
      await expect(anyToast(page)).toHaveCount(0);
      await context.setOffline(false);
      await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
    }

    await page.goto('/login');
    await page.getByLabel('Email', exact).focus();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await cut(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await expect(page.getByText(OFFLINE, exact)).toBeVisible();
  });

  test('what could not be read is read by itself once the network is back (X-533)', async ({ page, context, ana }) => {
    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
    await expect(headingOf(page, 'Meu perfil')).toBeVisible();
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
    await context.setOffline(false);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeHidden();
  });

  test('without a network a failure is told as ever, and works once the network is back (X-74)', async ({
    page,
    context,
    ana,
  }) => {
    const dialog = await openCreate(page);
    await dialog.getByLabel('Nome', exact).fill(ana.name);
    await context.setOffline(true);
    await expect(page.getByText(OFFLINE, exact)).toBeVisible();
    await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    await expect(page.getByText(OFFLINE, exact)).toBeInViewport({ ratio: 1 });
    await context.setOffline(false);
    await createButton(dialog).click();
    await expect(page.getByRole('listitem').filter({ hasText: ana.name })).toBeVisible();
  });
});

const UNREACHED = 'Sem resposta do servidor. Seus dados continuam aqui.';
const BROKEN = 'O servidor não conseguiu responder. Tente de novo em instantes.';

/** Answers as the throttle does. */
async function throttle(page: Page, method: string, path: string, seconds: number | undefined) {
  await page.route(path, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({
      status: 429,
      headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
      json: { status: 'error', message: 'Too many requests', code: 'too-many-requests' },
    });
  });
}

/** The line that can be seen, and what a screen reader is told. */
async function expectLine(place: Page | Locator, text: string) {
  await expect(place.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await expect(place.getByText(text, exact).last()).toBeVisible();
}

test.describe('the login', () => {
  test('says that it was throttled, and counts the seconds down without repeating itself; minutes from ninety seconds on, and nothing exact where the server did not (X-181)', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/login');
    await stopClock(page);
    await throttle(page, 'POST', '**/sessions', 3);
    await logIn(page, aPerson());
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await expectLine(page, 'Muitas tentativas. Espere 3 segundos e tente de novo.');
    const said = page.getByRole('status').filter({ hasText: 'Muitas tentativas' }).locator('.sr-only');
    await page.clock.runFor(1000);
    await expect(page.getByText('Muitas tentativas. Espere 2 segundos e tente de novo.')).toBeVisible();
    await page.clock.runFor(1000);
    await expect(page.getByText('Muitas tentativas. Espere 1 segundo e tente de novo.')).toBeVisible();
    await expect(said).toHaveText('Muitas tentativas. Espere 3 segundos e tente de novo.');
    await page.clock.runFor(1000);
    await expect(page.getByText('Muitas tentativas')).toHaveCount(0);

    for (const [seconds, text] of [
      [900, 'Muitas tentativas. Espere 15 minutos e tente de novo.'],
      [90, 'Muitas tentativas. Espere 2 minutos e tente de novo.'],
      [undefined, 'Muitas tentativas. Espere um pouco e tente de novo.'],
    ] as const) {
      await throttle(page, 'POST', '**/sessions', seconds);
      await logIn(page, aPerson());
      await expect(page.getByText(text).last()).toBeVisible();
    }
  });

  test('says that the server did not answer, or could not, and keeps what was typed; a wrong password is no such thing (X-181)', async ({
    page,
  }) => {
    await page.goto('/login');
    const ana = aPerson();
    await cut(page, 'POST', '**/sessions');
    await logIn(page, ana);
    await expectLine(page, UNREACHED);
    await expect(fieldOf(page, 'Senha')).toHaveValue(ana.password);
    await expect(fieldOf(page, 'Email')).toHaveValue(ana.email);
    for (const status of [500, 502, 503]) {
      await refuse(page, 'POST', '**/sessions', status);
      await buttonOf(page, 'Entrar').click();
      await expectLine(page, BROKEN);
      await expect(page.getByText(UNREACHED)).toHaveCount(0);
    }
    await page.unroute('**/sessions');
    await buttonOf(page, 'Entrar').click();
    await expect(fieldOf(page, 'Senha')).toHaveValue('');
    await expect(page.getByText(/Sem resposta|não conseguiu responder/)).toHaveCount(0);
  });
});

test('the sign-up and the create dialog say why in themselves, beside the toast; where the dialog has closed, the toast has a second line that says why, and promises nothing (X-181)', async ({
  page,
  backstage,
}) => {
  await page.goto('/');
  await fillSignUp(page, aPerson());
  await cut(page, 'POST', '**/users');
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
  await expectLine(page, UNREACHED);

  await openWith(page, backstage, [{ title: 'React' }]);
  await throttle(page, 'POST', TECHNOLOGIES, 7);
  const dialog = await openCreate(page);
  await sendCreate(dialog, aTechnology());
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expect(dialog.getByText(/^Muitas tentativas\. Espere [67] segundos e tente de novo\.$/).last()).toBeVisible();
  await page.keyboard.press('Escape');

  await cut(page, 'PUT', TECHNOLOGY);
  await sendEdit(await openEdit(page, 'React'), { status: 'Avançado' });
  const unchanged = toastWith(page, 'Tecnologia não atualizada');
  await expect(unchanged.getByText('Sem resposta do servidor.', exact)).toBeVisible();
  await refuse(page, 'DELETE', TECHNOLOGY, 503, { code: 'overloaded' });
  await sendDelete(await openDelete(page, 'React'));
  await expect(toastWith(page, 'Erro ao deletar tecnologia').getByText(BROKEN, exact)).toBeVisible();
  await expect(rowOf(page, 'React')).toBeVisible();
});

test('a section of the profile says why in itself (X-181)', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const section = sectionOf(page, 'Dados');
  await fieldOf(page, 'Nome').fill('Ana Maria');
  await throttle(page, 'PUT', '**/profile', undefined);
  await buttonOf(page, 'Salvar dados').click();
  await expectLine(section, 'Muitas tentativas. Espere um pouco e tente de novo.');
  await refuse(page, 'PUT', '**/profile', 503, { code: 'overloaded' });
  await buttonOf(page, 'Salvar dados').click();
  await expectLine(section, BROKEN);
  await cut(page, 'PUT', '**/profile');
  await buttonOf(page, 'Salvar dados').click();
  await expect(toastWith(page, 'Não foi possível salvar os dados').first()).toBeVisible();
  await expectLine(section, UNREACHED);
  await expect(fieldOf(page, 'Nome')).toHaveValue('Ana Maria');

  await buttonOf(page, 'Baixar meus dados').click();
  await cut(page, 'GET', '**/profile/export');
  await buttonOf(page, 'Baixar meus dados').click();
  await expectLine(sectionOf(page, 'Seus dados'), 'Sem resposta do servidor.');
});
