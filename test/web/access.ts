import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** That the page breaks no rule of WCAG. Call it where nothing moves: with reduced motion, or once things are at rest. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** That nothing stands out of the window at its sides. */
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
