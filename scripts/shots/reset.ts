import type { Page } from '@playwright/test';
import { button, type Shot } from './parts.ts';

const LINK = '/redefinir-senha#nobody-has-made-this-link';

async function send(page: Page, password: string): Promise<void> {
  for (const label of ['Nova senha', 'Repetir a nova senha'])
    await page.getByLabel(label, { exact: true }).fill(password);
  await button(page, 'Redefinir a senha').click();
}

/** The page that sets a forgotten password, without a link and with one. */
export const RESET_SHOTS: readonly Shot[] = [
  { name: 'reset', path: '/redefinir-senha' },
  { name: 'reset-link', path: LINK },
  { name: 'reset-errors', path: LINK, act: { after: (page) => send(page, '') } },
  {
    name: 'reset-over',
    path: LINK,
    act: { after: async (page) => (await send(page, 'senha123'), page.getByText('Este link já foi usado').waitFor()) },
  },
];
