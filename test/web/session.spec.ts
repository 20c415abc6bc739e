import type { Locator, Page } from '@playwright/test';
import {
  boxOf,
  buttonOf,
  exact,
  fieldOf,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readStorage,
  rememberRegions,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  stopClock,
} from '../helpers/actions.ts';
import { cut, holdAnswer, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { openClass } from '../helpers/classes.ts';
import { expect, openAs, type SignedUp, test } from '../helpers/fixtures.ts';
import { aTechnology } from '../helpers/make.ts';
import { expire, openProfile } from '../helpers/profile.ts';
import { closeToast, toastWith } from '../helpers/toasts.ts';

const NOTICE = 'Sua sessão expirou';

/** "Sair", and the login of the next person at the tab. */
async function handOver(page: Page, next: SignedUp) {
  await buttonOf(page, 'Sair').click();
  await logIn(page, next);
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
}

const logInAgain = (place: Page | Locator) => place.getByRole('link', { name: 'Entrar novamente', ...exact });

test.describe('a stored session', () => {
  test('that is broken is removed alone, and a visitor can log in (A-01, A-03)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    const calls = recordCalls(page);
    const session = { token: JSON.stringify(ana.token), userId: JSON.stringify(ana.id) };
    const broken: Record<string, string>[] = [{ ...session, token: ana.token }, { token: session.token }];
    await page.goto('/favicon.svg');
    for (const values of broken) {
      await page.evaluate(
        (entries) => {
          localStorage.clear();
          for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        },
        { ...values, other: '1' },
      );
      await page.goto('/dashboard');
      await expect(headingOf(page, 'Login')).toBeVisible();
      await expect(page).toHaveURL('/login');
      expect(await readStorage(page)).toEqual({ other: '1' });
    }
    expect(calls.map(nameOf)).toEqual([]);
    await logIn(page, ana);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    expect(await readStorage(page)).toMatchObject({ userId: session.userId, other: '1' });
  });

  test('that the browser blocks lasts as long as the page', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await logIn(page, ana);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await buttonOf(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    await page.goto('/dashboard');
    await expect(headingOf(page, 'Login')).toBeVisible();
  });

  test('that does not fit into the storage is not stored in part', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await page.addInitScript(() => {
      Storage.prototype.setItem = (key, value) => {
        if (key === 'userId') throw new DOMException('full', 'QuotaExceededError');
        localStorage[key] = value;
      };
    });
    await page.goto('/login');
    await logIn(page, ana);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    expect(await readStorage(page)).toEqual({});
  });

  test('that has ended in another tab ends in a page that Back restores', async ({ page, ana }) => {
    expect(ana.name).toBe('Ana Souza');
    // Headless Chromium has no back/forward cache.
    await page.evaluate(() => {
      localStorage.clear();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await expect(headingOf(page, 'Login')).toBeVisible();
  });

  test('begins and ends in all tabs together (A-30)', async ({ page, context, backstage }) => {
    const ana = await backstage.signUp();
    await page.clock.install();
    await page.goto('/login');
    const other = await context.newPage();
    await other.goto('/');
    await logIn(page, ana);
    await expect(other).toHaveURL('/dashboard');
    await expect(headingOf(other, `Olá, ${ana.name}`)).toBeVisible();
    // A tab that polled would never see it with a stopped clock.
    await stopClock(page);
    await buttonOf(other, 'Sair').click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
  });
});

test('"Sair" says when the server could not end the session', async ({ page, ana }) => {
  await cut(page, 'DELETE', '**/sessions');
  await buttonOf(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await expect(toastWith(page, 'Você saiu só neste aparelho')).toBeVisible();
  expect(Object.keys(await readStorage(page)), ana.name).toEqual([]);
});

test.describe('a session that the server has ended', () => {
  test('is announced beside the toast of a failed deletion, and nothing is cleared (A-04)', async ({
    page,
    ana,
    backstage,
  }) => {
    const { title } = await backstage.addTechnology(ana);
    await page.reload();
    await page.evaluate(() => localStorage.setItem('other', '1'));
    await expire(backstage, ana);
    await sendDelete(await openDelete(page, title));
    await expect(toastWith(page, 'Erro ao deletar tecnologia')).toBeVisible();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(rowOf(page, title)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['other', 'token', 'userId']);
    await logInAgain(page).click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({ other: '1' });
  });

  test('is announced in the create dialog, which keeps what was typed (A-04)', async ({ page, ana, backstage }) => {
    // In the compatibility setting a duplicate is a 401, too.
    await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'technology-taken', fields: { title: 'taken' } });
    const dialog = await openCreate(page);
    await sendCreate(dialog, aTechnology());
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await expect(page.getByText(NOTICE)).toHaveCount(0);
    await page.unroute(TECHNOLOGIES);

    const wasThere = await rememberRegions(page);
    await expire(backstage, ana);
    await sendCreate(dialog, { title: 'React', status: 'Avançado' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    for (const place of [page.locator('main'), dialog]) {
      const region = place.locator('[role=status]').filter({ hasText: NOTICE });
      await expect(region).toBeVisible();
      expect(await wasThere(region)).toBe(true);
    }
    await expect(fieldOf(dialog, 'Nome')).toHaveValue('React');
    await logInAgain(dialog).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readStorage(page)).toEqual({});
  });

  test('is announced visibly, above the focused row', async ({ page, backstage }) => {
    const technologies = Array.from({ length: 16 }, (_, index) => ({ title: `Tecnologia ${index}` }));
    const { person } = await openWith(page, backstage, technologies);
    await expire(backstage, person);
    // A row just below the bar, and one at the foot of the screen, which the notice pushes down.
    for (const [width, title, top] of [
      [360, 'Tecnologia 7', 62],
      [1280, 'Tecnologia 12', 735],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      const row = rowOf(page, title);
      await expect(row).toBeVisible();
      await row.evaluate((element, y) => window.scrollBy(0, element.getBoundingClientRect().top - y), top);
      await sendEdit(await openEdit(page, title), { status: 'Avançado' });
      await closeToast(page, 'Tecnologia não atualizada');
      const notice = page.getByRole('status').filter({ hasText: NOTICE });
      await expect(notice).toBeInViewport({ ratio: 1 });
      await expect(row.getByRole('button').first()).toBeFocused();
      const bars = await Promise.all([notice, buttonOf(page, '+')].map(boxOf));
      const under = Math.max(...bars.map((box) => box.y + box.height));
      const shown = await boxOf(row);
      expect(shown.y).toBeGreaterThanOrEqual(under);
      expect(shown.y + shown.height).toBeLessThanOrEqual(800);
      await logInAgain(page).click({ trial: true });
    }
  });
});

test.describe('a login', () => {
  test('leads back to the requested address, but after "Sair" to the dashboard', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    await page.goto('/perfil');
    await expect(page).toHaveURL('/login');
    await page.reload();
    await logIn(page, ana);
    await expect(page).toHaveURL('/perfil');
    await page.goBack();
    await expect(page).not.toHaveURL('/login');

    await page.goto('/perfil');
    await buttonOf(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    await expect(fieldOf(page, 'Email')).toHaveValue('');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
  });

  test('after "Sair" has an empty e-mail, also when the profile arrives later', async ({ page, backstage }) => {
    await openAs(page, await backstage.signUp(), '/dashboard');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('/profile', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    const answered = page.waitForRequest('/profile');
    await page.goto('/perfil');
    const request = await answered;
    await buttonOf(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    release();
    await (await request.response())?.finished();
    await buttonOf(page, 'Cadastre-se').click();
    await buttonOf(page, 'Login').click();
    await expect(fieldOf(page, 'Email')).toHaveValue('');
  });

  test('knows its user’s e-mail although an earlier user’s profile arrives later (X-673)', async ({
    page,
    backstage,
  }) => {
    const [ana, bruno] = [await backstage.signUp(), await backstage.signUp()];
    await openAs(page, ana, '/dashboard');
    const release = await holdAnswer(page, '/profile');
    const answered = page.waitForRequest('/profile');
    await page.goto('/perfil');
    const request = await answered;
    await handOver(page, bruno);
    release();
    await (await request.response())?.finished();
    await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'unauthenticated' });
    const dialog = await openCreate(page);
    await sendCreate(dialog, aTechnology());
    await logInAgain(dialog).click();
    await expect(fieldOf(page, 'Email')).toHaveValue(bruno.email);
  });

  test('that is answered late replaces no session of the next person (X-673)', async ({ page, backstage }) => {
    const [ana, bruno] = [await backstage.signUp(), await backstage.signUp({ name: 'Bruno Reis' })];
    const ended = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().endsWith('/sessions'),
    );
    const release = await holdAnswer(page, '**/sessions');
    await page.goto('/login');
    const asked = page.waitForRequest('**/sessions');
    await logIn(page, ana);
    const late = await asked;
    await buttonOf(page, 'Cadastre-se').click();
    await buttonOf(page, 'Login').click();
    await logIn(page, bruno);
    await expect(headingOf(page, `Olá, ${bruno.name}`)).toBeVisible();
    release();
    const answer = await late.response();
    expect(await (await ended).headerValue('authorization')).toBe(`Bearer ${(await answer?.json())?.token}`);
    expect((await readStorage(page))['userId']).toBe(JSON.stringify(bruno.id));
    await expect(headingOf(page, `Olá, ${bruno.name}`)).toBeVisible();
  });

  test('downloads no file for an earlier user (X-673)', async ({ page, backstage }) => {
    const [ana, bruno] = [await backstage.signUp(), await backstage.signUp()];
    const files: string[] = [];
    page.on('download', (download) => files.push(download.suggestedFilename()));
    await openAs(page, ana, '/conta');
    const release = await holdAnswer(page, '/profile/export');
    const asked = page.waitForRequest('/profile/export');
    await buttonOf(page, 'Baixar meus dados').click();
    const request = await asked;
    await handOver(page, bruno);
    release();
    await (await request.response())?.finished();
    // A download of this session starts after one of the last session would have.
    await page.goto('/conta');
    await buttonOf(page, 'Baixar currículo (JSON Resume)').click();
    await expect(toastWith(page, 'Seu currículo foi baixado')).toBeVisible();
    await expect.poll(() => files).toEqual(['trilha-curriculo.json']);
  });

  test('of another user shows no late result of the last one', async ({ page, backstage }) => {
    const [ana, bruno] = [await backstage.signUp(), await backstage.signUp({ name: 'Bruno' })];
    const { code } = await openClass(backstage, await backstage.signUp());
    await openAs(page, ana, `/turma/${code}`);
    const [joined, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/classes/join', async (route) => {
      const response = await route.fetch();
      joined.resolve();
      await released.promise;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse('**/classes/join');
    await buttonOf(page, 'Participar da turma').click();
    await joined.promise;
    await handOver(page, bruno);
    released.resolve();
    await (await answered).finished();
    await buttonOf(page, 'Mais').click();
    await page.getByRole('link', { name: 'Minhas turmas', ...exact }).click();
    await expect(page.getByText('Você ainda não está em nenhuma turma.')).toBeVisible();
    await expect(page.getByText('Você está na turma')).toHaveCount(0);
  });

  test('after "Sair" in another tab knows neither e-mail nor way back (A-30)', async ({ page, context, backstage }) => {
    await openProfile(page, await backstage.signUp());
    const other = await context.newPage();
    await other.goto('/dashboard');
    await buttonOf(other, 'Sair').click();
    await expect(page).toHaveURL('/login');
    await expect(fieldOf(page, 'Email')).toHaveValue('');
    await logIn(page, await backstage.signUp());
    await expect(page).toHaveURL('/dashboard');
  });

  test('leads back to the filter of the list (X-516)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    const { title } = await backstage.addTechnology(ana, { title: 'React' });
    await page.goto('/dashboard?filtro=rea');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard?filtro=rea');
    await refuse(page, 'PUT', TECHNOLOGY, 401, { code: 'unauthenticated' });
    await sendEdit(await openEdit(page, title), { status: 'Avançado' });
    await logInAgain(page).click();
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard?filtro=rea');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 800 } });

    test('after an ended session knows the email, stores it nowhere, and leads back (A-04)', async ({
      page,
      backstage,
    }) => {
      const ana = await backstage.signUp();
      await openProfile(page, ana);
      await expire(backstage, ana);
      await fieldOf(page, 'Nome').fill('Ana Maria');
      await buttonOf(page, 'Salvar dados').click();
      const toast = toastWith(page, 'Não foi possível salvar os dados');
      await expect(toast).toBeVisible();
      // The toast covers no way on.
      const { y, height } = await boxOf(toast);
      expect((await boxOf(logInAgain(page))).y).toBeGreaterThan(y + height);
      await logInAgain(page).click();
      await buttonOf(page, 'Descartar').click();
      await expect(page).toHaveURL('/login');
      await expect(fieldOf(page, 'Email')).toHaveValue(ana.email);
      const kept = await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
      );
      expect(kept).not.toContain(ana.email);
      await fieldOf(page, 'Senha').fill(ana.password);
      await buttonOf(page, 'Entrar').click();
      await expect(page).toHaveURL('/perfil');
    });
  });
});
