// What the lists of shots share.

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {{
 *   name: string,
 *   path: string,
 *   widths?: number[],
 *   technologies?: { title: string, status: string }[],
 *   works?: { title: string, description: string, deploy_url: string }[],
 *   person?: { name: string, bio?: string },
 *   whole?: boolean,
 *   options?: import('@playwright/test').BrowserContextOptions,
 *   act?: { before?: (page: Page) => Promise<unknown>, after?: (page: Page, context: BrowserContext) => Promise<unknown> },
 * }} Shot
 */

export const ALL_WIDTHS = [320, 768, 1280, 1920];

export const FIVE = [
  { title: 'HTML e CSS', status: 'Avançado' },
  { title: 'JavaScript', status: 'Avançado' },
  { title: 'React', status: 'Intermediario' },
  { title: 'TypeScript', status: 'Intermediario' },
  { title: 'Node.js', status: 'Iniciante' },
];
export const LONG = [
  { title: 'Umapalavramuitocompridasemnenhumespaçoquenãoacabanunca', status: 'Intermediario' },
  {
    title: 'Programação orientada a objetos com padrões de projeto e arquitetura limpa em camadas',
    status: 'Avançado',
  },
];

export const button = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole('button', { name, exact: true });
/** @param {Page} page @param {import('@playwright/test').Locator} opener */
export async function open(page, opener) {
  await opener.click();
  await page.getByRole('dialog').waitFor();
}

export const never = () => new Promise(() => {});
export const toast = (/** @type {Page} */ page, /** @type {string} */ text) =>
  page.getByText(text, { exact: true }).waitFor();
