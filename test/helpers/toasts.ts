import type { Locator, Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import { logIn, rowOf, stopClock } from './actions.ts';
import { cut } from './calls.ts';
import { type Backstage, expect, openAs } from './fixtures.ts';

export function toastWith(page: Page, text: string) {
  return page.locator('.toast').filter({ has: page.getByText(text, { exact: true }) });
}

export const anyToast = (page: Page) => page.locator('.toast');

/** Closes the toast with this text, which must be the only one. */
export async function closeToast(page: Page, text: string) {
  const toast = toastWith(page, text);
  await toast.getByRole('button', { name: 'Fechar notificação', exact: true }).click();
  await expect(toast).toHaveCount(0);
}

/** Makes the login fail. Returns its newest toast. */
export async function failToLogIn(page: Page) {
  await cut(page, 'POST', '**/sessions');
  await logIn(page, { email: 'ana@example.com', password: 'senha123' });
  return toastWith(page, 'Verifique os dados do login').first();
}

/** True while the toast's timer runs: its only animation of five seconds or more. */
export async function isRunning(toast: Locator) {
  return toast.evaluate((element) => {
    const clocks = element
      .getAnimations({ subtree: true })
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration) >= 5000);
    return clocks.length === 1 && clocks[0]?.playState === 'running';
  });
}

/** A dashboard with these technologies and a stopped clock. */
export async function openStill(page: Page, backstage: Backstage, ...others: Partial<Technology>[]) {
  const person = await backstage.signUp();
  const technology = await backstage.addTechnology(person);
  for (const other of others) await backstage.addTechnology(person, other);
  await page.clock.install();
  await openAs(page, person);
  await expect(rowOf(page, technology.title)).toBeVisible();
  await stopClock(page);
  return { ...technology, person };
}
