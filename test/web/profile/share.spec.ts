import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../helpers/access.ts';
import { buttonOf, exact, fieldOf } from '../../helpers/actions.ts';
import { type Backstage, expect, type SignedUp, test } from '../../helpers/fixtures.ts';
import { change, clickFor, openProfile, sectionOf } from '../../helpers/profile.ts';

/** A user whose profile is public, with these technologies. */
async function publish(backstage: Backstage, person: SignedUp, titles: string[]): Promise<string> {
  const handle = `ana-${person.id.slice(0, 18)}`;
  await change(backstage, person, { handle, visibility: 'public' });
  for (const title of titles) await backstage.addTechnology(person, { title, status: 'Intermediario' });
  return handle;
}

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test('copies the link, and the Markdown of the card and the badges', async ({ page, context, backstage, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await backstage.signUp({ name: 'Ana Souza' });
  const home = `${baseURL ?? ''}/u/${await publish(backstage, person, ['React', 'PL/SQL [1]'])}`;
  await openProfile(page, person);
  const section = sectionOf(page, 'Compartilhar');
  await buttonOf(page, 'Copiar link').click();
  await expect(page.getByText('Copiado', exact)).toHaveCount(1);
  expect(await readClipboard(page)).toBe(home);
  for (const part of ['Destaques', 'Imagem', 'Cartão', 'Selos'])
    await section.getByRole('heading', { name: part, ...exact }).click();

  const card = section.getByRole('img', { name: 'Tecnologias de Ana Souza', ...exact });
  await expect(card).toHaveJSProperty('naturalWidth', 360);
  await fieldOf(section, 'Cores').selectOption('Escuras');
  await fieldOf(section, 'Colunas').selectOption('Duas');
  await expect(card).toHaveJSProperty('naturalWidth', 400);
  await buttonOf(section, 'Copiar Markdown do cartão').click();
  await expect
    .poll(() => readClipboard(page))
    .toBe(`[![Tecnologias de Ana Souza](${home}/card.svg?tema=escuro&colunas=2)](${home})`);

  const react = `[![React: Intermediário](${home}/badge/React.svg)](${home})`;
  const sql = String.raw`[![PL/SQL \[1\]: Intermediário](${home}/badge/PL%2FSQL%20%5B1%5D.svg)](${home})`;
  await expect(fieldOf(section, 'Markdown dos selos')).toHaveValue(`${react}\n${sql}`);
  const badge = section.getByRole('img', { name: 'PL/SQL [1]: Intermediário', ...exact });
  await badge.scrollIntoViewIfNeeded();
  await expect(badge).toHaveJSProperty('naturalHeight', 20);
  await section.getByRole('checkbox', { name: 'PL/SQL [1] Intermediário', ...exact }).check();
  await clickFor(buttonOf(section, 'Salvar destaques'), 'Destaques salvos');
  await buttonOf(section, 'Copiar Markdown dos selos').click();
  await expect.poll(() => readClipboard(page)).toBe(sql);
  await fieldOf(section, 'Selo de').selectOption('Intermediário');
  await expect(fieldOf(section, 'Markdown dos selos')).toHaveValue(`${react}\n${sql}`);
  const download = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Baixar imagem', ...exact }).click();
  expect((await download).suggestedFilename()).toMatch(/^trilha-ana-.*\.png$/);
  expect((await readFile(await (await download).path())).toString('latin1', 1, 4)).toBe('PNG');
  await expectAccessible(page, '#compartilhar');
});

test('downloads a QR code, selects text it cannot copy, shares by device', async ({ page, backstage }) => {
  const person = await backstage.signUp({ name: 'Ana Souza' });
  const handle = await publish(backstage, person, []);
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (link: object) => void (document.title = JSON.stringify(link)) });
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await openProfile(page, person);
  const section = sectionOf(page, 'Compartilhar');
  await section.getByText('QR code', exact).click();
  const download = page.waitForEvent('download');
  await buttonOf(section, 'Baixar QR code').click();
  expect((await download).suggestedFilename()).toBe(`trilha-${handle}.svg`);
  const drawn = section.getByRole('img', { name: 'QR code da sua página', ...exact }).locator('path');
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`d="${await drawn.getAttribute('d')}"`);
  await buttonOf(page, 'Copiar link').click();
  await expect(page.getByText('Selecionado: agora é só copiar', exact)).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(new RegExp(`/u/${handle}$`));
  await buttonOf(page, 'Enviar link').click();
  await expect(page).toHaveTitle(new RegExp(`"title":"Ana Souza · Trilha","url":"http.*/u/${handle}"`));
});
