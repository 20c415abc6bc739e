import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import type { SignUp } from '#contract/user.ts';
import type { WorkInput } from '#contract/work.ts';

type Shown = Pick<Technology, 'title' | 'status'>;

/** One state of one screen; with `technologies` it is shown to a user who has them. */
export type Shot = {
  name: string;
  path: string;
  widths?: readonly number[];
  technologies?: readonly Shown[];
  works?: readonly WorkInput[];
  user?: Partial<SignUp>;
  /** Their profile is public; `{handle}` in the path is theirs. */
  published?: boolean;
  /** The one element that is taken. */
  only?: string;
  /** Taken down to the end of the page. */
  whole?: boolean;
  options?: BrowserContextOptions;
  act?: {
    before?: (page: Page) => Promise<unknown>;
    after?: (page: Page, context: BrowserContext) => Promise<unknown>;
  };
};

export const ALL_WIDTHS = [320, 360, 768, 1280, 1920];

export const FIVE: readonly Shown[] = [
  { title: 'HTML e CSS', status: 'Avançado' },
  { title: 'JavaScript', status: 'Avançado' },
  { title: 'React', status: 'Intermediario' },
  { title: 'TypeScript', status: 'Intermediario' },
  { title: 'Node.js', status: 'Iniciante' },
];
export const LONG: readonly Shown[] = [
  { title: 'Umapalavramuitocompridasemnenhumespaçoquenãoacabanunca', status: 'Intermediario' },
  {
    title: 'Programação orientada a objetos com padrões de projeto e arquitetura limpa em camadas',
    status: 'Avançado',
  },
];

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

export async function open(page: Page, opener: Locator): Promise<void> {
  await opener.click();
  await page.getByRole('dialog').waitFor();
}

export function toast(page: Page, text: string): Promise<void> {
  return page.getByText(text, { exact: true }).waitFor();
}

/** A route that never answers. */
export const never = () => new Promise<void>(() => {});
