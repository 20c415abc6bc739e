import {
  boxOf,
  buttonOf,
  exact,
  expectMessageUnder,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  readStorage,
  sendSignUp,
} from '../helpers/actions.ts';
import { answer, bareCall, cut, holdAnswer, nameOf, recordCalls } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { startTrilha, type Running } from './harness/servers.ts';
import { closeToast, toastWith } from '../helpers/toasts.ts';

const SUCCEEDED = 'Cadastro realizado com sucesso';
const FAILED = 'Erro ao realizar o cadastro';
const CONTACT_HELP = 'Link do LinkedIn, GitHub, Instagram ou https://wa.me/55…';

test('the sign-up says what Trilha is', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Na Trilha você mantém a lista das tecnologias que conhece')).toBeInViewport();
});

test('leaving a form keeps all fields except passwords, and the login shows its email', async ({ page }) => {
  const person = aPerson();
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
  for (const leave of [
    // The browser restores the form, as in a tab that a phone had no memory for.
    () => page.goto('/pessoas'),
    () => buttonOf(page, 'Login').click(),
  ]) {
    await fillSignUp(page, person);
    await leave();
    await expect(fieldOf(page, 'Bio')).toHaveCount(0);
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

test('a sign-up answered after its form was left keeps no text (X-673)', async ({ page }) => {
  await page.goto('/');
  const release = await holdAnswer(page, '**/users');
  const asked = page.waitForRequest('**/users');
  await fillSignUp(page, aPerson());
  await sendSignUp(page);
  const request = await asked;
  await buttonOf(page, 'Login').click();
  release();
  await (await request.response())?.finished();
  await expect(async () => {
    await buttonOf(page, 'Cadastre-se').click();
    await expect(headingOf(page, 'Crie sua Conta')).toBeVisible();
    const name = await fieldOf(page, 'Nome').inputValue();
    await buttonOf(page, 'Login').click();
    expect(name).toBe('');
  }).toPass();
});

test('a wide sign-up shows an example page, a phone only its words', async ({ page }) => {
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/example-page')) pictures.push(request.url());
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const example = page.getByRole('img', { name: 'Exemplo de página, com retrato, tecnologias e níveis', ...exact });
  await expect(buttonOf(page, 'Cadastrar')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(example).toBeHidden();
  expect(pictures).toEqual([]);
  const words = page.getByText('Turmas: quem ensina vê o que cada pessoa já sabe', exact);
  expect((await boxOf(words)).y).toBeGreaterThan((await boxOf(buttonOf(page, 'Login'))).y);

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('Uma página com link próprio')).toBeInViewport();
  await expect(example).toBeInViewport({ ratio: 0.9 });
  await expect.poll(() => example.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // Beside the form, it stays in view.
  await buttonOf(page, 'Login').scrollIntoViewIfNeeded();
  await expect(example).toBeInViewport({ ratio: 0.9 });
});

test('a sign-up trims every text except the password (A-08)', async ({ page }) => {
  const ana = aPerson({ password: ' senha 123 ', bio: 'Gosto de redes.' });
  await page.goto('/');
  await fillSignUp(page, { ...ana, name: ` ${ana.name}  `, bio: `\n${ana.bio} `, contact: ` ${ana.contact} ` });
  const { body } = await bareCall(page, () => sendSignUp(page), '**/users');
  expect(body).toEqual(ana);
  await expect(page).toHaveURL('/login');
  await logIn(page, { ...ana, email: `${ana.email} ` });
  await expect(page).toHaveURL('/dashboard');
});

test('a sign-up neither keeps nor logs its answer (A-23)', async ({ page }) => {
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

test('a failed sign-up keeps what was typed, and reveals no account (A-33)', async ({ page, backstage }) => {
  const { email } = await backstage.signUp();
  const ana = aPerson({ email: email.toUpperCase() });
  await page.goto('/');
  await fillSignUp(page, ana);
  for (const fail of [undefined, cut]) {
    await fail?.(page, 'POST', '**/users');
    await sendSignUp(page);
    await closeToast(page, FAILED);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
    const advice = 'Se você já tem uma conta com este email, entre nela ou use "Esqueci minha senha".';
    await expect(page.getByRole('status').filter({ hasText: advice })).toHaveCount(fail ? 0 : 1);
    const typed = await page
      .locator('form')
      .evaluate((form: HTMLFormElement) =>
        Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>),
      );
    expect(typed).toEqual({ ...ana, confirmedPassword: ana.password });
  }
});

test('the sign-up gives each malformed field one message, and checks it again live (A-06, A-07, A-09)', async ({
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

test('an incomplete contact keeps its help and offers a corrected link', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const contact = fieldOf(page, 'Contato');
  const suggestion = page.getByRole('button', { name: /^Você quis dizer/ });
  await contact.fill('maria');
  await sendSignUp(page);
  await expect(contact).toHaveAccessibleDescription(`Link do contato inválido ${CONTACT_HELP}`);
  await expect(page.getByText(CONTACT_HELP)).toBeVisible();
  await expect(suggestion).toHaveCount(0);
  for (const [typed, link] of [
    ['linkedin.com/in/maria', 'https://linkedin.com/in/maria'],
    ['@maria', 'https://www.instagram.com/maria'],
    ['(11) 98765-4321', 'https://wa.me/5511987654321'],
    ['maria@example.com', undefined],
    ['maria.silva', undefined],
    ['www.example.com', 'https://www.example.com'],
  ] as const) {
    await contact.fill(typed);
    await expect(suggestion).toHaveText(link ? `Você quis dizer ${link}?` : []);
  }
  // Where a thumb misses the text.
  await suggestion.click({ position: { x: 20, y: -8 } });
  await expect(contact).toHaveValue('https://www.example.com');
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAccessibleDescription(CONTACT_HELP);
});

test('a chosen module is read in full on a phone, and none is grey', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const modules = fieldOf(page, 'Módulo do curso');
  const [bio, email] = [fieldOf(page, 'Bio'), fieldOf(page, 'Email')];
  const colorOf = (field: typeof bio) => field.evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(modules)).not.toBe(await colorOf(bio));
  const heightOf = (field: typeof bio) => field.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
  expect(await heightOf(modules)).toBe(await heightOf(email));
  await modules.selectOption('Terceiro módulo (Introdução ao Backend)');
  expect(await colorOf(modules)).toBe(await colorOf(bio));
  // Two lines of 22 pixels instead of an ellipsis.
  expect(await heightOf(modules)).toBeGreaterThan((await heightOf(email)) + 10);
});

test('the sign-up calls nothing wrong before the first attempt, then checks live (A-09)', async ({ page }) => {
  await page.goto('/');
  const [email, password, contact] = [fieldOf(page, 'Email'), fieldOf(page, 'Senha'), fieldOf(page, 'Contato')];
  const rule = 'Mínimo de 6 letras ou números';
  await expectMessageUnder(password, rule);
  await expect(contact).toHaveAccessibleDescription(CONTACT_HELP);
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
