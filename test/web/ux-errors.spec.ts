import type { Locator, Page } from '@playwright/test';
import { aPerson } from '../helpers/make.ts';
import {
  closeToast,
  cut,
  expectMessageUnder,
  fillSignUp,
  logIn,
  openCreate,
  refuse,
  sendSignUp,
} from '../helpers/acts.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';

const exact = { exact: true };

const field = (page: Page, label: string) => page.getByLabel(label, exact);

/** Goes to the form that holds this button, and sends it empty. */
async function sendEmpty(page: Page, path: string, button: string) {
  await page.goto(path);
  await page.getByRole('button', { name: button, ...exact }).click();
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
}

test('a message belongs to its field, stands right under it, and goes when the field is right (X-16)', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
  await sendSignUp(page);
  const person = aPerson();
  for (const { label, message, value } of [
    { label: 'Nome', message: 'Nome Obrigatório', value: person.name },
    { label: 'Email', message: 'Email obrigatório', value: person.email },
    { label: 'Bio', message: 'Bio obrigatória', value: person.bio },
    { label: 'Contato', message: 'Link do contato obrigatório', value: person.contact },
  ]) {
    const wrong = field(page, label);
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expectMessageUnder(wrong, message);
    await wrong.fill(value);
    await expect(wrong).not.toHaveAttribute('aria-invalid');
    await expect(wrong).toHaveAccessibleDescription('');
    await expect(page.getByText(message, exact)).toHaveCount(0);
  }
});

test('the first wrong field of the screen gets the focus, whichever else is wrong (X-18)', async ({ page }) => {
  await sendEmpty(page, '/login', 'Entrar');
  await expect(field(page, 'Email')).toBeFocused();
  await field(page, 'Email').fill('ana@example.com');
  await page.getByRole('button', { name: 'Entrar', ...exact }).click();
  await expect(field(page, 'Senha')).toBeFocused();

  await sendEmpty(page, '/', 'Cadastrar');
  await expect(field(page, 'Nome')).toBeFocused();
  await fillSignUp(page, aPerson({ bio: '' }));
  await field(page, 'Módulo do curso').selectOption('');
  await sendSignUp(page);
  await expect(field(page, 'Módulo do curso')).toBeFocused();
});

/** What is seen of a field: the text under it, and the colour of its border. */
async function look(control: Locator) {
  const note = control.page().locator(`[id="${await control.getAttribute('aria-describedby')}"]`);
  const border = await control.evaluate((element) => {
    // The change of a colour takes a moment; its end counts.
    for (const animation of element.getAnimations()) animation.finish();
    return getComputedStyle(element).borderTopColor;
  });
  return { text: (await note.innerText()).trim(), border };
}

test('what is wrong is told in words; the colour of the border only adds to them (X-21)', async ({
  page,
  backstage,
}) => {
  await openAs(page, await backstage.signUp());
  const dialog = await openCreate(page);
  const submit = dialog.getByRole('button', { name: 'Cadastrar Tecnologia', ...exact });
  const controls = [dialog.getByLabel('Nome', exact), dialog.getByLabel('Selecionar status', exact)];
  await submit.hover();
  const before = await Promise.all(controls.map(look));
  await submit.click();
  await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2);
  const after = await Promise.all(controls.map(look));
  expect(before.map(({ text }) => text)).toEqual(['', '']);
  expect(after.map(({ text }) => text)).toEqual(['Tecnolgia Obrigatória', 'Status obrigatório']);
  for (const [index, { border }] of after.entries()) expect(border).not.toBe(before[index]?.border);
});

test('a login that fails keeps what was typed; a refused one clears the password alone (X-22)', async ({ page }) => {
  await page.goto('/login');
  const typed = { email: 'ana@example.com', password: 'senha123' };
  for (const fail of [refuse, cut]) {
    await fail(page, 'POST', '**/sessions');
    await logIn(page, typed);
    await closeToast(page, 'Verifique os dados do login');
    await expect(field(page, 'Email')).toHaveValue(typed.email);
    await expect(field(page, 'Senha')).toHaveValue(typed.password);
  }
  await page.unroute('**/sessions');
  await logIn(page, typed);
  await expect(field(page, 'Senha')).toHaveValue('');
  await expect(field(page, 'Senha')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(typed.email);
});

test('a sign-up that fails keeps everything that was typed (X-22)', async ({ page }) => {
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
      await expect(field(page, label)).toHaveValue(value);
    }
  }
});

/** Where the button stands on the page, however far that has been scrolled. */
function topOf(button: Locator) {
  return button.evaluate((element) => element.getBoundingClientRect().top + scrollY);
}

for (const width of [1280, 320]) {
  test(`on a screen ${width} px wide no message moves the button by as much as a line (X-23)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const { path, name } of [
      { path: '/', name: 'Cadastrar' },
      { path: '/login', name: 'Entrar' },
    ]) {
      await page.goto(path);
      const button = page.getByRole('button', { name, ...exact });
      const before = await topOf(button);
      if (path === '/') {
        await fillSignUp(page, aPerson({ name: '', email: 'ana', password: 'abc', bio: '', contact: 'x' }));
        await field(page, 'Confirmar senha').fill('abd');
      }
      await button.click();
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(path === '/' ? 6 : 2);
      expect(Math.abs((await topOf(button)) - before)).toBeLessThan(16);
    }
  });
}
