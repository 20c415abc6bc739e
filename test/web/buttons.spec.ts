import type { Locator, Page } from '@playwright/test';
import { openDelete, rowOf, sendDelete } from '../helpers/acts.ts';
import { hold, recordCalls } from '../helpers/calls.ts';
import { expect, openAs, test } from '../helpers/fixtures.ts';
import { aPicture } from '../helpers/images.ts';

const exact = { exact: true };
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, ...exact });

/** The colours that a control is drawn in. */
function readLook(control: Locator) {
  return control.evaluate((element) => {
    const { color, backgroundColor, borderColor } = getComputedStyle(element);
    return { color, backgroundColor, borderColor };
  });
}

/** That a button says that it cannot be used, looks so, and ignores the pointer and the keyboard. */
async function expectBlocked(blocked: Locator, atRest: Awaited<ReturnType<typeof readLook>>) {
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  await expect(blocked).toHaveJSProperty('disabled', false);
  await expect.poll(() => readLook(blocked)).not.toEqual(atRest);
  const calls = recordCalls(blocked.page());
  await blocked.click({ force: true });
  await blocked.press('Enter');
  await blocked.press('Space');
  await expect(blocked).toBeVisible();
  await expect(blocked).toHaveAttribute('aria-disabled', 'true');
  expect(calls).toEqual([]);
}

test('while a technology is being deleted, "Não" is blocked (X-27)', async ({ page, ana, backstage }) => {
  await backstage.addTechnology(ana, { title: 'React' });
  await page.reload();
  const release = await hold(page, 'DELETE', '**/users/techs/*');
  const dialog = await openDelete(page, 'React');
  const atRest = await readLook(button(dialog, 'Não'));
  await sendDelete(dialog);
  await expectBlocked(button(dialog, 'Não'), atRest);
  release();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'React')).toHaveCount(0);
});

test('while a work is being removed, "Manter" is blocked (X-27)', async ({ page, backstage }) => {
  const user = await backstage.signUp();
  const work = { title: 'Cardápio', description: 'Lista os pratos.', deploy_url: 'https://example.com' };
  const headers = { Authorization: `Bearer ${user.token}` };
  expect((await backstage.request.post('/users/works', { data: work, headers })).status()).toBe(201);
  await openAs(page, user, '/perfil');
  await button(page, 'Excluir Cardápio').click();
  const dialog = page.getByRole('dialog', { name: 'Excluir este projeto?', ...exact });
  const atRest = await readLook(button(dialog, 'Manter'));
  const release = await hold(page, 'DELETE', '**/users/works/*');
  await button(dialog, 'Excluir').click();
  await expectBlocked(button(dialog, 'Manter'), atRest);
  release();
  await expect(dialog).toBeHidden();
});

test('while an avatar is being sent, no other can be chosen, nor this one discarded (X-27)', async ({
  page,
  backstage,
}) => {
  await openAs(page, await backstage.signUp(), '/perfil');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Escolher foto').click();
  await (await chooser).setFiles({ name: 'eu.png', mimeType: 'image/png', buffer: await aPicture() });
  const discard = button(page, 'Descartar');
  const choose = button(page, 'Escolher outra foto');
  const atRest = { discard: await readLook(discard), choose: await readLook(choose) };
  const release = await hold(page, 'PATCH', '**/users/avatar');
  await button(page, 'Usar esta foto').click();
  await expectBlocked(discard, atRest.discard);
  await expectBlocked(choose, atRest.choose);
  release();
  await expect(discard).toHaveCount(0);
  await expect(choose).not.toHaveAttribute('aria-disabled');
});
