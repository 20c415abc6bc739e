import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The rules of axe that stand for WCAG 2.2 AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe on this page. Its other mode opens a second page for each run, which pages without frames do not need. */
export async function axe(page: Page) {
  // Half a megabyte of script, which a document keeps.
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder(isThere ? { page, axeSource: 'undefined' } : { page }).setLegacyMode();
}

/** What else a page owes to who goes through it by its landmarks and headings; axe calls it good practice. */
const LANDMARKS = [
  'region',
  'page-has-heading-one',
  'bypass',
  'landmark-one-main',
  'landmark-no-duplicate-banner',
  'landmark-unique',
];

/**
 * That the page, or this part of it, breaks no rule of WCAG, and that nothing stands outside the page's landmarks.
 * Moving things are judged at rest: a toast's entrance and a dialog's are over before the page is looked at.
 */
export async function expectAccessible(page: Page, part = 'html') {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getAnimations().filter(({ effect, playState }) => {
            const { duration, iterations } = effect?.getComputedTiming() ?? {};
            return playState === 'running' && Number(duration) < 1000 && iterations !== Infinity;
          }).length,
      ),
    )
    .toBe(0);
  const rules = Object.fromEntries(LANDMARKS.map((rule) => [rule, { enabled: true }]));
  const { violations } = await (
    await axe(page)
  )
    .options({ rules, resultTypes: ['violations'], selectors: false })
    .withTags(WCAG)
    .include(part)
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** That nothing stands out of the window at its sides: neither on the page nor in the dialog over it. */
export async function expectNoSidewaysScroll(page: Page) {
  const { width, out } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const seen = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    return {
      width: scrollWidth - clientWidth,
      out: seen
        .filter((element) => element.closest('.sr-only, svg') === null && getComputedStyle(element).clipPath === 'none')
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return left < -0.5 || right > clientWidth + 0.5;
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    };
  });
  expect(out).toEqual([]);
  expect(width).toBe(0);
}
