import type { Locator } from '@playwright/test';
import { buttonOf } from '../helpers/acts.ts';
import { hold, recordCalls } from '../helpers/calls.ts';
import { expect, test } from '../helpers/fixtures.ts';
import { aPicture } from '../helpers/images.ts';
import { addWork, chooseFile, dialogOf, openProfile } from '../helpers/profile.ts';

/** The colours that a control is drawn in. */
function readLook(control: Locator) {
  return control.evaluate((element) => {
    const { color, backgroundColor, borderColor } = getComputedStyle(element);
    return { color, backgroundColor, borderColor };
  });
}

/** That a button is announced as blocked, looks so, and ignores the pointer and the keyboard. */
async function expectBlocked(button: Locator, atRest: Awaited<ReturnType<typeof readLook>>) {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // The focus would be lost with a button that is disabled natively.
  await expect(button).toHaveJSProperty('disabled', false);
  await expect.poll(() => readLook(button)).not.toEqual(atRest);
  const calls = recordCalls(button.page());
  await button.click({ force: true });
  await button.press('Enter');
  await button.press('Space');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(calls).toEqual([]);
}

test('"Manter" is blocked while a project is being deleted', async ({ page, backstage }) => {
  const ana = await backstage.signUp();
  await addWork(backstage, ana);
  await openProfile(page, ana);
  await buttonOf(page, 'Excluir Cardápio').click();
  const dialog = dialogOf(page, 'Excluir este projeto?');
  const atRest = await readLook(buttonOf(dialog, 'Manter'));
  const release = await hold(page, 'DELETE', '**/users/works/*');
  await buttonOf(dialog, 'Excluir').click();
  await expectBlocked(buttonOf(dialog, 'Manter'), atRest);
  release();
  await expect(dialog).toBeHidden();
});

test('an avatar can be neither changed nor discarded while it is being sent', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  await chooseFile(page, { name: 'eu.png', mimeType: 'image/png', buffer: await aPicture() }, 'Escolher foto');
  const buttons = [buttonOf(page, 'Descartar'), buttonOf(page, 'Escolher outra foto')];
  const looks = await Promise.all(buttons.map(readLook));
  const release = await hold(page, 'PATCH', '**/users/avatar');
  await buttonOf(page, 'Usar esta foto').click();
  for (const [index, look] of looks.entries()) await expectBlocked(buttons[index] ?? page.locator('body'), look);
  release();
  await expect(buttonOf(page, 'Descartar')).toHaveCount(0);
  await expect(buttonOf(page, 'Escolher outra foto')).not.toHaveAttribute('aria-disabled');
});
