import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import {
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readRows,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  stopClock,
} from '../../helpers/acts.ts';
import { cut, hold, nameOf, recordCalls, refuse, TECHNOLOGIES, TECHNOLOGY } from '../../helpers/calls.ts';
import { type Backstage, expect, openAs, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { anyToast, closeToast, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const SLOW = 'Isso está demorando mais que o normal…';

/** A user who knows React and Node, on their dashboard. */
async function openDashboard(page: Page, backstage: Backstage) {
  const { person } = await openWith(page, backstage, [
    { title: 'React', status: 'Intermediario' },
    { title: 'Node', status: 'Iniciante' },
  ]);
  return person;
}

const DIALOGS = [
  { open: openCreate, last: 'Cadastrar Tecnologia' },
  { open: openEdit, last: 'Salvar Alterações' },
  { open: openDelete, last: 'Não' },
];

/** A press beside the dialog. */
const pressBackdrop = (page: Page) => page.mouse.click(20, 700);

const pressEscape = (page: Page) => page.keyboard.press('Escape');

const pressX = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'X', exact: true }).click({ force: true });

async function expectReachable(control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await expect(control).toBeInViewport({ ratio: 1 });
}

test('without a network the end of a dialog can be scrolled above the line that says so (X-551)', async ({
  page,
  context,
  backstage,
}) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await openDashboard(page, backstage);
  const dialog = await openCreate(page);
  await context.setOffline(true);
  const notice = page.getByText('Você está sem internet', exact);
  await expect(notice).toBeVisible();
  await dialog.evaluate((element) => element.scrollIntoView({ block: 'end' }));
  const bottom = await dialog.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(await notice.evaluate((element) => element.getBoundingClientRect().top));
});

test('the three dialogs are dialogs to everyone, called by their titles, with an "X" that tells what it does; they take the focus and give it back (M-094, X-33, X-34, X-37, X-42)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { title, opener, first } of [
    { title: 'Cadastrar Tecnologia', opener: '+', first: page.getByLabel('Nome', exact) },
    { title: 'Tecnologia Detalhes', opener: 'React Intermediário', first: page.getByLabel('Nome do projeto', exact) },
    {
      title: 'Deseja excluir a tecnologia?',
      opener: 'Excluir React',
      first: page.getByRole('button', { name: 'Não', ...exact }),
    },
  ]) {
    const dialog = page.getByRole('dialog');
    const button = page.getByRole('button', { name: opener, ...exact });
    await expect(dialog).toHaveCount(0);
    await button.press('Enter');
    await expect(first).toBeFocused();
    await expect(dialog).toHaveCount(1);
    await expect(dialog).toHaveAttribute('aria-modal', 'true');
    await expect(dialog).toHaveAccessibleName(title);
    const heading = dialog.getByRole('heading', { name: title, ...exact });
    await expect(heading).toBeVisible();
    expect(await dialog.getAttribute('aria-labelledby')).toBe(await heading.getAttribute('id'));
    const close = dialog.getByRole('button', { name: 'X', ...exact });
    await expect(close).toHaveText('X');
    await expect(close).toHaveAccessibleDescription('Fechar');
    await close.click();
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();

    await button.press('Enter');
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('Escape, the X and a press beside it close each dialog that is untouched; once something was typed, the press does not, and in an open list of levels Escape closes the list alone (A-20, X-36, X-43)', async ({
  page,
  backstage,
}) => {
  const calls = recordCalls(page);
  const person = await openDashboard(page, backstage);
  for (const { open } of DIALOGS) {
    for (const close of [pressEscape, pressX, pressBackdrop]) {
      await expect(await open(page, 'React')).toBeVisible();
      await close(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  for (const { open, label, list } of [
    { open: openCreate, label: 'Nome', list: 'Selecionar status' },
    { open: openEdit, label: 'Nome do projeto', list: 'Status' },
  ]) {
    for (const close of [pressEscape, pressX]) {
      const dialog = await open(page, 'React');
      await dialog.getByLabel(label, exact).fill('Outra');
      await pressBackdrop(page);
      await expect(dialog.getByLabel(label, exact)).toHaveValue('Outra');
      await close(page);
      await expect(dialog).toBeHidden();
    }
    const dialog = await open(page, 'React');
    const levels = dialog.getByLabel(list, exact);
    const isOpen = () => levels.evaluate((select) => select.matches(':open'));
    await levels.press('Space');
    await expect.poll(isOpen).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isOpen).toBe(false);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
});

test('nothing closes a dialog while its call runs, until the call takes too long; the call goes on behind it (A-20, A-25, X-36)', async ({
  page,
  backstage,
}) => {
  await page.clock.install();
  await openDashboard(page, backstage);
  for (const { method, path, open, send, toast } of [
    {
      method: 'POST',
      path: TECHNOLOGIES,
      open: openCreate,
      send: (dialog: Locator) => sendCreate(dialog, aTechnology()),
      toast: 'Tecnologia cadastrada com sucesso',
    },
    { method: 'PUT', path: TECHNOLOGY, open: openEdit, send: sendEdit, toast: 'Tecnologia atualizada' },
    {
      method: 'DELETE',
      path: TECHNOLOGY,
      open: openDelete,
      send: sendDelete,
      toast: 'Tecnologia deletada com sucesso',
    },
  ] as const) {
    const release = await hold(page, method, path);
    const calls = recordCalls(page);
    for (const close of [pressEscape, pressX]) {
      const dialog = await open(page, 'React');
      await stopClock(page);
      const sent = page.waitForRequest((request) => request.method() === method);
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

test('behind an open dialog nothing can be reached, by the Tab key neither; the toast over it can (X-35, X-41)', async ({
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
  const places = new Set<string>();
  for (let presses = 0; presses < 16; presses += 1) {
    await page.keyboard.press(presses < 8 ? 'Tab' : 'Shift+Tab');
    places.add(
      await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return 'the browser itself';
        if (activeElement.closest('[role=dialog]') !== null) return 'the dialog';
        return activeElement.closest('.Toastify__toast') === null ? activeElement.outerHTML : 'the toast';
      }),
    );
  }
  places.delete('the browser itself');
  expect(places).toEqual(new Set(['the dialog', 'the toast']));
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

  test('no dialog scrolls sideways, and the last control of each is within reach, also on a phone held sideways (X-78, X-79, X-40, X-83)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person, { title: 'T'.repeat(100) });
    await openAs(page, person);
    await expect(rowOf(page, title)).toBeVisible();
    for (const { open, last } of DIALOGS) {
      const dialog = await open(page, title);
      await expectNoSidewaysScroll(page);
      await expectReachable(dialog.getByRole('button', { name: last, exact: true }));
      await expectReachable(dialog.getByRole('button', { name: 'X', exact: true }));
      await page.keyboard.press('Escape');
    }
    await refuse(page, 'POST', '**/users/techs');
    await sendCreate(await openCreate(page), aTechnology());
    await expect(anyToast(page)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 640, height: 320 });
    for (const { open, last } of DIALOGS) {
      const dialog = await open(page, title);
      const button = dialog.getByRole('button', { name: last, ...exact });
      const { x, y } = (await dialog.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 20, y + 20);
      await page.mouse.wheel(0, 600);
      await expect(button).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
});

const ENDS = [
  { method: 'PUT', open: openEdit, send: sendEdit, toast: 'Tecnologia atualizada' },
  { method: 'DELETE', open: openDelete, send: sendDelete, toast: 'Tecnologia deletada com sucesso' },
] as const;

test('after a change or a deletion the dialog closes first, then the list is read, then the toast comes (A-18)', async ({
  page,
  backstage,
}) => {
  await page.clock.install();
  const person = await openDashboard(page, backstage);
  for (const { method, open, send, toast } of ENDS) {
    const release = await hold(page, 'GET', `**/users/${person.id}`);
    const dialog = await open(page, 'React');
    await stopClock(page);
    const [reading] = await Promise.all([page.waitForRequest(`**/users/${person.id}`), send(dialog)]);
    expect(reading.method()).toBe('GET');
    // The dialog does not wait for the list, and the list stays as it was until it has been read.
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'React')).toBeVisible();
    await expect(anyToast(page)).toHaveCount(0);
    await page.clock.runFor(1650);
    await expect(toastWith(page, toast)).toBeVisible();
    release();
    await page.clock.resume();
    await expect(rowOf(page, 'React')).toHaveCount(method === 'DELETE' ? 0 : 1);
    await closeToast(page, toast);
  }
});

test('a change or a deletion that finds nothing to do it to brings the list up to date, without a word more (A-18)', async ({
  page,
  backstage,
}) => {
  const { person, technologies } = await openWith(page, backstage, [{ title: 'React' }, { title: 'Node' }, {}]);
  const headers = { Authorization: `Bearer ${person.token}` };
  for (const [index, { open, send }] of ENDS.entries()) {
    const { id, title } = technologies[index] ?? { id: '', title: '' };
    const dialog = await open(page, title);
    await backstage.request.delete(`/users/techs/${id}`, { headers });
    await send(dialog);
    await expect(anyToast(page)).toHaveClass(/Toastify__toast--error/);
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, title)).toHaveCount(0);
    await expect(page.getByRole('listitem')).toHaveCount(2 - index);
    await anyToast(page)
      .getByRole('button', { name: 'Fechar notificação', ...exact })
      .click();
    await expect(anyToast(page)).toHaveCount(0);
  }
});

test('each dialog waits for nothing any more once its call has ended, well or badly (X-28)', async ({
  page,
  backstage,
}) => {
  await openDashboard(page, backstage);
  for (const { open, send, button, method, path, failure } of [
    {
      open: openCreate,
      send: (dialog: Locator) => sendCreate(dialog, aTechnology()),
      button: 'Cadastrar Tecnologia',
      method: 'POST',
      path: TECHNOLOGIES,
      failure: 'Erro ao cadastrar a tecnologia',
    },
    {
      open: openEdit,
      send: sendEdit,
      button: 'Salvar Alterações',
      method: 'PUT',
      path: TECHNOLOGY,
      failure: 'Tecnologia não atualizada',
    },
    {
      open: openDelete,
      send: sendDelete,
      button: 'Sim',
      method: 'DELETE',
      path: TECHNOLOGY,
      failure: 'Erro ao deletar tecnologia',
    },
  ] as const) {
    for (const end of [refuse, cut, undefined]) {
      const dialog = await open(page, 'React');
      await end?.(page, method, path);
      await send(dialog);
      if (end !== undefined) await closeToast(page, failure);
      // What a failed creation leaves open is as it was before; a success has closed it, and it opens as new.
      if (end === undefined) await expect(dialog).toBeHidden();
      if (!(await dialog.isVisible())) await open(page, 'Node');
      await expect(dialog.getByRole('button', { name: button, ...exact })).not.toHaveAttribute('aria-disabled');
      await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(dialog.getByText('Enviando…')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.unroute(path);
    }
  }
});

/** From now on, the rows' texts each time something on the page changes. */
async function watchRows(page: Page) {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      const rows = [...document.querySelectorAll('main li')].map(({ textContent }) => textContent.trim());
      if (seen.at(-1) !== rows.join()) seen.push(rows.join());
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test('a change or a deletion shows in the list once the server has done it, with no blank between (X-32)', async ({
  page,
  backstage,
}) => {
  const person = await openDashboard(page, backstage);
  const read = await watchRows(page);
  for (const { open, send, method, rows } of [
    {
      open: openEdit,
      send: (dialog: Locator) => sendEdit(dialog, { status: 'Avançado' }),
      method: 'PUT',
      rows: ['React Intermediário', 'Node Iniciante'],
    },
    { open: openDelete, send: sendDelete, method: 'DELETE', rows: ['React Avançado', 'Node Iniciante'] },
  ] as const) {
    const allowCall = await hold(page, method, TECHNOLOGY);
    const allowReading = await hold(page, 'GET', `**/users/${person.id}`);
    const dialog = await open(page, 'React');
    await send(dialog);
    await expect(dialog.getByText('Enviando…')).toBeVisible();
    expect(await readRows(page)).toEqual(rows);
    const reading = page.waitForRequest((request) => nameOf(request) === `GET /users/${person.id}`);
    allowCall();
    await reading;
    await expect(dialog).toBeHidden();
    expect(await readRows(page)).toEqual(rows);
    allowReading();
    await expect.poll(() => readRows(page)).not.toEqual(rows);
  }
  expect(await read()).toEqual([
    'React Intermediário,Node Iniciante',
    'React Avançado,Node Iniciante',
    'Node Iniciante',
  ]);
});
