import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, openCreate, openWith, readRows, stopClock } from '../../helpers/actions.ts';
import { hold, recordCalls, refuse, TECHNOLOGY } from '../../helpers/calls.ts';
import { type Backstage, bearer, expect, test } from '../../helpers/fixtures.ts';
import { toastWith } from '../../helpers/toasts.ts';

const TITLES = ['X 1', 'X 2', 'X 3', 'X 4', 'X 5', 'X 6', 'Y 1', 'Y 2', 'Y 3'];
const ROWS = TITLES.map((title) => `${title} Iniciante`);

const barOf = (page: Page) => page.getByRole('group', { name: 'Tecnologias escolhidas', exact: true });

/** Opens nine technologies, selects "Y 1", then filters it out and selects the six that remain. */
async function selectSix(page: Page, backstage: Backstage) {
  const { person } = await openWith(
    page,
    backstage,
    TITLES.map((title) => ({ title, status: 'Iniciante' })),
  );
  await buttonOf(page, 'Escolher várias').click();
  await page.getByRole('checkbox', { name: 'Y 1 Iniciante', exact: true }).check();
  await expect(barOf(page).getByText('1 escolhida', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('x');
  await expect(barOf(page).getByText('0 escolhidas', { exact: true })).toBeVisible();
  await buttonOf(barOf(page), 'Todas').click();
  await expect(barOf(page).getByText('6 escolhidas', { exact: true })).toBeVisible();
  return person;
}

test('several technologies are deleted together and restored by one undo', async ({ page, backstage }) => {
  const person = await selectSix(page, backstage);
  const titles = async () => (await backstage.readTechnologies(person)).map(({ title }) => title);
  await buttonOf(barOf(page), 'Excluir').click();
  const toast = toastWith(page, '6 tecnologias excluídas');
  await expect(toast).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tecnologias', exact: true })).toBeFocused();
  expect(await titles()).toEqual(TITLES.slice(6));
  await buttonOf(toast, 'Desfazer').click();
  await expect(toastWith(page, 'Alteração desfeita')).toBeVisible();
  await expect.poll(() => readRows(page)).toEqual(ROWS.slice(0, 6));
  expect(await titles()).toEqual(TITLES);
});

test('several technologies get one level, and Ctrl+Z restores each previous level', async ({ page, backstage }) => {
  const person = await selectSix(page, backstage);
  const limited: string[] = [];
  // The first call meets the rate limit, which delays but does not stop the rest.
  await page.route(TECHNOLOGY, (route) => {
    if (limited.push(route.request().url()) > 1) return route.fallback();
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { code: 'too-many-requests' } });
  });
  const calls = recordCalls(page);
  await buttonOf(barOf(page), 'Avançado').click();
  await expect(toastWith(page, '6 tecnologias em Avançado')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  const changed = TITLES.map((title, index) => `${title} ${index < 6 ? 'Avançado' : 'Iniciante'}`);
  await expect.poll(() => readRows(page)).toEqual(changed);
  expect(calls.filter((call) => call.method() === 'PUT')).toHaveLength(7);
  // Only levels were changed, so a new title stays, and a later level too.
  const [first, second] = await backstage.readTechnologies(person);
  const headers = bearer(person);
  await backstage.request.put(`/users/techs/${first?.id}`, { data: { title: 'X 0' }, headers });
  await backstage.request.put(`/users/techs/${second?.id}`, { data: { status: 'Intermediário' }, headers });
  await page.getByRole('heading', { name: 'Tecnologias', exact: true }).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => readRows(page)).toEqual(ROWS.with(0, 'X 0 Iniciante').with(1, 'X 2 Intermediário'));
});

test('a level that all chosen technologies have changes nothing', async ({ page, backstage }) => {
  await selectSix(page, backstage);
  const calls = recordCalls(page);
  await buttonOf(barOf(page), 'Iniciante').click();
  await expect(toastWith(page, 'Nenhuma alteração para salvar')).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('technologies that were deleted elsewhere count as no deletion', async ({ page, backstage }) => {
  const person = await selectSix(page, backstage);
  for (const { id } of await backstage.readTechnologies(person)) {
    await backstage.request.delete(`/users/techs/${id}`, { headers: bearer(person) });
  }
  await buttonOf(barOf(page), 'Excluir').click();
  await expect(toastWith(page, 'Elas já foram excluídas em outro lugar')).toBeVisible();
  await expect.poll(() => readRows(page)).toEqual([]);
});

test('a failure says how many are left, and the others can be undone', async ({ page, backstage }) => {
  await selectSix(page, backstage);
  const urls = new Set<string>();
  await page.route(TECHNOLOGY, (route) => {
    urls.add(route.request().url());
    return urls.size === 6 ? route.abort() : route.fallback();
  });
  await buttonOf(barOf(page), 'Excluir').click();
  const failed = toastWith(page, 'Não foi possível excluir: 1 de 6');
  await expect(failed).toContainText('Sem resposta do servidor.');
  await expect(page.getByRole('listitem')).toHaveCount(4);
  await buttonOf(failed, 'Desfazer').click();
  await expect.poll(() => readRows(page)).toEqual(ROWS.slice(0, 6));
});

test('what cannot be restored stops nothing else, and can be retried unless it is gone', async ({
  page,
  backstage,
}) => {
  const person = await selectSix(page, backstage);
  const [gone] = await backstage.readTechnologies(person);
  await buttonOf(barOf(page), 'Excluir').click();
  await expect(barOf(page)).toHaveCount(0);
  const { id } = await backstage.addTechnology(person, { title: 'X 2' });
  await refuse(page, 'POST', `**/users/techs/${gone?.id}/restore`, 404, { code: 'not-found' });
  await page.keyboard.press('Control+z');
  const failed = toastWith(page, 'Não foi possível desfazer tudo');
  await failed.hover();
  await expect(failed).toContainText('Há outra com o mesmo nome na lista.');
  await expect.poll(() => readRows(page)).toEqual([...ROWS.slice(2), 'X 2 Iniciante']);
  await backstage.request.delete(`/users/techs/${id}`, { headers: bearer(person) });
  await buttonOf(failed, 'Desfazer').click();
  await expect(failed).toContainText('O tempo acabou, ou a lista mudou.');
  await expect.poll(() => readRows(page)).toEqual(ROWS.slice(1));
  await expect(buttonOf(failed, 'Desfazer')).toHaveCount(0);
});

test('an undo whose answers were lost succeeds when it is repeated', async ({ page, backstage }) => {
  await selectSix(page, backstage);
  await buttonOf(barOf(page), 'Excluir').click();
  await expect(barOf(page)).toHaveCount(0);
  const restore = '**/users/techs/*/restore';
  await page.route(restore, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('Control+z');
  const failed = toastWith(page, 'Não foi possível desfazer tudo');
  await expect(failed).toContainText('Sem resposta do servidor.');
  await page.unroute(restore);
  await page.keyboard.press('Control+z');
  await expect(toastWith(page, 'Alteração desfeita')).toBeVisible();
  await expect.poll(() => readRows(page)).toEqual(ROWS.slice(0, 6));
});

test('a deletion of several can be undone for a minute from its start', async ({ page, backstage }) => {
  await page.clock.install();
  await selectSix(page, backstage);
  await stopClock(page);
  const release = await hold(page, 'DELETE', TECHNOLOGY);
  await buttonOf(barOf(page), 'Excluir').click();
  await page.clock.runFor(40_000);
  release();
  await expect.poll(() => page.clock.runFor(50).then(() => barOf(page).count())).toBe(0);
  await page.clock.runFor(7_000);
  const offer = buttonOf(page, 'Desfazer exclusão de 6 tecnologias');
  await expect(offer).toBeVisible();
  await page.clock.runFor(13_000);
  await expect(offer).toHaveCount(0);
});

test('the selection is accessible, fits a phone, and "Cancelar" or Escape changes nothing', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await selectSix(page, backstage);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const calls = recordCalls(page);
  await buttonOf(barOf(page), 'Nenhuma').click();
  await buttonOf(barOf(page), 'Excluir').click({ force: true });
  await buttonOf(barOf(page), 'Cancelar').click();
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  // Escape in the filter or in a dialog does not end the selection.
  await buttonOf(page, 'Escolher várias').click();
  const boxes = page.getByRole('checkbox');
  await page.getByRole('searchbox').press('Escape');
  await expect(boxes).toHaveCount(9);
  const dialog = await openCreate(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await buttonOf(page, 'Mais').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(boxes).toHaveCount(9);
  await boxes.last().press('Escape');
  await expect(boxes).toHaveCount(0);
  await expect(page.getByRole('button', { name: ROWS.at(-1) ?? '', exact: true })).toBeFocused();
  expect(calls).toEqual([]);
});
