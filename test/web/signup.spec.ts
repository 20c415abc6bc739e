import { COURSE_MODULES } from '#contract/choices.ts';
import {
  buttonOf,
  expectMessageUnder,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  readStorage,
  sendSignUp,
} from '../helpers/acts.ts';
import { answer, bareCall, cut, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { startTrilha, type Running } from './harness/servers.ts';
import { closeToast, expectOnly, openStillAt, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };
const SUCCEEDED = 'Cadastro realizado com sucesso';
const FAILED = 'Erro ao realizar o cadastro';

test('the sign-up says what Trilha is and leads to the login (M-032, M-033, M-041, M-043)', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading')).toHaveText('Crie sua Conta', { useInnerText: true });
  const header = page.locator('header').filter({ has: page.getByRole('heading') });
  await expect(header.locator('p')).toHaveText('Rápido e grátis, vamos nessa', { useInnerText: true });
  await expect(page.getByText('Na Trilha você mantém a lista das tecnologias que conhece')).toBeInViewport();

  const fields = page.locator('form').locator('input, select, textarea');
  const labels = await fields.evaluateAll((all) =>
    all.map((field) => (field as HTMLInputElement).labels?.[0]?.innerText),
  );
  expect(labels).toEqual(['Nome', 'Email', 'Senha', 'Confirmar senha', 'Módulo do curso', 'Bio', 'Contato']);
  const tops = await fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));

  const calls = recordCalls(page);
  await fillSignUp(page, aPerson());
  await buttonOf(page, 'Login').click();
  await expect(page).toHaveURL('/login');
  await expect(headingOf(page, 'Login')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a form left keeps all but passwords, and the login knows its email', async ({ page }) => {
  const person = aPerson();
  await page.goto('/');
  await fillSignUp(page, person);
  await buttonOf(page, 'Login').click();
  await expect(headingOf(page, 'Login')).toBeVisible();
  await page.goBack();
  for (const [label, text] of [
    ['Nome', person.name],
    ['Módulo do curso', person.course_module],
    ['Bio', person.bio],
    ['Senha', ''],
    ['Confirmar senha', ''],
  ] as const) {
    await expect(fieldOf(page, label)).toHaveValue(text);
  }
  await fieldOf(page, 'Senha').fill(person.password);
  await fieldOf(page, 'Confirmar senha').fill(person.password);
  await sendSignUp(page);
  await expect(headingOf(page, 'Login')).toBeVisible();
  await expect(fieldOf(page, 'Email')).toHaveValue(person.email);
  expect(await readStorage(page)).toEqual({});
  await buttonOf(page, 'Cadastre-se').click();
  await expect(fieldOf(page, 'Nome')).toHaveValue('');
});

test('the sign-up has six fields and a list of modules (M-034, M-035, M-036, M-037, M-038, M-039, M-040, M-042)', async ({
  page,
}) => {
  await page.goto('/');
  for (const [label, name] of [
    ['Nome', 'name'],
    ['Email', 'email'],
    ['Senha', 'password'],
    ['Confirmar senha', 'confirmedPassword'],
    ['Bio', 'bio'],
    ['Contato', 'contact'],
  ] as const) {
    const field = fieldOf(page, label);
    await expect(field).toHaveAttribute('name', name);
    await field.fill('abc');
    await expect(field).toHaveValue('abc');
    if (/senha/i.test(label)) await expect(field).toHaveAttribute('type', 'password');
  }
  const modules = page.getByRole('combobox', { name: 'Módulo do curso', ...exact });
  await expect(modules).toHaveJSProperty('tagName', 'SELECT');
  await expect(modules).toHaveValue('');
  await expect(modules.getByRole('option')).toHaveText([
    'Escolha um módulo',
    'Primeiro Módulo (Introdução ao Front End)',
    'Segundo módulo (Frontend Avançado)',
    'Terceiro módulo (Introdução ao Backend)',
    'Quarto módulo (Backend Avançado)',
  ]);
});

test('a sign-up sends six fields, is confirmed immediately and leads to the login (M-002, M-084, M-093, M-140, M-155, A-08, A-22)', async ({
  page,
}) => {
  const ana = aPerson({ password: ' senha 123 ', bio: 'Gosto de redes.', course_module: COURSE_MODULES[2] });
  await openStillAt(page, '/');
  await fillSignUp(page, { ...ana, name: ` ${ana.name}  `, bio: `\n${ana.bio} `, contact: ` ${ana.contact} ` });
  const call = await bareCall(page, () => sendSignUp(page), '**/users');
  expect(call).toEqual({ name: 'POST /users', body: ana, authorization: null });
  await expectOnly(page, SUCCEEDED, 'success');
  await expect(page).toHaveURL('/login');
  expect(await readStorage(page)).toEqual({});
  await logIn(page, { ...ana, email: `${ana.email} ` });
  await expect(page).toHaveURL('/dashboard');
});

test('a sign-up neither needs, keeps nor logs its answer (M-140, A-23)', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/');
  for (const json of [null, { token: 'x', user: { id: 'y' } }]) {
    await answer(page, 'POST', '**/users', 201, json);
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await closeToast(page, SUCCEEDED);
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
    await buttonOf(page, 'Cadastre-se').click();
  }
  expect(logged).toEqual([]);
});

test('the sign-up takes each module, and letters or digits as a password (M-108, M-109, M-110, M-111, M-118)', async ({
  page,
}) => {
  // The response is a mock: the server's rules are tested over HTTP.
  await answer(page, 'POST', '**/users', 201, {});
  await page.goto('/');
  for (const [label, password] of [
    ['Primeiro Módulo (Introdução ao Front End)', 'abcdef'],
    ['Segundo módulo (Frontend Avançado)', '123456'],
    ['Terceiro módulo (Introdução ao Backend)', 'abc123'],
    ['Quarto módulo (Backend Avançado)', 'çãõéíú'],
  ] as const) {
    await fillSignUp(page, aPerson({ password }));
    await fieldOf(page, 'Módulo do curso').selectOption({ label });
    const { body } = await bareCall(page, () => sendSignUp(page), '**/users');
    expect(body).toMatchObject({ course_module: label, password });
    await expect(page).toHaveURL('/login');
    await buttonOf(page, 'Cadastre-se').click();
  }
});

test('a failed sign-up shows its error immediately and keeps what was typed (M-151, M-159, A-33)', async ({
  page,
  backstage,
}) => {
  const { email } = await backstage.signUp();
  const ana = aPerson({ email: email.toUpperCase() });
  await openStillAt(page, '/');
  await fillSignUp(page, ana);
  for (const fail of [undefined, cut]) {
    await fail?.(page, 'POST', '**/users');
    await sendSignUp(page);
    await expectOnly(page, FAILED, 'error');
    await closeToast(page, FAILED);
    await expect(page).toHaveURL('/');
    // The text does not reveal existing accounts.
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    const typed = await page
      .locator('form')
      .evaluate((form: HTMLFormElement) =>
        Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>),
      );
    expect(typed).toEqual({ ...ana, confirmedPassword: ana.password });
  }
});

test('the sign-up names all missing fields together (M-115, M-116, M-119, M-121, M-123, M-124, M-125, M-131)', async ({
  page,
}) => {
  await page.goto('/');
  const calls = recordCalls(page);
  for (const label of ['Nome', 'Bio', 'Contato']) await fieldOf(page, label).fill('   ');
  await sendSignUp(page);
  for (const [label, message] of [
    ['Nome', 'Nome Obrigatório'],
    ['Email', 'Email obrigatório'],
    ['Senha', 'Senha obrigatória'],
    ['Confirmar senha', 'Confirmação de senha obrigatória'],
    ['Módulo do curso', 'Módulo obrigatório'],
    ['Bio', 'Bio obrigatória'],
    ['Contato', 'Link do contato obrigatório'],
  ] as const) {
    await expectMessageUnder(fieldOf(page, label), message);
    await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(fieldOf(page, 'Nome')).toBeFocused();
  await fillSignUp(page, aPerson({ bio: '' }));
  await fieldOf(page, 'Módulo do curso').selectOption('');
  await sendSignUp(page);
  await expect(fieldOf(page, 'Módulo do curso')).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2);
  expect(calls).toEqual([]);
});

test('the sign-up refuses malformed fields, one message each (M-117, M-120, M-122, M-126, M-160, A-06, A-07)', async ({
  page,
}) => {
  const ana = aPerson();
  await page.goto('/');
  const calls = recordCalls(page);
  const [password, confirmation] = [fieldOf(page, 'Senha'), fieldOf(page, 'Confirmar senha')];
  await fillSignUp(page, { ...ana, email: 'ana', password: 'abc12', contact: 'www.example.com' });
  await confirmation.fill('abc13');
  await sendSignUp(page);
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email inválido');
  await expectMessageUnder(password, 'A senha precisa de no minimo 6 caracteres');
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
  await expectMessageUnder(fieldOf(page, 'Contato'), 'Link do contato inválido');
  await confirmation.fill('');
  await expectMessageUnder(confirmation, 'Confirmação de senha obrigatória');

  await fillSignUp(page, { ...ana, password: 'senha123' });
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  // The first password is changed after the repetition.
  await password.fill('senha124');
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
  await sendSignUp(page);
  await expect(confirmation).toBeFocused();
  expect(calls).toEqual([]);
  await password.fill('senha123');
  await expect(confirmation).toHaveAccessibleDescription('');
  await answer(page, 'POST', '**/users', 201, {});
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  expect(calls.map(nameOf)).toEqual(['POST /users']);
});

test('the sign-up calls nothing wrong before the first attempt, then checks live (A-09)', async ({ page }) => {
  await page.goto('/');
  const [email, password, contact] = [fieldOf(page, 'Email'), fieldOf(page, 'Senha'), fieldOf(page, 'Contato')];
  const rule = 'Mínimo de 6 letras ou números';
  await expectMessageUnder(password, rule);
  await expect(contact).toHaveAccessibleDescription('Comece com https://');
  await email.fill('ana');
  await contact.fill('x');
  await fieldOf(page, 'Bio').focus();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(page.getByText(/obrigatóri[ao]$|inválido/i)).toHaveCount(0);

  await sendSignUp(page);
  await expectMessageUnder(password, 'Senha obrigatória');
  await password.fill('senha123');
  await expectMessageUnder(password, rule);
  await email.fill('ana@example.com');
  await expect(email).toHaveAccessibleDescription('');
  await email.fill('ana@');
  await expectMessageUnder(email, 'Email inválido');
});

test.describe('on a server with strict passwords', () => {
  let trilha: Running;

  test.beforeAll(async () => {
    trilha = await startTrilha({ PASSWORD_PROFILE: 'strict' });
  });

  test.afterAll(() => trilha.stop());

  test('a refusal by the server is shown under its field (A-34)', async ({ page }) => {
    await page.goto(trilha.address);
    const tooLong = aPerson({
      name: 'n'.repeat(121),
      email: `${'e'.repeat(60)}@${`${'d'.repeat(60)}.`.repeat(4)}com`,
      password: 'p'.repeat(129),
      bio: 'b'.repeat(2001),
      contact: `https://example.com/${'c'.repeat(2048)}`,
    });
    await fillSignUp(page, tooLong);
    const { body } = await bareCall(page, () => sendSignUp(page), '**/users');
    expect(body).toEqual(tooLong);
    await expect(toastWith(page, FAILED)).toBeVisible();
    for (const [label, limit] of [
      ['Nome', '120'],
      ['Email', '254'],
      ['Senha', '128'],
      ['Bio', '2.000'],
      ['Contato', '2.048'],
    ] as const) {
      await expectMessageUnder(fieldOf(page, label), `No máximo ${limit} caracteres`);
    }
    for (const [password, reason] of [
      ['1a2b3c4', 'A senha precisa de pelo menos 8 caracteres'],
      ['password', 'Esta senha é comum demais: escolha outra'],
      ['souza-2026', 'A senha não pode ser seu nome ou seu email'],
    ] as const) {
      await fillSignUp(page, aPerson({ password }));
      await sendSignUp(page);
      await expectMessageUnder(fieldOf(page, 'Senha'), reason);
    }
    await fillSignUp(page, aPerson({ password: 'girassol-na-janela' }));
    await sendSignUp(page);
    await expect(page).toHaveURL(/\/login$/);
  });
});
