import { COURSE_MODULES } from '#contract/choices.ts';
import { expectMessageUnder, fieldOf, logIn, readStorage } from '../helpers/acts.ts';
import { answer, bareCall, cut, nameOf, recordCalls, refuse } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { closeToast, expectOnly, expectOnlyAfterDelay, openStillAt, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

test.describe('the form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
  });

  test('the login is titled "Login", asks for "Email" and "Senha", and does not show the password (M-044, M-045, M-046)', async ({
    page,
  }) => {
    await expect(page.getByRole('heading')).toHaveText('Login', { useInnerText: true });
    await expect(page.locator('form label')).toHaveText(['Email', 'Senha'], { useInnerText: true });
    const email = page.getByRole('textbox', { name: 'Email', ...exact });
    await email.fill('ana@example.com');
    await expect(email).toHaveValue('ana@example.com');
    const password = page.getByLabel('Senha', exact);
    await password.fill('senha123');
    await expect(password).toHaveValue('senha123');
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('"Entrar" sends what was typed; below "Ainda não possui uma conta?", "Cadastre-se" goes back to the sign-up and sends nothing, whatever has been typed (M-047, M-048, M-049)', async ({
    page,
  }) => {
    const calls = recordCalls(page);
    await page.getByLabel('Email', exact).fill('ninguem@example.com');
    await page.getByLabel('Senha', exact).fill('senha123');
    await expect(page.getByText('Ainda não possui uma conta?', exact)).toBeVisible();
    const back = page.getByRole('button', { name: 'Cadastre-se', ...exact });
    await expect(back).toHaveText('Cadastre-se', { useInnerText: true });
    await back.click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Crie sua Conta', ...exact })).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);

    await page.goto('/login');
    await page.getByLabel('Email', exact).fill('ninguem@example.com');
    await page.getByLabel('Senha', exact).fill('senha123');
    const submit = page.getByRole('button', { name: 'Entrar', ...exact });
    await expect(submit).toHaveText('Entrar', { useInnerText: true });
    const sent = page.waitForRequest('**/sessions');
    await submit.click();
    expect((await sent).postDataJSON()).toEqual({ email: 'ninguem@example.com', password: 'senha123' });
  });
});

test('a refused login says "Verifique os dados do login", at once; one that succeeds opens the dashboard without a delay, and is celebrated 1500 ms later, once (M-089, M-090, M-150)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await openStillAt(page, '/login');
  await logIn(page, aPerson());
  await expectOnly(page, 'Verifique os dados do login', 'error');
  await closeToast(page, 'Verifique os dados do login');
  await logIn(page, person);
  await page.waitForURL('/dashboard');
  await expectOnlyAfterDelay(page, 'Logado com sucesso');
  // A screen that came late waits for a timer of React's.
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
});

test('a login that fails changes nothing, and only a refused one empties the password; then a registered user logs in, and reads a greeting and their module (M-003, M-004, M-091, X-22)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[1] });
  const { email } = person;
  const typed = { email, password: 'errada123' };
  await page.goto('/login');
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', '**/sessions');
    await logIn(page, typed);
    await closeToast(page, 'Verifique os dados do login');
    await expect(fieldOf(page, 'Email')).toHaveValue(typed.email);
    await expect(fieldOf(page, 'Senha')).toHaveValue(typed.password);
  }
  await page.unroute('**/sessions');
  await logIn(page, typed);
  await expect(fieldOf(page, 'Senha')).toHaveValue('');
  await expect(fieldOf(page, 'Senha')).toBeFocused();
  await expect(fieldOf(page, 'Email')).toHaveValue(typed.email);
  await expect(page).toHaveURL('/login');
  expect(await readStorage(page)).toEqual({});
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');

  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Olá, Zé da Silva', exact: true })).toBeVisible();
  await expect(page.getByText(COURSE_MODULES[1], { exact: true })).toBeVisible();
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

test('a login needs an email and a password, and nothing is sent without; an email that is none is sent, and fails as any other (M-112, M-113, M-114)', async ({
  page,
}) => {
  await page.goto('/login');
  const calls = recordCalls(page);
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Senha', { exact: true });
  await logIn(page, { email: '', password: 'senha123' });
  await expectMessageUnder(email, 'Email obrigatório');
  await expect(password).toHaveAccessibleDescription('');
  await logIn(page, { email: 'ana@example.com', password: '' });
  await expectMessageUnder(password, 'Password obrigatório');
  await expect(email).toHaveAccessibleDescription('');
  await logIn(page, { email: 'isto não é um email', password: 'senha123' });
  await expect(toastWith(page, 'Verifique os dados do login')).toHaveCount(1);
  await expect(email).not.toHaveAttribute('aria-invalid');
  expect(calls.map(nameOf)).toEqual(['POST /sessions']);
  expect(calls[0]?.postDataJSON()).toEqual({ email: 'isto não é um email', password: 'senha123' });
});
