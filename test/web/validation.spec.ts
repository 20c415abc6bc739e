import type { Page } from '@playwright/test';
import type { SignUp } from '#contract/user.ts';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  answer,
  createButton,
  expectMessageUnder,
  fillSignUp,
  logIn,
  nameOf,
  openCreate,
  openEdit,
  recordCalls,
  rowOf,
  sendCreate,
  sendEdit,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';

test('a login needs an email and a password, and nothing is sent without (M-112, M-113)', async ({ page }) => {
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
  await logIn(page, { email: 'ana@example.com', password: 'senha123' });
  await expect(toastWith(page, 'Verifique os dados do login')).toHaveCount(1);
  expect(calls.map(nameOf)).toEqual(['POST /sessions']);
});

test('a login with an email that is none is sent, and fails as any other (M-114)', async ({ page }) => {
  await page.goto('/login');
  const sent = page.waitForRequest('**/sessions');
  await logIn(page, { email: 'isto não é um email', password: 'senha123' });
  expect((await sent).postDataJSON()).toEqual({ email: 'isto não é um email', password: 'senha123' });
  await expect(toastWith(page, 'Verifique os dados do login')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).not.toHaveAttribute('aria-invalid');
});

/** What the form sends once it is right; the server's part is played, so that no password is hashed. */
async function sendRightSignUp(page: Page): Promise<SignUp> {
  await answer(page, 'POST', '**/users', 201, { id: 'new' });
  const sent = page.waitForRequest('**/users');
  await sendSignUp(page);
  await expect(page).toHaveURL('/login');
  return (await sent).postDataJSON() as SignUp;
}

type Wrong = { label: string; message: string; values: string[] };

/** One field is wrong at a time, and says so; nothing is sent before all are right again. */
function signUpRefuses(...wrongs: Wrong[]) {
  return async ({ page }: { page: Page }) => {
    await page.goto('/');
    const calls = recordCalls(page);
    await fillSignUp(page, aPerson());
    for (const { label, message, values } of wrongs) {
      const field = page.getByLabel(label, { exact: true });
      const right = await field.inputValue();
      for (const value of values) {
        await field.fill(value);
        await sendSignUp(page);
        await expectMessageUnder(field, message);
      }
      await field.fill(right);
      await expect(page.getByText(message, { exact: true })).toHaveCount(0);
    }
    await sendRightSignUp(page);
    expect(calls.map(nameOf)).toEqual(['POST /users']);
  };
}

test(
  'a sign-up needs a name, an email and a bio, and nothing is sent without (M-115, M-121, M-124)',
  signUpRefuses(
    { label: 'Nome', message: 'Nome Obrigatório', values: [''] },
    { label: 'Email', message: 'Email obrigatório', values: [''] },
    { label: 'Bio', message: 'Bio obrigatória', values: [''] },
  ),
);

test(
  'a sign-up needs a password, twice, and a contact, and nothing is sent without (M-116, M-119, M-125)',
  signUpRefuses(
    { label: 'Senha', message: 'Senha obrigatória', values: [''] },
    { label: 'Confirmar senha', message: 'Confirmação de senha obrigatória', values: [''] },
    { label: 'Contato', message: 'Link do contato obrigatório', values: [''] },
  ),
);

test(
  'a password of fewer than six letters or digits is told so, and not sent (M-117, M-160, A-05)',
  signUpRefuses({
    label: 'Senha',
    message: 'A senha precisa de no minimo 6 caracteres',
    values: ['abc12', 'abc12!!!', '!!!!!!!!'],
  }),
);

test(
  'an email or a contact of no valid form is told so, and not sent (M-122, M-126, A-06)',
  signUpRefuses(
    {
      label: 'Email',
      message: 'Email inválido',
      values: ['ana', 'ana@', '@example.com', 'ana@example', 'ana souza@example.com'],
    },
    {
      label: 'Contato',
      message: 'Link do contato inválido',
      values: ['linkedin/in/ana', 'www.example.com', '+55 11 99999-0000'],
    },
  ),
);

test('six letters or digits make a password, in any mixture (M-118, M-160)', async ({ page }) => {
  await page.goto('/');
  const person = aPerson();
  for (const password of ['abcdef', '123456', 'abc123']) {
    await fillSignUp(page, { ...person, password });
    expect(await sendRightSignUp(page)).toMatchObject({ password });
    await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
  }
});

test('a confirmation that differs is told, again whenever the first password changes (M-120, X-20)', async ({
  page,
}) => {
  await page.goto('/');
  const calls = recordCalls(page);
  await fillSignUp(page, aPerson({ password: 'senha123' }));
  const password = page.getByLabel('Senha', { exact: true });
  const confirmation = page.getByLabel('Confirmar senha', { exact: true });
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

test('a sign-up without a module says "Módulo obrigatório" and sends nothing (M-123)', async ({ page }) => {
  await page.goto('/');
  const calls = recordCalls(page);
  const person = aPerson();
  await fillSignUp(page, person);
  const field = page.getByLabel('Módulo do curso', { exact: true });
  await field.selectOption('');
  await sendSignUp(page);
  await expectMessageUnder(field, 'Módulo obrigatório');
  await field.selectOption(person.course_module);
  await sendRightSignUp(page);
  expect(calls.map(nameOf)).toEqual(['POST /users']);
});

test('a new technology needs a title and a level, and nothing is sent without (M-127, M-128)', async ({
  page,
  ana,
}) => {
  const { title } = aTechnology();
  const dialog = await openCreate(page);
  const calls = recordCalls(page);
  const name = dialog.getByLabel('Nome', { exact: true });
  const status = dialog.getByLabel('Selecionar status', { exact: true });
  await status.selectOption({ label: 'Iniciante' });
  await createButton(dialog).click();
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await status.selectOption('');
  await name.fill(title);
  await createButton(dialog).click();
  await expect(name).toHaveAccessibleDescription('');
  await expectMessageUnder(status, 'Status obrigatório');
  await sendCreate(dialog, { title, status: 'Iniciante' });
  await expect(rowOf(page, title)).toBeVisible();
  expect(calls.map(nameOf)).toEqual(['POST /users/techs']);
  expect(calls[0]?.headers()['authorization']).toBe(`Bearer ${ana.token}`);
});

test('a changed technology needs a title and a level, and nothing is sent without (M-129, M-130)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title, id } = await backstage.addTechnology(person);
  await openAs(page, person);
  const dialog = await openEdit(page, title);
  const calls = recordCalls(page);
  const name = dialog.getByLabel('Nome do projeto', { exact: true });
  const status = dialog.getByLabel('Status', { exact: true });
  await sendEdit(dialog, { title: '' });
  await expectMessageUnder(name, 'Tecnolgia Obrigatória');
  await sendEdit(dialog, { title, status: 'Escolha um nível' });
  await expect(name).toHaveAccessibleDescription('');
  await expectMessageUnder(status, 'Status obrigatório');
  await sendEdit(dialog, { status: 'Avançado' });
  await expect(rowOf(page, title)).toContainText('Avançado');
  expect(calls.map(nameOf)).toEqual([`PUT /users/techs/${id}`, `GET /users/${person.id}`]);
});

test('all that is wrong in a form is told at the same time (M-131)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expectMessageUnder(page.getByLabel('Email', { exact: true }), 'Email obrigatório');
  await expectMessageUnder(page.getByLabel('Senha', { exact: true }), 'Password obrigatório');

  await page.goto('/');
  await sendSignUp(page);
  for (const { label, message } of [
    { label: 'Nome', message: 'Nome Obrigatório' },
    { label: 'Email', message: 'Email obrigatório' },
    { label: 'Senha', message: 'Senha obrigatória' },
    { label: 'Confirmar senha', message: 'Confirmação de senha obrigatória' },
    { label: 'Módulo do curso', message: 'Módulo obrigatório' },
    { label: 'Bio', message: 'Bio obrigatória' },
    { label: 'Contato', message: 'Link do contato obrigatório' },
  ]) {
    await expectMessageUnder(page.getByLabel(label, { exact: true }), message);
  }

  await openAs(page, person);
  const dialog = await openCreate(page);
  await createButton(dialog).click();
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'Tecnolgia Obrigatória');
  await expectMessageUnder(dialog.getByLabel('Selecionar status', { exact: true }), 'Status obrigatório');
});

test('a confirmation that differs is told beside whatever else is wrong, not after it (M-131, M-120)', async ({
  page,
}) => {
  await page.goto('/');
  await fillSignUp(page, aPerson({ name: '', email: 'ana', password: 'abc' }));
  await page.getByLabel('Confirmar senha', { exact: true }).fill('abd');
  await sendSignUp(page);
  await expectMessageUnder(page.getByLabel('Nome', { exact: true }), 'Nome Obrigatório');
  await expectMessageUnder(page.getByLabel('Email', { exact: true }), 'Email inválido');
  await expectMessageUnder(page.getByLabel('Senha', { exact: true }), 'A senha precisa de no minimo 6 caracteres');
  await expectMessageUnder(page.getByLabel('Confirmar senha', { exact: true }), 'A senha deve ser a mesma');
});

test('the server holds a sign-up to the same rules, whatever the form let through (M-132)', async ({ backstage }) => {
  async function expectRefused(overrides: Record<string, unknown>, code: string) {
    const answered = await backstage.request.post('/users', { data: { ...aPerson(), ...overrides } });
    const [field = ''] = Object.keys(overrides);
    expect(answered.status()).toBe(400);
    expect(await answered.json(), field).toMatchObject({ code: 'validation', fields: { [field]: code } });
  }
  for (const field of ['name', 'email', 'password', 'bio', 'contact', 'course_module']) {
    await expectRefused({ [field]: undefined }, 'required');
    await expectRefused({ [field]: '' }, 'required');
  }
  for (const email of ['ana', 'ana@example']) await expectRefused({ email }, 'invalid');
  for (const password of ['abc12', '!!!!!!!!', 'abc12!!!']) await expectRefused({ password }, 'too-short');
  for (const contact of ['linkedin/in/ana', 'javascript:alert(1)', 'ftp://example.com']) {
    await expectRefused({ contact }, 'invalid');
  }
  for (const module of ['Quinto módulo (DevOps)', 'Primeiro módulo (Introdução ao Frontend)']) {
    await expectRefused({ course_module: module }, 'not-allowed');
  }
});

test('the server holds a technology to the same rules, new or changed (M-132)', async ({ backstage }) => {
  const person = await backstage.signUp();
  const { id } = await backstage.addTechnology(person);
  const headers = { Authorization: `Bearer ${person.token}` };
  for (const { wrong, code } of [
    { wrong: { title: '' }, code: 'required' },
    { wrong: { title: '   ' }, code: 'required' },
    { wrong: { title: 'x'.repeat(101) }, code: 'too-long' },
    { wrong: { status: '' }, code: 'required' },
    { wrong: { status: 'Especialista' }, code: 'not-allowed' },
  ]) {
    const data = { ...aTechnology(), ...wrong };
    const [field = ''] = Object.keys(wrong);
    const refusal = { code: 'validation', fields: { [field]: code } };
    expect(await (await backstage.request.post('/users/techs', { data, headers })).json()).toMatchObject(refusal);
    expect(await (await backstage.request.put(`/users/techs/${id}`, { data, headers })).json()).toMatchObject(refusal);
  }
  for (const status of ['Iniciante', 'Intermediario', 'Intermediário', 'Avançado']) {
    const changed = await backstage.request.put(`/users/techs/${id}`, { data: { status }, headers });
    expect(await changed.json()).toMatchObject({ status });
  }
});

test('the server takes texts up to its limits, and none longer (M-132, A-34)', async ({ backstage }) => {
  const link = 'https://example.com/';
  const longest = aPerson({
    name: 'n'.repeat(120),
    email: `${crypto.randomUUID()}@${`${'d'.repeat(60)}.`.repeat(3)}${'e'.repeat(30)}.com`,
    password: 'p'.repeat(128),
    bio: 'b'.repeat(2000),
    contact: link + 'c'.repeat(2048 - link.length),
  });
  expect(longest.email).toHaveLength(254);
  expect((await backstage.request.post('/users', { data: longest })).status()).toBe(201);
  for (const field of ['name', 'email', 'password', 'bio', 'contact'] as const) {
    const data = { ...longest, [field]: field === 'email' ? `x${longest.email}` : `${longest[field]}x` };
    const refused = await backstage.request.post('/users', { data });
    expect(await refused.json(), field).toMatchObject({ fields: { [field]: 'too-long' } });
  }
});
