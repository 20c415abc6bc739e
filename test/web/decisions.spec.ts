import type { Locator, Page } from '@playwright/test';
import { aPerson, aTechnology } from '../helpers/make.ts';
import {
  anyToast,
  answer,
  createButton,
  cut,
  expectMessageUnder,
  fillSignUp,
  hold,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  openEdit,
  readRows,
  readStorage,
  recordCalls,
  refuse,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  sendSignUp,
  stopClock,
} from '../helpers/acts.ts';
import { expect, openAs, test, toastWith } from '../helpers/fixtures.ts';

const TECHNOLOGY = '**/users/techs/*';
const TECHNOLOGIES = '**/users/techs';
const SLOW = 'Isso está demorando mais que o normal…';
const NOTICE = 'Sua sessão expirou';

test('half a session, or a broken one, is none: its two keys are forgotten, nothing else (A-03, A-01)', async ({
  page,
}) => {
  await page.goto('/favicon.svg');
  const calls = recordCalls(page);
  for (const stored of [
    { token: '"abc"' },
    { userId: '"abc"' },
    { token: '{"', userId: '"abc"' },
    { token: '"abc"', userId: 'abc' },
    { token: 'null', userId: '"abc"' },
  ]) {
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries({ ...entries, other: '1' })) localStorage.setItem(key, value);
    }, stored);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
    expect(await readStorage(page)).toEqual({ other: '1' });
  }
  expect(calls).toEqual([]);
});

test('a change that the session is too old for says so beside its toast, and clears nothing (A-04, X-73)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  await page.evaluate(() => localStorage.setItem('other', '1'));
  await refuse(page, 'PUT', TECHNOLOGY, 401, { code: 'unauthenticated' });
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

test('a deletion that the session is too old for says so beside its toast (A-04)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  // The server's own refusal of a session that has ended meanwhile.
  await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${person.token}` } });
  await sendDelete(await openDelete(page, title));
  await expect(toastWith(page, 'Erro ao deletar tecnologia')).toBeVisible();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();
});

test('a creation that the session is too old for says so in the dialog, which keeps what was typed (A-04, X-73)', async ({
  page,
  ana,
  backstage,
}) => {
  await backstage.request.delete('/sessions', { headers: { Authorization: `Bearer ${ana.token}` } });
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: 'React', status: 'Avançado' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await expect(dialog.getByText(NOTICE)).toBeVisible();
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue('React');
  await dialog.getByRole('link', { name: 'Entrar novamente', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await logIn(page, ana);
  await expect(page).toHaveURL('/dashboard');
});

test('it is the code that tells of an old session, never the status 401 alone (A-04)', async ({ page, ana }) => {
  await refuse(page, 'POST', TECHNOLOGIES, 401, { code: 'technology-taken', fields: { title: 'taken' } });
  const dialog = await openCreate(page);
  await sendCreate(dialog, aTechnology());
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'Você já tem esta tecnologia');
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  expect((await readStorage(page))['userId']).toBe(JSON.stringify(ana.id));
});

test('a field tells one thing at a time: missing, then malformed, then different (A-07, X-24)', async ({ page }) => {
  await page.goto('/');
  await fillSignUp(page, aPerson());
  const email = page.getByLabel('Email', { exact: true });
  const confirmation = page.getByLabel('Confirmar senha', { exact: true });
  await email.fill('');
  await page.getByLabel('Senha', { exact: true }).fill('abc');
  await confirmation.fill('');
  await sendSignUp(page);
  await expectMessageUnder(email, 'Email obrigatório');
  await expectMessageUnder(confirmation, 'Confirmação de senha obrigatória');
  await expectMessageUnder(page.getByLabel('Senha', { exact: true }), 'A senha precisa de no minimo 6 caracteres');
  await email.fill('ana');
  await expectMessageUnder(email, 'Email inválido');
  await email.fill('ana@example.com');
  await page.getByLabel('Senha', { exact: true }).fill('abc123');
  await expectMessageUnder(confirmation, 'Confirmação de senha obrigatória');
  await confirmation.fill('abc124');
  await expectMessageUnder(confirmation, 'A senha deve ser a mesma');
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

test('a title of spaces is no title, and the spaces around one are not sent (A-08)', async ({
  page,
  ana,
  backstage,
}) => {
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: '   ', status: 'Iniciante' });
  await expectMessageUnder(dialog.getByLabel('Nome', { exact: true }), 'Tecnolgia Obrigatória');
  await sendCreate(dialog, { title: '  React  ', status: 'Iniciante' });
  await expect(rowOf(page, 'React')).toBeVisible();
  expect(await backstage.readTechnologies(ana)).toMatchObject([{ title: 'React' }]);
});

test('nothing is called wrong before the first attempt; afterwards a field is checked as one types (A-09, X-17, X-19)', async ({
  page,
}) => {
  await page.goto('/');
  const email = page.getByLabel('Email', { exact: true });
  await email.pressSequentially('ana');
  await email.fill('');
  await page.getByLabel('Contato', { exact: true }).fill('x');
  await page.getByLabel('Bio', { exact: true }).focus();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expect(page.getByText(/obrigatóri|inválido/i)).toHaveCount(0);
  await sendSignUp(page);
  await expectMessageUnder(email, 'Email obrigatório');
  await email.pressSequentially('ana');
  await expectMessageUnder(email, 'Email inválido');
  await email.pressSequentially('@example.com');
  await expect(email).toHaveAccessibleDescription('');
  await expect(email).not.toHaveAttribute('aria-invalid');
});

test('a contact is an absolute http or https link, and no other kind (A-10)', async ({ page }) => {
  await page.goto('/');
  await answer(page, 'POST', '**/users', 201, {});
  await fillSignUp(page, aPerson());
  const contact = page.getByLabel('Contato', { exact: true });
  for (const wrong of [
    'javascript:alert(1)',
    'ftp://example.com',
    'mailto:ana@example.com',
    '//example.com',
    'https://',
  ]) {
    await contact.fill(wrong);
    await sendSignUp(page);
    await expectMessageUnder(contact, 'Link do contato inválido');
  }
  for (const right of ['http://localhost:3000/ana', 'HTTPS://Example.com/ação?x=1#y', 'https://ana.dev']) {
    await fillSignUp(page, aPerson({ contact: right }));
    const sent = page.waitForRequest('**/users');
    await sendSignUp(page);
    expect((await sent).postDataJSON()).toMatchObject({ contact: right });
    await page.getByRole('button', { name: 'Cadastre-se', exact: true }).click();
  }
});

test('"Selecionar status" is the label of the select, whose empty choice is "Escolha um nível" (A-12)', async ({
  page,
  ana,
}) => {
  await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
  const dialog = await openCreate(page);
  const select = dialog.getByRole('combobox', { name: 'Selecionar status', exact: true });
  await expect(select).toHaveValue('');
  await expect(select.getByRole('option', { selected: true })).toHaveText('Escolha um nível');
  await expect(dialog.getByText('Selecionar status', { exact: true })).toHaveCount(1);
  await expect(dialog.getByRole('option', { name: 'Selecionar status' })).toHaveCount(0);
});

test('the second level is read with its accent, however it is kept, and sent without (A-14, A-13)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Intermediario' });
  await backstage.addTechnology(person, { title: 'Node', status: 'Intermediário' });
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  expect(await readRows(page)).toEqual(['React Intermediário', 'Node Intermediário']);
  for (const title of ['React', 'Node']) {
    const dialog = await openEdit(page, title);
    await expect(dialog.getByRole('option', { selected: true })).toHaveText('Intermediário');
    await expect(dialog.getByRole('option')).toHaveCount(4);
    const sent = page.waitForRequest(TECHNOLOGY);
    await sendEdit(dialog);
    expect((await sent).postDataJSON()).toEqual({ title, status: 'Intermediario' });
    await expect(dialog).toBeHidden();
  }
});

test('"Sair" takes back a success that was still to be told (A-17, X-54)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, title)).toBeVisible();
  await stopClock(page);
  const dialog = await openEdit(page, title);
  await sendEdit(dialog, { status: 'Avançado' });
  await expect(dialog).toBeHidden();
  await page.clock.runFor(1000);
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, person);
  await page.waitForURL('/dashboard');
  await page.clock.runFor(1000);
  await expect(anyToast(page)).toHaveCount(0);
  await page.clock.runFor(1000);
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await expect(anyToast(page)).toHaveCount(1);
});

test('a success is told on whatever screen one is by then (A-17)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await logIn(page, person);
  await expect(rowOf(page, title)).toBeVisible();
  await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
  await stopClock(page);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await expect(dialog).toBeHidden();
  // Back leads over the sign-up, whose guard sends a person with a session on.
  await page.goBack();
  await page.clock.runFor(1650);
  await expect(page).toHaveURL('/dashboard');
  await expect(toastWith(page, 'Tecnologia deletada com sucesso')).toBeVisible();
});

for (const { kind, method, open, send, toast } of [
  { kind: 'a change', method: 'PUT', open: openEdit, send: sendEdit, toast: 'Tecnologia atualizada' },
  {
    kind: 'a deletion',
    method: 'DELETE',
    open: openDelete,
    send: sendDelete,
    toast: 'Tecnologia deletada com sucesso',
  },
] as const) {
  test(`after ${kind} the dialog closes first, then the list is read, then the toast comes (A-18)`, async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await page.clock.install();
    await openAs(page, person);
    await expect(rowOf(page, title)).toBeVisible();
    const release = await hold(page, 'GET', `**/users/${person.id}`);
    const dialog = await open(page, title);
    await stopClock(page);
    const [reading] = await Promise.all([page.waitForRequest(`**/users/${person.id}`), send(dialog)]);
    expect(reading.method()).toBe('GET');
    // The dialog does not wait for the list, and the list stays as it was until it has been read.
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toBeVisible();
    await expect(anyToast(page)).toHaveCount(0);
    await page.clock.runFor(1650);
    await expect(toastWith(page, toast)).toBeVisible();
    release();
    await page.clock.resume();
    await expect(rowOf(page, title)).toHaveCount(method === 'DELETE' ? 0 : 1);
  });

  test(`${kind} that finds nothing to do it to brings the list up to date, without a word more (A-18)`, async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title, id } = await backstage.addTechnology(person);
    const other = await backstage.addTechnology(person);
    await openAs(page, person);
    const dialog = await open(page, title);
    await backstage.request.delete(`/users/techs/${id}`, { headers: { Authorization: `Bearer ${person.token}` } });
    await send(dialog);
    await expect(anyToast(page)).toHaveClass(/Toastify__toast--error/);
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(rowOf(page, other.title)).toBeVisible();
  });
}

/** Whether the toast's time runs. It is the one animation in it that lasts as long. */
async function isRunning(toast: Locator) {
  return toast.evaluate((element) => {
    const clocks = element
      .getAnimations({ subtree: true })
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) >= 5000);
    return clocks.length === 1 && clocks[0]?.playState === 'running';
  });
}

test('an error toast over the open create dialog can be hovered, dragged and closed (A-19, X-41)', async ({
  page,
  ana,
}) => {
  await refuse(page, 'POST', TECHNOLOGIES);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: ana.name, status: 'Iniciante' });
  const toast = toastWith(page, 'Erro ao cadastrar a tecnologia');
  await expect.poll(() => isRunning(toast)).toBe(true);
  await toast.hover();
  await expect.poll(() => isRunning(toast)).toBe(false);
  await dialog.getByLabel('Nome', { exact: true }).hover();
  await expect.poll(() => isRunning(toast)).toBe(true);

  await toast.hover();
  const { x, y } = await middleOf(toast);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 8 });
  await page.mouse.up();
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();

  await createButton(dialog).click();
  await toast.getByRole('button', { name: 'Fechar notificação', exact: true }).click();
  await expect(toast).toHaveCount(0);
  await expect(dialog.getByLabel('Nome', { exact: true })).toHaveValue(ana.name);
});

async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A press beside the dialog. */
const pressBackdrop = (page: Page) => page.mouse.click(20, 700);
const pressEscape = (page: Page) => page.keyboard.press('Escape');
const pressX = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'X', exact: true }).click({ force: true });

test('Escape, the X and a press beside it close each dialog that is untouched (A-20, X-36, X-43)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  const calls = recordCalls(page);
  await openAs(page, person);
  for (const open of [openCreate, openEdit, openDelete]) {
    for (const close of [pressEscape, pressX, pressBackdrop]) {
      await expect(await open(page, title)).toBeVisible();
      await close(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
});

test('a press beside it does not close a dialog in which something was typed; Escape and X do (A-20, X-43)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  for (const { open, label } of [
    { open: openCreate, label: 'Nome' },
    { open: openEdit, label: 'Nome do projeto' },
  ]) {
    for (const close of [pressEscape, pressX]) {
      const dialog = await open(page, title);
      await dialog.getByLabel(label, { exact: true }).fill('Outra');
      await pressBackdrop(page);
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('Outra');
      await close(page);
      await expect(dialog).toBeHidden();
    }
  }
});

for (const { kind, method, path, open, send, toast } of [
  {
    kind: 'create',
    method: 'POST',
    path: TECHNOLOGIES,
    open: openCreate,
    send: (dialog: Locator) => sendCreate(dialog, aTechnology()),
    toast: 'Tecnologia cadastrada com sucesso',
  },
  { kind: 'edit', method: 'PUT', path: TECHNOLOGY, open: openEdit, send: sendEdit, toast: 'Tecnologia atualizada' },
  {
    kind: 'delete',
    method: 'DELETE',
    path: TECHNOLOGY,
    open: openDelete,
    send: sendDelete,
    toast: 'Tecnologia deletada com sucesso',
  },
] as const) {
  test(`nothing closes the ${kind} dialog while its call runs, until the call takes too long (A-20, A-25, X-36)`, async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await page.clock.install();
    await openAs(page, person);
    const release = await hold(page, method, path);
    const calls = recordCalls(page);
    for (const close of [pressEscape, pressX]) {
      const dialog = await open(page, title);
      await stopClock(page);
      const sent = page.waitForRequest(path);
      await send(dialog);
      await sent;
      await page.clock.runFor(7849);
      for (const tried of [pressEscape, pressX, pressBackdrop]) await tried(page);
      await expect(dialog.getByText('Enviando…', { exact: true })).toBeVisible();
      await expect(dialog.getByText(SLOW)).toHaveCount(0);
      await page.clock.runFor(301);
      await expect(dialog.getByText(SLOW, { exact: true })).toBeVisible();
      await pressBackdrop(page);
      await expect(dialog.getByText(SLOW, { exact: true })).toBeVisible();
      await close(page);
      await expect(dialog).toBeHidden();
      await page.clock.resume();
    }
    // The calls went on behind the closed dialogs.
    release();
    await expect(toastWith(page, toast).first()).toBeVisible();
    expect(calls.filter((request) => request.method() === method)).toHaveLength(2);
  });
}

test('while the confirmation waits, "Sim" and "Não" do nothing more (A-20, X-26)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const release = await hold(page, 'DELETE', TECHNOLOGY);
  const calls = recordCalls(page);
  const dialog = await openDelete(page, title);
  await sendDelete(dialog);
  await dialog.getByRole('button', { name: 'Não', exact: true }).click({ force: true });
  await dialog.getByRole('button', { name: 'Sim', exact: true }).click({ force: true });
  await expect(dialog).toBeVisible();
  release();
  await expect(rowOf(page, title)).toHaveCount(0);
  expect(calls.filter((request) => request.method() === 'DELETE')).toHaveLength(1);
});

test('a row is a list item with two buttons beside each other, and all of it opens the edit dialog (A-21, X-58)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { title } = await backstage.addTechnology(person);
  await openAs(page, person);
  const row = rowOf(page, title);
  await expect(row.getByRole('button')).toHaveCount(2);
  await expect(row.locator('button button, a, button [tabindex]')).toHaveCount(0);
  const box = await row.boundingBox();
  if (box === null) throw new Error('the row is not shown');
  const dialog = page.getByRole('dialog', { name: 'Tecnologia Detalhes', exact: true });
  for (const [x, y] of [
    [3, 3],
    [box.width / 2, box.height - 3],
    [box.width - 60, box.height / 2],
  ] as const) {
    await row.click({ position: { x, y } });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

for (const { path, say, button } of [
  { path: '/login', say: (page: Page) => logIn(page, aPerson()), button: 'Entrar' },
  {
    path: '/',
    say: async (page: Page) => {
      await fillSignUp(page, aPerson());
      await sendSignUp(page);
    },
    button: 'Cadastrar',
  },
]) {
  test(`"${button}" says after 8 s that it takes long, and goes on waiting (A-25, X-29)`, async ({ page }) => {
    await page.clock.install();
    await page.goto(path);
    await stopClock(page);
    const release = await hold(page, 'POST', path === '/' ? '**/users' : '**/sessions');
    await say(page);
    const status = page.getByRole('status').filter({ hasText: /Enviando|demorando/ });
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(7849);
    await expect(status).toHaveText('Enviando…');
    await page.clock.runFor(301);
    await expect(status).toHaveText(SLOW);
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(anyToast(page)).toHaveCount(1);
    await expect(page.getByText(SLOW)).toHaveCount(0);
  });
}

test('an unknown address says "Página não encontrada", with a way home and the status 404 (A-27, A-02, X-75)', async ({
  page,
  ana,
}) => {
  expect((await page.goto('/nada/aqui'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Página não encontrada', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/nada/aqui');
  await page.getByRole('link', { name: 'Voltar ao início', exact: true }).click();
  // Home is the dashboard of whoever has a session.
  await expect(page.getByRole('heading', { name: `Olá, ${ana.name}` })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a person who logs in and goes back to the form screens is sent on to the dashboard (A-29)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await page.goto('/');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await logIn(page, person);
  const greeting = page.getByRole('heading', { name: `Olá, ${person.name}` });
  await expect(greeting).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(greeting).toBeVisible();
});

test('a login and a "Sair" in one tab are followed by the other (A-30, X-72)', async ({ page, context, backstage }) => {
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

test('nobody is greeted before the name is known, nor as "undefined" (A-31, X-65)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const release = await hold(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  await expect(page.getByText('Carregando tecnologias')).toBeAttached();
  await expect(page.getByText(/Olá|undefined|null/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sair', exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, exact: true })).toBeVisible();
});

test('a name that cannot be read is left out of the greeting, and can be asked for again (A-31)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await cut(page, 'GET', `**/users/${person.id}`);
  await openAs(page, person);
  await expect(page.getByRole('heading', { name: 'Olá', exact: true })).toBeVisible();
  await expect(page.getByText(/undefined|null/)).toHaveCount(0);
  await page.unroute(`**/users/${person.id}`);
  await page.getByRole('button', { name: 'Tentar de novo', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, exact: true })).toBeVisible();
});

test('an empty list says so in words, without a second "+" (A-32, X-61)', async ({ page, ana }) => {
  const empty = 'Você ainda não cadastrou nenhuma tecnologia. Use o botão + para começar.';
  await expect(page.getByText(empty, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '+' })).toHaveCount(1);
  await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(page.getByText(empty, { exact: true })).toHaveCount(0);
  await sendDelete(await openDelete(page, ana.name));
  await expect(page.getByText(empty, { exact: true })).toBeVisible();
});

test('an email that has an account is refused like anything else, and the screen does not tell why (A-33)', async ({
  page,
  backstage,
}) => {
  const { email } = await backstage.signUp();
  await page.goto('/');
  await fillSignUp(page, aPerson({ email: email.toUpperCase() }));
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email.toUpperCase());
});

test('what is too long is sent, refused by the server, and told under each field (A-34)', async ({ page }) => {
  await page.goto('/');
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

test('the calls do not mind a slash at the end of their address (A-35)', async ({ backstage }) => {
  const person = await backstage.signUp();
  const read = await backstage.request.get(`/users/${person.id}/`);
  expect(await read.json()).toMatchObject({ id: person.id });
  const added = await backstage.request.post('/users/techs/', {
    data: aTechnology(),
    headers: { Authorization: `Bearer ${person.token}` },
  });
  expect(added.status()).toBe(201);
});

test('the keyboard in a toast stops its clock as a pointer does; another window does not (A-37, X-48)', async ({
  page,
}) => {
  await page.goto('/login');
  await logIn(page, aPerson());
  const toast = toastWith(page, 'Verifique os dados do login');
  await expect.poll(() => isRunning(toast)).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  expect(await isRunning(toast)).toBe(true);
  const close = toast.getByRole('button', { name: 'Fechar notificação', exact: true });
  // The last thing in the page: a step back from its start.
  await page.getByRole('heading', { name: 'Login', exact: true }).focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+Tab');
      return close.evaluate((button) => button === document.activeElement);
    })
    .toBe(true);
  await expect.poll(() => isRunning(toast)).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect(toast).toBeFocused();
  expect(await isRunning(toast)).toBe(false);
  await page.getByLabel('Email', { exact: true }).focus();
  await expect.poll(() => isRunning(toast)).toBe(true);
});
