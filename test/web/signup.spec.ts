import type { Locator, Page } from '@playwright/test';
import { COURSE_MODULES } from '#contract/choices.ts';
import type { SignUp } from '#contract/user.ts';
import { expectMessageUnder, fieldOf, fillSignUp, logIn, sendSignUp } from '../helpers/acts.ts';
import { answer, bareCall, cut, nameOf, recordCalls, refuse } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPerson } from '../helpers/make.ts';
import { startTrilha, type Running } from './harness/servers.ts';
import { closeToast, expectOnly, openStillAt, toastWith } from '../helpers/toasts.ts';

const exact = { exact: true };

/** What the form sends once it is right; the server's part is played, so that no password is hashed. */
async function sendRightSignUp(page: Page): Promise<SignUp> {
  await answer(page, 'POST', '**/users', 201, { id: 'new' });
  const sent = page.waitForRequest('**/users');
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  return (await sent).postDataJSON() as SignUp;
}

type Wrong = { label: string; message: string; values: string[] };

/** Types into a field, or chooses in a list. */
async function enter(field: Locator, value: string) {
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value);
  else await field.fill(value);
}

/** One field is wrong at a time, and says so; nothing is sent before all are right again. */
async function expectRefused(page: Page, ...wrongs: Wrong[]) {
  await page.goto('/');
  const calls = recordCalls(page);
  await fillSignUp(page, aPerson());
  for (const { label, message, values } of wrongs) {
    const field = page.getByLabel(label, { exact: true });
    const right = await field.inputValue();
    for (const value of values) {
      await enter(field, value);
      await sendSignUp(page);
      await expectMessageUnder(field, message);
    }
    await enter(field, right);
    await expect(page.getByText(message, { exact: true })).toHaveCount(0);
  }
  await sendRightSignUp(page);
  expect(calls.map(nameOf)).toEqual(['POST /users']);
}

for (const [modules, atoms] of [
  [
    ['Primeiro Módulo (Introdução ao Front End)', 'Segundo módulo (Frontend Avançado)'],
    ['M-108', 'M-109'],
  ],
  [
    ['Terceiro módulo (Introdução ao Backend)', 'Quarto módulo (Backend Avançado)'],
    ['M-110', 'M-111'],
  ],
] as const) {
  test(`a student of "${modules.join('" and one of "')}" can sign up (${atoms.join(', ')})`, async ({ page }) => {
    await page.goto('/');
    for (const module of modules) {
      await fillSignUp(page, aPerson());
      await page.getByLabel('Módulo do curso', exact).selectOption({ label: module });
      const sent = page.waitForRequest('**/users');
      await sendSignUp(page);
      expect((await sent).postDataJSON()).toMatchObject({ course_module: module });
      await expect(page).toHaveURL('/login');
      await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
    }
  });
}

test.describe('the form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('the sign-up is titled "Crie sua Conta", and below it "Rápido e grátis, vamos nessa"; it says what Trilha is, and the fields come in the order of the specification (M-032, M-033, M-041, X-284)', async ({
    page,
  }) => {
    await expect(page.getByRole('heading')).toHaveText('Crie sua Conta', { useInnerText: true });
    const header = page.locator('header').filter({ has: page.getByRole('heading') });
    await expect(header.locator('p')).toHaveText('Rápido e grátis, vamos nessa', { useInnerText: true });
    const what = page.getByText('Na Trilha você mantém a lista das tecnologias que conhece, cada uma com o seu nível.');
    await expect(what).toBeInViewport();

    // To the eye and to the keyboard.
    const labels = ['Nome', 'Email', 'Senha', 'Confirmar senha', 'Módulo do curso', 'Bio', 'Contato'];
    const controls = page.locator('form').locator('input, select, textarea');
    const fields = await controls.evaluateAll((all) =>
      all.map((control) => ({
        label: (control as HTMLInputElement).labels?.[0]?.textContent,
        top: control.getBoundingClientRect().top,
      })),
    );
    expect(fields.map(({ label }) => label)).toEqual(labels);
    expect(fields.toSorted((a, b) => a.top - b.top).map(({ label }) => label)).toEqual(labels);
  });

  test('the sign-up asks for a name, an email and a bio (M-034, M-035, M-039)', async ({ page }) => {
    for (const [label, value, name] of [
      ['Nome', 'Ana Souza', 'name'],
      ['Email', 'ana@example.com', 'email'],
      ['Bio', 'Gosto de redes.', 'bio'],
    ] as const) {
      const field = page.getByRole('textbox', { name: label, ...exact });
      await expect(field).toHaveAttribute('name', name);
      await field.fill(value);
      await expect(field).toHaveValue(value);
    }
  });

  test('the sign-up asks for a password twice, and shows neither, and for a contact link (M-036, M-037, M-040)', async ({
    page,
  }) => {
    for (const [label, name] of [
      ['Senha', 'password'],
      ['Confirmar senha', 'confirmedPassword'],
    ] as const) {
      const field = page.getByLabel(label, exact);
      await expect(field).toHaveAttribute('name', name);
      await field.fill('senha123');
      await expect(field).toHaveValue('senha123');
      await expect(field).toHaveAttribute('type', 'password');
    }
    const contact = page.getByRole('textbox', { name: 'Contato', ...exact });
    await expect(contact).toHaveAttribute('name', 'contact');
    await contact.fill('https://example.com/ana');
    await expect(contact).toHaveValue('https://example.com/ana');
  });

  test('the sign-up asks for a module from a list of four after an empty choice; "Login" below goes to the login and sends nothing, whatever has been typed (M-038, M-042, M-043, X-284)', async ({
    page,
  }) => {
    const list = page.getByRole('combobox', { name: 'Módulo do curso', ...exact });
    await expect(list).toHaveJSProperty('tagName', 'SELECT');
    await expect(list).toHaveValue('');
    const options = await list
      .locator('option')
      .evaluateAll((all) =>
        all.map((option) => ({ text: option.textContent, value: (option as HTMLOptionElement).value })),
      );
    expect(options.map(({ value }) => value)).toEqual([
      '',
      'Primeiro Módulo (Introdução ao Front End)',
      'Segundo módulo (Frontend Avançado)',
      'Terceiro módulo (Introdução ao Backend)',
      'Quarto módulo (Backend Avançado)',
    ]);
    for (const { text, value } of options.slice(1)) expect(text).toBe(value);
    await list.selectOption({ label: COURSE_MODULES[1] });
    await expect(list).toHaveValue(COURSE_MODULES[1]);

    const calls = recordCalls(page);
    const login = page.getByRole('button', { name: 'Login', ...exact });
    const question = await page.getByText('Já tem uma conta?', exact).boundingBox();
    const button = await login.boundingBox();
    expect(question && button && button.y - question.y - question.height).toBeLessThanOrEqual(16);
    await login.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();

    await page.getByRole('button', { name: 'Cadastre-se', ...exact }).click();
    await fillSignUp(page, aPerson());
    await login.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
    expect(calls.map(nameOf)).toEqual([]);
  });
});

test('a sign-up sends name, email, password, bio, contact and module, and nothing else (M-002, M-084, M-140)', async ({
  page,
  backstage,
}) => {
  const ana = aPerson({ bio: 'Gosto de redes.', course_module: COURSE_MODULES[2] });
  await page.goto('/');
  await fillSignUp(page, ana);
  const call = await bareCall(page, () => sendSignUp(page), '**/users');
  expect(call).toEqual({ name: 'POST /users', body: ana, authorization: null });
  expect(Object.keys(ana)).toEqual(['name', 'email', 'password', 'bio', 'contact', 'course_module']);
  await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();

  const { password, ...person } = ana;
  const loggedIn = await backstage.request.post('/sessions', { data: { email: ana.email, password } });
  expect((await loggedIn.json()).user).toMatchObject(person);
});

test('a sign-up succeeds with an answer that is empty, or of another shape, and nothing of it is kept or logged (M-140, A-23)', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  for (const json of [null, { token: 'x', user: { id: 'y' } }]) {
    await page.goto('/');
    await answer(page, 'POST', '**/users', 201, json);
    await fillSignUp(page, aPerson());
    await sendSignUp(page);
    await expect(toastWith(page, 'Cadastro realizado com sucesso')).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  }
  expect(logged).toEqual([]);
});

test('an email that has an account is refused like anything else: "Erro ao realizar o cadastro", at once, and the screen does not tell why (M-151, A-33)', async ({
  page,
  backstage,
}) => {
  const { email } = await backstage.signUp();
  await openStillAt(page, '/');
  await fillSignUp(page, aPerson({ email: email.toUpperCase() }));
  await sendSignUp(page);
  await expectOnly(page, 'Erro ao realizar o cadastro', 'error');
  await expect(page).toHaveURL('/');
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email.toUpperCase());
});

test('a sign-up says "Cadastro realizado com sucesso", at once, and leads to the login, where the new user can log in (M-093, M-155, A-22)', async ({
  page,
}) => {
  const person = aPerson();
  await openStillAt(page, '/');
  await fillSignUp(page, person);
  await sendSignUp(page);
  await expectOnly(page, 'Cadastro realizado com sucesso', 'success');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await logIn(page, person);
  await expect(page).toHaveURL('/dashboard');
});

test('a sign-up needs a name, an email and a bio, and nothing is sent without (M-115, M-121, M-124)', async ({
  page,
}) => {
  await expectRefused(
    page,
    { label: 'Nome', message: 'Nome Obrigatório', values: [''] },
    { label: 'Email', message: 'Email obrigatório', values: [''] },
    { label: 'Bio', message: 'Bio obrigatória', values: [''] },
  );
});

test('a sign-up needs a password, twice, and a contact, and nothing is sent without (M-116, M-119, M-125)', async ({
  page,
}) => {
  await expectRefused(
    page,
    { label: 'Senha', message: 'Senha obrigatória', values: [''] },
    { label: 'Confirmar senha', message: 'Confirmação de senha obrigatória', values: [''] },
    { label: 'Contato', message: 'Link do contato obrigatório', values: [''] },
  );
});

test('a password of fewer than six letters or digits is told so, and not sent; six, in any mixture, make one (M-117, M-118, M-160, A-05)', async ({
  page,
}) => {
  await expectRefused(page, {
    label: 'Senha',
    message: 'A senha precisa de no minimo 6 caracteres',
    values: ['abc12', 'abc12!!!', '!!!!!!!!'],
  });
  for (const password of ['abcdef', '123456', 'abc123']) {
    await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
    await fillSignUp(page, aPerson({ password }));
    expect(await sendRightSignUp(page)).toMatchObject({ password });
  }
});

test('an email or a contact of no valid form is told so, a module that is not chosen, too, and not sent; a contact is an absolute http or https link (M-122, M-123, M-126, A-06, A-10)', async ({
  page,
}) => {
  await expectRefused(
    page,
    {
      label: 'Email',
      message: 'Email inválido',
      values: ['ana', 'ana@', '@example.com', 'ana@example', 'ana souza@example.com'],
    },
    {
      label: 'Contato',
      message: 'Link do contato inválido',
      values: [
        'linkedin/in/ana',
        'www.example.com',
        '+55 11 99999-0000',
        'javascript:alert(1)',
        'ftp://example.com',
        'mailto:ana@example.com',
        '//example.com',
        'https://',
      ],
    },
    { label: 'Módulo do curso', message: 'Módulo obrigatório', values: [''] },
  );
  for (const contact of ['http://localhost:3000/ana', 'HTTPS://Example.com/ação?x=1#y', 'https://ana.dev']) {
    await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
    await fillSignUp(page, aPerson({ contact }));
    expect(await sendRightSignUp(page)).toMatchObject({ contact });
  }
});

test('a confirmation that differs is told beside whatever else is wrong, and again whenever the first password changes; a field tells one thing at a time (M-120, M-131, A-07, X-20, X-24)', async ({
  page,
}) => {
  await page.goto('/');
  const calls = recordCalls(page);
  const email = fieldOf(page, 'Email');
  const password = fieldOf(page, 'Senha');
  const confirmation = fieldOf(page, 'Confirmar senha');
  await fillSignUp(page, aPerson({ name: '', email: '', password: 'abc' }));
  await confirmation.fill('');
  await sendSignUp(page);
  await expectMessageUnder(fieldOf(page, 'Nome'), 'Nome Obrigatório');
  // Missing, then malformed, then different.
  await expectMessageUnder(email, 'Email obrigatório');
  await expectMessageUnder(password, 'A senha precisa de no minimo 6 caracteres');
  await expectMessageUnder(confirmation, 'Confirmação de senha obrigatória');
  await email.fill('ana');
  await confirmation.fill('abd');
  await sendSignUp(page);
  await expectMessageUnder(fieldOf(page, 'Nome'), 'Nome Obrigatório');
  await expectMessageUnder(email, 'Email inválido');
  await expectMessageUnder(password, 'A senha precisa de no minimo 6 caracteres');
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
  await confirmation.fill('');
  await password.fill('abc123');
  await expectMessageUnder(confirmation, 'Confirmação de senha obrigatória');

  await fillSignUp(page, aPerson({ password: 'senha123' }));
  await confirmation.fill('senha124');
  await sendSignUp(page);
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
  await password.fill('senha124');
  await expect(confirmation).toHaveAccessibleDescription('');
  await password.fill('senha125');
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
  await sendSignUp(page);
  await expect(confirmation).toBeFocused();
  await confirmation.fill('senha125');
  await sendRightSignUp(page);
  expect(calls.map(nameOf)).toEqual(['POST /users']);
});

test('texts are trimmed before they are checked and sent, passwords never (A-08)', async ({ page }) => {
  const person = aPerson({ password: ' senha 123 ' });
  const { email } = person;
  await page.goto('/');
  await answer(page, 'POST', '**/users', 201, {});
  await fillSignUp(page, { ...person, name: '   ', bio: ' \n ', contact: '  ' });
  await sendSignUp(page);
  await expectMessageUnder(page.getByLabel('Nome', { exact: true }), 'Nome Obrigatório');
  await expectMessageUnder(page.getByLabel('Bio', { exact: true }), 'Bio obrigatória');
  await expectMessageUnder(page.getByLabel('Contato', { exact: true }), 'Link do contato obrigatório');
  await fillSignUp(page, {
    ...person,
    name: ` ${person.name}  `,
    bio: `\n${person.bio} `,
    contact: ` ${person.contact} `,
    email: ` ${email}`,
  });
  const sent = page.waitForRequest('**/users');
  await sendSignUp(page);
  expect((await sent).postDataJSON()).toEqual(person);

  const loggingIn = page.waitForRequest('**/sessions');
  await logIn(page, { ...person, email: `${email} ` });
  expect((await loggingIn).postDataJSON()).toEqual({ email, password: ' senha 123 ' });
});

test('a sign-up that fails keeps everything that was typed; what is too long is sent, refused by the server, and told under each field (A-34, X-22)', async ({
  page,
}) => {
  await page.goto('/');
  const person = aPerson();
  await fillSignUp(page, person);
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', '**/users');
    await sendSignUp(page);
    await closeToast(page, 'Erro ao realizar o cadastro');
    for (const [label, value] of [
      ['Nome', person.name],
      ['Email', person.email],
      ['Senha', person.password],
      ['Confirmar senha', person.password],
      ['Módulo do curso', person.course_module],
      ['Bio', person.bio],
      ['Contato', person.contact],
    ] as const) {
      await expect(fieldOf(page, label)).toHaveValue(value);
    }
  }
  await page.unroute('**/users');

  await fillSignUp(
    page,
    aPerson({
      name: 'n'.repeat(121),
      email: `${'e'.repeat(60)}@${`${'d'.repeat(60)}.`.repeat(4)}com`,
      password: 'p'.repeat(129),
      bio: 'b'.repeat(2001),
      contact: `https://example.com/${'c'.repeat(2048)}`,
    }),
  );
  const sent = page.waitForRequest('**/users');
  await sendSignUp(page);
  expect((await sent).postDataJSON()).toMatchObject({ name: 'n'.repeat(121), bio: 'b'.repeat(2001) });
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
  for (const { label, limit } of [
    { label: 'Nome', limit: '120' },
    { label: 'Email', limit: '254' },
    { label: 'Senha', limit: '128' },
    { label: 'Bio', limit: '2.000' },
    { label: 'Contato', limit: '2.048' },
  ]) {
    await expectMessageUnder(page.getByLabel(label, { exact: true }), `No máximo ${limit} caracteres`);
  }
});

test('what a field wants is told before anyone gets it wrong, and nothing is called wrong before the first attempt; then a message belongs to its field, stands right under it, and goes as soon as the field is right (A-09, X-14, X-16, X-17, X-19, X-200)', async ({
  page,
}) => {
  await page.goto('/');
  const email = fieldOf(page, 'Email');
  const password = fieldOf(page, 'Senha');
  const contact = fieldOf(page, 'Contato');
  const rule = 'Mínimo de 6 letras ou números';
  const hint = 'Comece com https://';
  await expectMessageUnder(password, rule);
  await expect(contact).toHaveAccessibleDescription(hint);
  await expect(page.getByText(hint, exact)).toBeVisible();
  await email.pressSequentially('ana');
  await email.fill('');
  await contact.fill('x');
  await fieldOf(page, 'Bio').focus();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(page.getByText(/obrigatóri[ao]$|inválido/i)).toHaveCount(0);

  await sendSignUp(page);
  await expectMessageUnder(password, 'Senha obrigatória');
  await expectMessageUnder(contact, 'Link do contato inválido');
  await expectMessageUnder(email, 'Email obrigatório');
  await email.pressSequentially('ana');
  await expectMessageUnder(email, 'Email inválido');
  await email.pressSequentially('@example.com');
  await expect(email).toHaveAccessibleDescription('');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await password.fill('senha123');
  await expectMessageUnder(password, rule);
  await contact.fill('https://ana.dev');
  await expect(contact).toHaveAccessibleDescription(hint);

  await contact.fill('');
  await email.fill('');
  const person = aPerson();
  for (const { label, message, value } of [
    { label: 'Nome', message: 'Nome Obrigatório', value: person.name },
    { label: 'Email', message: 'Email obrigatório', value: person.email },
    { label: 'Bio', message: 'Bio obrigatória', value: person.bio },
    { label: 'Contato', message: 'Link do contato obrigatório', value: person.contact },
  ]) {
    const wrong = fieldOf(page, label);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expectMessageUnder(wrong, message);
    await wrong.fill(value);
    await expect(wrong).not.toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).not.toHaveAccessibleDescription(message);
    await expect(page.getByText(message, exact)).toHaveCount(0);
  }
});

test.describe('where the server is strict', () => {
  let trilha: Running;

  test.beforeAll(async () => {
    trilha = await startTrilha({ PASSWORD_PROFILE: 'strict' });
  });

  test.afterAll(() => trilha.stop());

  test('a refused password says why under its field, and a better one is taken (X-169)', async ({ page }) => {
    await page.goto(trilha.address);
    const field = page.getByLabel('Senha', exact);
    for (const [password, reason] of [
      ['1a2b3c4', 'A senha precisa de pelo menos 8 caracteres'],
      ['password', 'Esta senha é comum demais: escolha outra'],
      ['souza-2026', 'A senha não pode ser o seu nome ou o seu email'],
    ] as const) {
      await fillSignUp(page, aPerson({ password }));
      await sendSignUp(page);
      await expectMessageUnder(field, reason);
    }
    await fillSignUp(page, aPerson({ password: 'girassol-na-janela' }));
    await sendSignUp(page);
    await expect(page).toHaveURL(/\/login$/);
  });
});
