import { COURSE_MODULES } from '#contract/choices.ts';
import type { Session } from '#contract/session.ts';
import { buttonOf, expectMessageUnder, fieldOf, headingOf, logIn, readStorage } from '../helpers/acts.ts';
import { bareCall, cut, nameOf, recordCalls, refuse } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStillAt, toastWith } from '../helpers/toasts.ts';

const FAILED = 'Verifique os dados do login';

test('the login has two fields and leads to the sign-up (M-044, M-045, M-046, M-047, M-048, M-049)', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading')).toHaveText('Login', { useInnerText: true });
  await expect(page.locator('form label')).toHaveText(['Email', 'Senha'], { useInnerText: true });
  await expect(fieldOf(page, 'Senha')).toHaveAttribute('type', 'password');
  await expect(page.getByText('Ainda não possui uma conta?', { exact: true })).toBeVisible();
  for (const name of ['Entrar', 'Cadastre-se']) {
    await expect(buttonOf(page, name)).toHaveText(name, { useInnerText: true });
  }

  const calls = recordCalls(page);
  await fieldOf(page, 'Email').fill('ana@example.com');
  await fieldOf(page, 'Senha').fill('senha123');
  await buttonOf(page, 'Cadastre-se').click();
  await expect(page).toHaveURL('/');
  await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a login opens the dashboard immediately and is confirmed 1500 ms later (M-003, M-004, M-085, M-086, M-088, M-089, M-090, M-139)', async ({
  page,
  backstage,
}) => {
  const ze = await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[1] });
  let token = '';
  await page.route('**/sessions', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as Session;
    token = session.token;
    await route.fulfill({ response, json: { token, user: { id: session.user.id } } });
  });
  await openStillAt(page, '/login');
  const call = await bareCall(page, () => logIn(page, ze), '**/sessions');
  expect(call).toEqual({
    name: 'POST /sessions',
    body: { email: ze.email, password: ze.password },
    authorization: null,
  });
  await page.waitForURL('/dashboard');
  await expectOnlyAfterDelay(page, 'Logado com sucesso');
  expect(await readStorage(page)).toEqual({ token: `"${token}"`, userId: `"${ze.id}"` });
  // React shows a late screen after a timer.
  await page.clock.resume();
  await expect(headingOf(page, 'Olá, Zé da Silva')).toBeVisible();
  await expect(page.getByText('Segundo módulo (Frontend Avançado)', { exact: true })).toBeVisible();
});

test('a failed login shows its error immediately and stores nothing (M-091, M-150, M-159)', async ({ page }) => {
  const nobody = aPerson();
  await openStillAt(page, '/login');
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', '**/sessions');
    await logIn(page, nobody);
    await expectOnly(page, FAILED, 'error');
    await closeToast(page, FAILED);
    await expect(fieldOf(page, 'Email')).toHaveValue(nobody.email);
    await expect(fieldOf(page, 'Senha')).toHaveValue(nobody.password);
  }
  await page.unroute('**/sessions');
  await logIn(page, nobody);
  await expectOnly(page, FAILED, 'error');
  await expect(fieldOf(page, 'Email')).toHaveValue(nobody.email);
  await expect(fieldOf(page, 'Senha')).toHaveValue('');
  await expect(fieldOf(page, 'Senha')).toBeFocused();
  await expect(page).toHaveURL('/login');
  expect(await readStorage(page)).toEqual({});
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('the login requires both fields but no format of the email (M-112, M-113, M-114)', async ({ page }) => {
  await page.goto('/login');
  const calls = recordCalls(page);
  const [email, password] = [fieldOf(page, 'Email'), fieldOf(page, 'Senha')];
  await logIn(page, { email: '', password: '' });
  await expectMessageUnder(email, 'Email obrigatório');
  await expectMessageUnder(password, 'Password obrigatório');
  await expect(email).toBeFocused();
  await email.fill('isto não é um email');
  await expect(email).toHaveAccessibleDescription('');
  await buttonOf(page, 'Entrar').click();
  await expect(password).toBeFocused();
  expect(calls).toEqual([]);

  await logIn(page, { email: 'isto não é um email', password: 'senha123' });
  await expect(toastWith(page, FAILED)).toHaveCount(1);
  await expect(email).not.toHaveAttribute('aria-invalid');
  expect(calls.map(nameOf)).toEqual(['POST /sessions']);
});
