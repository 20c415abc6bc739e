import type { Locator, Page } from '@playwright/test';
import {
  buttonOf,
  exact,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  stopClock,
} from '../helpers/actions.ts';
import { cut, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import { anyToast, toastWith } from '../helpers/toasts.ts';

test('a journey makes exactly the specified calls, to one address', async ({ page, baseURL }) => {
  const ana = aPerson();
  const { title } = aTechnology();
  const calls = recordCalls(page);
  await page.goto('/');
  await fillSignUp(page, ana);
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  await logIn(page, ana);
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

test.describe('without a network', () => {
  const OFFLINE = 'Você está sem internet';

  test('an untouched login shows a notice while it lasts, and the toast of a failure', async ({ page, context }) => {
    const fetched = ['rules', 'toaster'].map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(`/${name}-`)),
    );
    await page.goto('/login');
    await Promise.all(fetched);
    await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible();
    await expect(anyToast(page)).toHaveCount(0);
    await logIn(page, aPerson());
    await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(OFFLINE, exact)).toHaveCount(0);
  });

  test('the dashboard fails, and reads its list by itself once connected', async ({ page, context, ana }) => {
    const failure = page.getByText('Não foi possível carregar as suas tecnologias.');
    await buttonOf(page, 'Mais').click();
    await page.getByRole('link', { name: 'Minha página', ...exact }).click();
    await expect(headingOf(page, 'Minha página')).toBeVisible();
    await context.setOffline(true);
    await page.goBack();
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(failure).toBeHidden();
  });
});

const UNREACHED = 'Sem resposta do servidor. Seus dados continuam aqui.';
const BROKEN = 'O servidor não conseguiu responder. Tente de novo em instantes.';

/** Responds like the throttle. */
async function throttle(page: Page, method: string, path: string, seconds?: number) {
  await page.route(path, (route) => {
    if (route.request().method() !== method) return route.fallback();
    return route.fulfill({
      status: 429,
      headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
      json: { status: 'error', message: 'Too many requests', code: 'too-many-requests' },
    });
  });
}

/** Shown once, and announced once. */
async function expectLine(place: Page | Locator, text: string) {
  await expect(place.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await expect(place.getByText(text, exact).last()).toBeVisible();
}

test.describe('the reason of a failure', () => {
  test('counts down the seconds of a throttled login, and announces them once', async ({ page }) => {
    const wait = (time: string) => page.getByText(`Muitas tentativas. Espere ${time} e tente de novo.`, exact).last();
    await page.clock.install();
    await page.goto('/login');
    await stopClock(page);
    await throttle(page, 'POST', '**/sessions', 2);
    await logIn(page, aPerson());
    await expect(wait('2 segundos')).toBeVisible();
    await page.clock.runFor(1000);
    await expect(wait('1 segundo')).toBeVisible();
    const announced = page.getByRole('status').filter({ hasText: 'Muitas tentativas' }).locator('.sr-only');
    await expect(announced).toHaveText('Muitas tentativas. Espere 2 segundos e tente de novo.');
    await page.clock.runFor(1000);
    await expect(page.getByText('Muitas tentativas')).toHaveCount(0);

    for (const [seconds, time] of [
      [900, '15 minutos'],
      [90, '2 minutos'],
      [undefined, 'um pouco'],
    ] as const) {
      await throttle(page, 'POST', '**/sessions', seconds);
      await logIn(page, aPerson());
      await expect(wait(time)).toBeVisible();
    }
  });

  test('stands in the login only if the password was not refused', async ({ page }) => {
    await page.goto('/login');
    await cut(page, 'POST', '**/sessions');
    await logIn(page, aPerson());
    await expectLine(page, UNREACHED);
    await refuse(page, 'POST', '**/sessions', 503);
    await buttonOf(page, 'Entrar').click();
    await expectLine(page, BROKEN);
    await expect(page.getByText(UNREACHED)).toHaveCount(0);
    await page.unroute('**/sessions');
    await buttonOf(page, 'Entrar').click();
    await expect(fieldOf(page, 'Senha')).toHaveValue('');
    await expect(page.getByText(/Sem resposta|não conseguiu responder/)).toHaveCount(0);
  });

  test('stands in the create dialog, and in the toast of a dialog that has closed', async ({ page, backstage }) => {
    await openWith(page, backstage, [{ title: 'React' }]);
    await throttle(page, 'POST', TECHNOLOGIES, 900);
    const dialog = await openCreate(page);
    await sendCreate(dialog, aTechnology());
    await expectLine(dialog, 'Muitas tentativas. Espere 15 minutos e tente de novo.');
    await page.keyboard.press('Escape');
    await cut(page, 'PUT', TECHNOLOGY);
    await sendEdit(await openEdit(page, 'React'), { status: 'Avançado' });
    const unchanged = toastWith(page, 'Tecnologia não atualizada');
    await expect(unchanged.getByText('Sem resposta do servidor.', exact)).toBeVisible();
    await refuse(page, 'DELETE', TECHNOLOGY, 503, { code: 'overloaded' });
    await sendDelete(await openDelete(page, 'React'));
    await expect(toastWith(page, 'Erro ao deletar tecnologia').getByText(BROKEN, exact)).toBeVisible();
  });
});
