import type { Locator, Page } from '@playwright/test';
import {
  boxOf,
  expectMessageUnder,
  headingOf,
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
  stopClock,
} from '../helpers/acts.ts';
import { nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { aTechnology } from '../helpers/make.ts';
import { closeToast, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

const NOTICE = 'Sua sessão expirou';

/** Replaces what the page's storage holds by these raw values, as they might be found at the next start. */
async function fillStorage(page: Page, values: Record<string, string | undefined>) {
  if (page.url() === 'about:blank') await page.goto('/favicon.svg');
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(entries)) if (value !== undefined) localStorage.setItem(key, value);
  }, values);
}

test.describe('what the browser keeps', () => {
  test('a login keeps the token and the id as JSON, and nothing else, and they are read back (M-085, M-086, M-088)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp();
    await page.goto('/login');
    const answered = page.waitForResponse('**/sessions');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
    const { token, user } = (await (await answered).json()) as { token: string; user: { id: string } };
    expect(await readStorage(page)).toEqual({ token: `"${token}"`, userId: `"${user.id}"` });
    expect(user.id).toBe(ana.id);

    await fillStorage(page, { token: JSON.stringify(ana.token), userId: JSON.stringify(ana.id) });
    const read = page.waitForRequest('**/users/*');
    await page.goto('/dashboard');
    expect(new URL((await read).url()).pathname).toBe(`/users/${ana.id}`);
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
  });

  const NONSENSE = ['abc', '{', '', 'null', '""', '123', '["a"]'];

  test('a token or an id that is missing or makes no sense is no session; only the session is forgotten, and a visitor may log in again (M-087, A-01, A-03, X-76)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp();
    const calls = recordCalls(page);
    for (const key of ['token', 'userId'] as const) {
      for (const nonsense of [undefined, ...NONSENSE]) {
        const session = { token: JSON.stringify(ana.token), userId: JSON.stringify(ana.id) };
        await fillStorage(page, { ...session, [key]: nonsense, other: '1' });
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { name: 'Login', exact: true }), nonsense).toBeVisible();
        await expect(page).toHaveURL('/login');
        expect(await readStorage(page), nonsense).toEqual({ other: '1' });
      }
    }
    expect(calls.map(nameOf)).toEqual([]);

    await fillStorage(page, { token: JSON.stringify(ana.token) });
    await page.goto('/');
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    expect(await readStorage(page)).toEqual({});
    await fillStorage(page, { token: ana.token, userId: ana.id });
    await page.goto('/dashboard');
    await logIn(page, ana);
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    expect(await readStorage(page)).toMatchObject({ userId: JSON.stringify(ana.id) });
  });

  test('a browser that blocks its storage shows the login, and a session lasts as long as the page (X-76)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await logIn(page, person);
    await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/dashboard');
    await expect(headingOf(page, 'Login')).toBeVisible();
  });

  test('a login and a "Sair" in one tab are followed by the other (A-30, X-72)', async ({
    page,
    context,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await page.clock.install();
    await page.goto('/login');
    const other = await context.newPage();
    await other.goto('/');
    await logIn(page, person);
    await expect(other).toHaveURL('/dashboard');
    await expect(other.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
    // With its time standing still, a tab that only looks every so often would never see it.
    await stopClock(page);
    await other.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
  });
});

test.describe('a session that the server no longer takes', () => {
  test('a deletion or a change that the session is too old for says so beside its toast, and clears nothing (A-04, X-73)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await openAs(page, person);
    await page.evaluate(() => localStorage.setItem('other', '1'));
    // The server's own refusal of a session that has ended meanwhile.
    await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${person.token}` } });
    await sendDelete(await openDelete(page, title));
    await expect(toastWith(page, 'Erro ao deletar tecnologia')).toBeVisible();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(rowOf(page, title)).toBeVisible();

    await page.reload();
    await expect(rowOf(page, title)).toBeVisible();
    await expect(page.getByText(NOTICE)).toHaveCount(0);
    await sendEdit(await openEdit(page, title), { status: 'Avançado' });
    await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(Object.keys(await readStorage(page)).toSorted()).toEqual(['other', 'token', 'userId']);
    await page.getByRole('link', { name: 'Entrar novamente', exact: true }).click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({ other: '1' });
    await page.reload();
    await expect(page).toHaveURL('/login');
  });

  // A row just below the bar, and one at the foot of the screen, which the notice pushes down.
  for (const { width, height, at, top } of [
    { width: 360, height: 800, at: 7, top: 62 },
    { width: 1280, height: 800, at: 12, top: 735 },
  ]) {
    test(`is told of in sight of whoever has scrolled, and covers nothing that has the focus, at ${width} by ${height} (X-546)`, async ({
      page,
      backstage,
    }) => {
      await page.setViewportSize({ width, height });
      const { person, technologies } = await openWith(
        page,
        backstage,
        Array.from({ length: 16 }, () => ({})),
      );
      const title = technologies[at]?.title ?? '';
      const row = rowOf(page, title);
      const bar = page.getByRole('button', { name: '+', ...exact });
      await row.evaluate((element, y) => window.scrollBy(0, element.getBoundingClientRect().top - y), top);
      expect((await boxOf(row)).y).toBeCloseTo(top, 0);
      await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${person.token}` } });
      await sendEdit(await openEdit(page, title), { status: 'Avançado' });
      await expect(toastWith(page, 'Tecnologia não atualizada')).toBeVisible();
      const notice = page.getByRole('status').filter({ hasText: NOTICE });
      await expect(notice).toBeInViewport({ ratio: 1 });
      await expect(row.getByRole('button').first()).toBeFocused();
      const under = async () => {
        const boxes = await Promise.all([notice, bar].map(boxOf));
        return Math.max(...boxes.map((box) => box.y + box.height));
      };
      const shown = await boxOf(row);
      expect(shown.y).toBeGreaterThanOrEqual(await under());
      expect(shown.y + shown.height).toBeLessThanOrEqual(height);
      for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+Tab');
      const focused = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
      expect(focused).toBeGreaterThanOrEqual(await under());
      // Last, for it scrolls.
      await page.getByRole('link', { name: 'Entrar novamente', ...exact }).click({ trial: true });
    });
  }

  test('a creation that the session is too old for says so in the dialog, which keeps what was typed, in regions that stood before (A-04, X-73, X-189)', async ({
    page,
    ana,
    backstage,
  }) => {
    // It is the code that tells of an old session, never the status 401 alone.
    await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'technology-taken', fields: { title: 'taken' } });
    await sendCreate(await openCreate(page), aTechnology());
    const name = page.getByRole('dialog').getByLabel('Nome', { exact: true });
    await expectMessageUnder(name, 'Você já tem esta tecnologia');
    await expect(page.getByText(NOTICE)).toHaveCount(0);
    expect((await readStorage(page))['userId']).toBe(JSON.stringify(ana.id));
    await page.unroute(TECHNOLOGIES);
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await page.keyboard.press('Escape');

    const regions = await page.getByRole('main').getByRole('status').elementHandles();
    await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
    await page.evaluate(() => localStorage.setItem('other', '1'));
    const dialog = await openCreate(page);
    const inDialog = await dialog.getByRole('status').elementHandles();
    await sendCreate(dialog, { title: 'React', status: 'Avançado' });
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    const told = dialog.getByRole('status').filter({ hasText: NOTICE });
    await expect(told).toBeVisible();
    const among = (handles: typeof regions, one: Locator) =>
      Promise.all(handles.map(async (handle) => one.evaluate((node, old) => node === old, handle)));
    expect(await among(inDialog, told)).toContain(true);
    const behind = page.locator('main [role=status]').filter({ hasText: NOTICE });
    expect(await among(regions, behind)).toContain(true);
    await expect(behind).toBeVisible();
    await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue('React');
    await dialog.getByRole('link', { name: 'Entrar novamente', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readStorage(page)).toEqual({ other: '1' });
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('the way back after a login', () => {
  test('a visitor who wanted the profile gets there, by its address or a link; after "Sair" there a login leads to the dashboard, and suggests no email (M-089, X-191)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp();
    for (const way of ['address', 'link'] as const) {
      if (way === 'address') await page.goto('/perfil');
      else {
        await openAs(page, ana, '/perfil');
        await expect(page.getByRole('heading', { name: 'Meu perfil' })).toBeVisible();
        await page.evaluate(() => {
          localStorage.clear();
          window.dispatchEvent(new StorageEvent('storage'));
        });
      }
      await expect(page).toHaveURL('/login');
      await page.reload();
      await logIn(page, ana);
      await expect(page).toHaveURL('/perfil');
      await page.goBack();
      await expect(page).not.toHaveURL('/login');
    }

    await openAs(page, ana, '/perfil');
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
  });

  test('a login leads back to the filter that the list had (X-516)', async ({ page, backstage }) => {
    const ana = await backstage.signUp();
    const { title } = await backstage.addTechnology(ana, { title: 'React' });
    await page.goto('/dashboard?filtro=rea');
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard?filtro=rea');
    await refuse(page, 'PUT', TECHNOLOGY, 401, { code: 'unauthenticated' });
    await sendEdit(await openEdit(page, title), { status: 'Avançado' });
    await page.getByRole('link', { name: 'Entrar novamente', exact: true }).click();
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard?filtro=rea');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 800 } });

    test('no toast covers "Entrar novamente" on the profile (X-514)', async ({ page, backstage }) => {
      const ana = await backstage.signUp();
      await openAs(page, ana, '/perfil');
      await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(ana.name);
      await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
      await page.getByLabel('Bio', { exact: true }).fill('Outra');
      await page.getByRole('button', { name: 'Salvar dados', exact: true }).click();
      await expect(toastWith(page, 'Não foi possível salvar os dados')).toBeVisible();
      const link = page.getByRole('link', { name: 'Entrar novamente', exact: true });
      const toast = await boxOf(toastWith(page, 'Não foi possível salvar os dados'));
      const { y } = await boxOf(link);
      expect(y).toBeGreaterThan(toast.y + toast.height);
      await link.click({ trial: true });
    });
  });

  test('"Entrar novamente" knows the email, which stands in no address and no storage, and leads back (A-04, X-191)', async ({
    page,
    backstage,
  }) => {
    const ana = await backstage.signUp();
    await openAs(page, ana, '/perfil');
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(ana.name);
    await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
    await page.getByLabel('Nome', { exact: true }).fill('Ana Maria');
    await page.getByRole('button', { name: 'Salvar dados', exact: true }).click();
    await page.getByRole('link', { name: 'Entrar novamente', exact: true }).first().click();
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ana.email);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    );
    expect(kept).not.toContain(ana.email);
    await page.getByLabel('Senha', { exact: true }).fill(ana.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL('/perfil');
  });
});
