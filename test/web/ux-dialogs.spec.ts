import type { Locator, Page } from '@playwright/test';
import { openCreate, openDelete, openEdit, refuse, rowOf, sendCreate, sendEdit } from '../helpers/acts.ts';
import { expect, openAs, test, toastWith, type Backstage } from '../helpers/fixtures.ts';

const exact = { exact: true };

/** A person who knows React and Node, on their dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Intermediario' });
  await backstage.addTechnology(person, { title: 'Node', status: 'Iniciante' });
  await openAs(page, person);
  await expect(rowOf(page, 'Node')).toBeVisible();
}

const DIALOGS = [
  { open: openCreate, title: 'Cadastrar Tecnologia' },
  { open: openEdit, title: 'Tecnologia Detalhes' },
  { open: openDelete, title: 'Deseja excluir a tecnologia?' },
];

test('the three dialogs are dialogs to everyone, and each is called by its title (X-33)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { open, title } of DIALOGS) {
    await open(page, 'React');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    await expect(dialog).toHaveAccessibleName(title);
    const heading = dialog.getByRole('heading', { name: title, ...exact });
    await expect(heading).toBeVisible();
    expect(await dialog.getAttribute('aria-labelledby')).toBe(await heading.getAttribute('id'));
    await page.keyboard.press('Escape');
  }
});

/** Whether a pointer meets the element in its middle, and whether it takes the focus. */
function reach(element: Locator) {
  return element.evaluate((node: HTMLElement) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    const focused = document.activeElement;
    node.focus();
    const taken = document.activeElement === node;
    if (focused instanceof HTMLElement) focused.focus();
    return { pointer: met !== null && node.contains(met), focus: taken };
  });
}

test('behind an open dialog nothing can be reached; the toast over it can (X-35, X-41)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  const controls = [
    page.getByRole('button', { name: 'Sair', ...exact }),
    page.getByRole('button', { name: '+', ...exact }),
    page.getByRole('button', { name: 'Excluir Node', ...exact }),
  ];
  for (const { open } of DIALOGS) {
    for (const control of controls) expect(await reach(control)).toEqual({ pointer: true, focus: true });
    const dialog = await open(page, 'React');
    await expect(dialog).toBeVisible();
    await expect(page.locator('[inert]')).toHaveCount(1);
    for (const control of controls) expect(await reach(control)).toEqual({ pointer: false, focus: false });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
  await refuse(page, 'POST', '**/users/techs');
  await sendCreate(await openCreate(page), { title: 'Vue', status: 'Iniciante' });
  const toast = toastWith(page, 'Erro ao cadastrar a tecnologia');
  await toast.hover();
  const close = toast.getByRole('button', { name: 'Fechar notificação', ...exact });
  expect(await reach(close)).toEqual({ pointer: true, focus: true });
});

test('Escape in an open list of levels closes the list alone, and the next one the dialog (X-36)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { open, label } of [
    { open: openCreate, label: 'Selecionar status' },
    { open: openEdit, label: 'Status' },
  ]) {
    const dialog = await open(page, 'React');
    const list = dialog.getByLabel(label, exact);
    const isOpen = () => list.evaluate((select) => select.matches(':open'));
    await list.press('Space');
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isOpen).toBe(false);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('"Não" gives the focus back to the trash that asked (X-37)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  const dialog = await openDelete(page, 'Node');
  await dialog.getByRole('button', { name: 'Não', ...exact }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Excluir Node', ...exact })).toBeFocused();
});

test.describe('on a screen of 320 by 256', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the wheel moves an open dialog, and never the page behind it (X-40)', async ({ page, backstage }) => {
    await openDashboard(page, backstage);
    await page.mouse.move(160, 128);
    const turnWheel = async () => {
      const turned = page.evaluate(
        () =>
          new Promise((resolve) => {
            const settled = () => requestAnimationFrame(() => requestAnimationFrame(resolve));
            addEventListener('wheel', settled, { once: true, passive: true });
          }),
      );
      await page.mouse.wheel(0, 2000);
      await turned;
    };
    const top = () => page.evaluate(() => scrollY);
    for (const { open } of DIALOGS.slice(0, 2)) {
      const dialog = await open(page, 'React');
      const last = dialog.locator('[type=submit]');
      await expect(last).toBeVisible();
      await expect(last).not.toBeInViewport({ ratio: 1 });
      const before = await top();
      await turnWheel();
      await expect(last).toBeInViewport({ ratio: 1 });
      // At its end, the rest of the turn must not go on to the page.
      await turnWheel();
      await turnWheel();
      expect(await top()).toBe(before);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await page.evaluate(() => scrollTo(0, 0));
    await turnWheel();
    await expect.poll(top).toBeGreaterThan(0);
  });
});

test('a dialog closes by its button "X", which tells what it does (X-42)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  for (const { open } of DIALOGS) {
    const dialog = await open(page, 'React');
    const close = dialog.getByRole('button', { name: 'X', ...exact });
    await expect(close).toHaveText('X');
    await expect(close).toHaveAccessibleDescription('Fechar');
    await close.click();
    await expect(dialog).toBeHidden();
  }
});

test('the question before a deletion names what would be deleted, below it (X-44)', async ({ page, backstage }) => {
  await openDashboard(page, backstage);
  for (const title of ['React', 'Node']) {
    const dialog = await openDelete(page, title);
    await expect(dialog).toHaveAccessibleName('Deseja excluir a tecnologia?');
    await expect(dialog).toHaveAccessibleDescription(title);
    const question = await dialog.getByRole('heading').boundingBox();
    const named = await dialog.getByText(title, exact).boundingBox();
    expect(named?.y).toBeGreaterThan((question?.y ?? Infinity) + (question?.height ?? 0));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('the create dialog opens empty each time, whatever was typed or wrong before (X-45)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  const expectEmpty = async () => {
    const dialog = await openCreate(page);
    await expect(dialog.getByLabel('Nome', exact)).toHaveValue('');
    await expect(dialog.getByLabel('Selecionar status', exact)).toHaveValue('');
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(0);
    return dialog;
  };
  const first = await expectEmpty();
  await first.getByLabel('Nome', exact).fill('Vue');
  await page.keyboard.press('Enter');
  await expect(first.getByText('Status obrigatório', exact)).toBeVisible();
  await page.keyboard.press('Escape');
  await sendCreate(await expectEmpty(), { title: 'Vue', status: 'Avançado' });
  await expect(rowOf(page, 'Vue')).toBeVisible();
  await expectEmpty();
});

test('the edit dialog opens with what its own row holds now, never with another’s or an older one’s (X-45)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  const expectValues = async (title: string, status: string) => {
    const dialog = await openEdit(page, title);
    await expect(dialog.getByLabel('Nome do projeto', exact)).toHaveValue(title);
    await expect(dialog.getByRole('option', { selected: true })).toHaveText(status);
    return dialog;
  };
  await sendEdit(await expectValues('React', 'Intermediário'), { title: 'Preact', status: 'Avançado' });
  await expect(rowOf(page, 'Preact')).toBeVisible();
  const node = await expectValues('Node', 'Iniciante');
  await node.getByLabel('Nome do projeto', exact).fill('Deno');
  await page.keyboard.press('Escape');
  await expectValues('Preact', 'Avançado');
  await page.keyboard.press('Escape');
  await expectValues('Node', 'Iniciante');
});
