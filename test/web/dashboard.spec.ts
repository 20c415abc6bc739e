import type { Page } from '@playwright/test';
import { COURSE_MODULES } from '#contract/choices.ts';
import {
  createButton,
  logIn,
  nameOf,
  openCreate,
  openDelete,
  readStorage,
  recordCalls,
  rowOf,
  sendCreate,
} from '../helpers/acts.ts';
import { expect, openAs, test, type Backstage } from '../helpers/fixtures.ts';

const exact = { exact: true };

/** A person who knows React and Redes, and looks at their dashboard. */
async function openWithTwo(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  const react = await backstage.addTechnology(person, { title: 'React', status: 'Iniciante' });
  const redes = await backstage.addTechnology(person, { title: 'Redes', status: 'Avançado' });
  await openAs(page, person);
  await expect(page.getByRole('listitem')).toHaveCount(2);
  return { person, react, redes };
}

/** The same person, asked whether Redes is to be deleted. */
async function openConfirm(page: Page, backstage: Backstage) {
  const two = await openWithTwo(page, backstage);
  return { ...two, dialog: await openDelete(page, 'Redes'), calls: recordCalls(page) };
}

test.describe('"Sair"', () => {
  test('"Sair" stands in the header and ends at the login (M-050, M-052)', async ({ page, ana }) => {
    const signOut = page.getByRole('banner').getByRole('button', { name: 'Sair', ...exact });
    await expect(signOut).toHaveText('Sair', { useInnerText: true });
    await signOut.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
    await expect(page.getByText(`Olá, ${ana.name}`)).toHaveCount(0);
  });

  test('"Sair" leaves nothing in the storage, not even what others put there (M-051)', async ({ page, ana }) => {
    await page.evaluate(() => localStorage.setItem('de-outro', 'fica?'));
    expect(await readStorage(page)).toMatchObject({ token: JSON.stringify(ana.token), 'de-outro': 'fica?' });
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('after "Sair" a reload, Back and the dashboard’s address all end at the login (M-053)', async ({
    page,
    backstage,
  }) => {
    const login = page.getByRole('heading', { name: 'Login', ...exact });
    const ana = await backstage.signUp();
    await page.goto('/');
    await page.getByRole('button', { name: 'Login', ...exact }).click();
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(login).toBeVisible();

    const calls = recordCalls(page);
    await page.goBack();
    await expect(login).toBeVisible();
    await expect(page).toHaveURL('/login');
    for (const open of [() => page.reload(), () => page.goto('/dashboard'), () => page.reload()]) {
      await open();
      await expect(login).toBeVisible();
      await expect(page).toHaveURL('/login');
    }
    expect(calls.map(nameOf)).toEqual([]);
  });
});

test.describe('the person', () => {
  test('the dashboard greets the person by name and shows their module (M-054, M-055)', async ({ page, backstage }) => {
    await openAs(page, await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[3] }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Zé da Silva', { useInnerText: true });
    await expect(page.getByText('Quarto módulo (Backend Avançado)', exact)).toBeVisible();
  });
});

test.describe('the list', () => {
  test('each technology has one row, with its title and its status (M-058, M-059, M-060)', async ({
    page,
    backstage,
  }) => {
    const other = await backstage.signUp();
    await backstage.addTechnology(other, { title: 'De outra pessoa' });
    await openWithTwo(page, backstage);
    const rows = page.getByRole('listitem');
    await expect(rows).toHaveText([/^React\s+Iniciante$/, /^Redes\s+Avançado$/], { useInnerText: true });
    for (const [title, status] of [
      ['React', 'Iniciante'],
      ['Redes', 'Avançado'],
    ] as const) {
      await expect(rowOf(page, title).getByText(title, exact)).toBeVisible();
      await expect(rowOf(page, title).getByText(status, exact)).toBeVisible();
    }
  });

  test('a click anywhere on a row opens the dialog that edits that technology (M-061)', async ({ page, backstage }) => {
    const { redes } = await openWithTwo(page, backstage);
    const row = rowOf(page, 'Redes');
    const dialog = page.getByRole('dialog', { name: 'Tecnologia Detalhes', ...exact });
    for (const place of [row, row.getByText('Redes', exact), row.getByText('Avançado', exact)]) {
      await place.click();
      await expect(dialog.getByLabel('Nome do projeto')).toHaveValue('Redes');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await row.click();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click();
    expect(new URL((await sent).url()).pathname).toBe(`/users/techs/${redes.id}`);
  });
});

test.describe('the dialog that edits', () => {
  test('it is called "Tecnologia Detalhes" and its button "Salvar Alterações" (M-062, M-065)', async ({
    page,
    backstage,
  }) => {
    await openWithTwo(page, backstage);
    await rowOf(page, 'Redes').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Tecnologia Detalhes', { useInnerText: true });
    const submit = dialog.getByRole('button', { name: 'Salvar Alterações', ...exact });
    await expect(submit).toHaveText('Salvar Alterações', { useInnerText: true });
  });

  test('it holds the title as "Nome do projeto" and the status as "Status" (M-063, M-064)', async ({
    page,
    backstage,
  }) => {
    const { person } = await openWithTwo(page, backstage);
    await backstage.addTechnology(person, { title: 'SQL', status: 'Intermediario' });
    await page.reload();
    const dialog = page.getByRole('dialog');
    for (const [title, status] of [
      ['Redes', 'Avançado'],
      ['SQL', 'Intermediário'],
      ['React', 'Iniciante'],
    ] as const) {
      await rowOf(page, title).click();
      await expect(dialog.locator('label')).toHaveText(['Nome do projeto', 'Status'], { useInnerText: true });
      await expect(dialog.getByRole('textbox', { name: 'Nome do projeto', ...exact })).toHaveValue(title);
      const chosen = dialog.getByRole('combobox', { name: 'Status', ...exact }).locator('option:checked');
      await expect(chosen).toHaveText(status);
      await page.keyboard.press('Escape');
    }
  });
});

test.describe('the dialog that deletes', () => {
  test('the trash icon of a row opens the confirm dialog and not the edit one (M-066, M-067)', async ({
    page,
    backstage,
  }) => {
    await openWithTwo(page, backstage);
    for (const title of ['React', 'Redes']) {
      const trash = rowOf(page, title).getByRole('button', { name: `Excluir ${title}`, ...exact });
      const icon = await trash.locator('svg').boundingBox();
      expect(icon?.width).toBeGreaterThanOrEqual(12);
      expect(icon?.height).toBeGreaterThanOrEqual(12);
      await trash.click();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(page.getByRole('dialog')).toHaveAccessibleName('Deseja excluir a tecnologia?');
      await expect(page.getByRole('dialog').getByText(title, exact)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('it asks "Deseja excluir a tecnologia?" (M-068)', async ({ page, backstage }) => {
    const { dialog } = await openConfirm(page, backstage);
    await expect(dialog.getByRole('heading')).toHaveText('Deseja excluir a tecnologia?', { useInnerText: true });
  });

  test('it can be answered with "Sim", with "Não" and with an X (M-069, M-070, M-071)', async ({ page, backstage }) => {
    const { dialog } = await openConfirm(page, backstage);
    for (const answer of ['Sim', 'Não', 'X']) {
      await expect(dialog.getByRole('button', { name: answer, ...exact })).toHaveText(answer, { useInnerText: true });
    }
  });

  test('"Sim" deletes the technology of that row (M-072)', async ({ page, backstage }) => {
    const { person, react, redes, dialog } = await openConfirm(page, backstage);
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Sim', ...exact }).click();
    expect(new URL((await sent).url()).pathname).toBe(`/users/techs/${redes.id}`);
    await expect(page.getByRole('listitem')).toHaveCount(1);
    expect(await backstage.readTechnologies(person)).toEqual([react]);
  });

  for (const [answer, atom] of [
    ['Não', 'M-073'],
    ['X', 'M-074'],
  ] as const) {
    test(`"${answer}" closes it and the server hears nothing (${atom})`, async ({ page, backstage }) => {
      const { person, react, redes, calls, dialog } = await openConfirm(page, backstage);
      await dialog.getByRole('button', { name: answer, ...exact }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('listitem')).toHaveCount(2);
      expect(await backstage.readTechnologies(person)).toEqual([react, redes]);
      expect(calls.map(nameOf)).toEqual([]);
    });
  }
});

test.describe('the dialog that adds', () => {
  test('the "+" opens it, and it is called "Cadastrar Tecnologia" (M-056, M-057, M-075)', async ({
    page,
    backstage,
  }) => {
    await openAs(page, await backstage.signUp());
    const add = page.getByRole('button', { name: '+', ...exact });
    await expect(add).toHaveText('+', { useInnerText: true });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await add.click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    const title = page.getByRole('dialog').getByRole('heading');
    await expect(title).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
  });

  test('it asks for "Nome", with an example, and for "Selecionar status" (M-076, M-077, M-078)', async ({
    page,
    backstage,
  }) => {
    await openAs(page, await backstage.signUp());
    const dialog = await openCreate(page);
    await expect(dialog.locator('label')).toHaveText(['Nome', 'Selecionar status'], { useInnerText: true });
    const name = dialog.getByRole('textbox', { name: 'Nome', ...exact });
    await expect(name).toHaveAttribute('placeholder', 'Digite uma tecnolgia');
    await expect(name).toHaveValue('');
    await expect(dialog.getByRole('combobox', { name: 'Selecionar status', ...exact })).toHaveValue('');
  });

  test('its button is called "Cadastrar Tecnologia", and adds the technology (M-079)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openAs(page, person);
    const dialog = await openCreate(page);
    await expect(createButton(dialog)).toHaveText('Cadastrar Tecnologia', { useInnerText: true });
    await sendCreate(dialog, { title: 'React', status: 'Iniciante' });
    await expect(rowOf(page, 'React')).toBeVisible();
    expect(await backstage.readTechnologies(person)).toMatchObject([{ title: 'React', status: 'Iniciante' }]);
  });
});
