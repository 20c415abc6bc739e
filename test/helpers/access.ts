import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The rules of axe for WCAG 2.2 AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// Rules on landmarks and headings that axe calls good practice.
const LANDMARKS = Object.fromEntries(
  'region page-has-heading-one bypass landmark-one-main landmark-no-duplicate-banner landmark-unique'
    .split(' ')
    .map((rule) => [rule, { enabled: true }]),
);

// By default each document would compile the source with its comments, 1.5 MB.
const requireOfAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
const MINIFIED = readFileSync(requireOfAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** Prepares axe in legacy mode: the other mode opens a second page for each run, for frames that Trilha has none of. */
export async function axe(page: Page) {
  // axe has half a megabyte, so it is injected once per document.
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, axeSource: isThere ? 'undefined' : MINIFIED }).setLegacyMode();
}

/**
 * Expects that the page, or this part of it, breaks no rule of WCAG, and that its texts are Portuguese. Waits for short
 * animations to end, because axe would measure the contrast of a half-transparent dialog.
 */
export async function expectAccessible(page: Page, part = 'html') {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      return playState !== 'running' || Number(duration) >= 1000 || iterations === Infinity;
    }),
  );
  const run = (await axe(page)).options({ rules: LANDMARKS, resultTypes: ['violations'], selectors: false });
  const { violations } = await run.withTags(WCAG).include(part).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
  await expectPortuguese(page);
}

/** Common words of English interfaces and sentences, none of which is Portuguese. */
const ENGLISH = new RegExp(
  '\\b(and|are|cancel|close|delete|edit|error|invalid|is|loading|must|not|notifications?|of|password|please|remove|' +
    'required|save|search|sign ?(in|out|up)|submit|success|the|this|to|undo|warning|with|you|your)\\b',
  'i',
);

/** Expects `pt-BR`, no English word on the page, and no form in which the browser shows messages of its own. */
async function expectPortuguese(page: Page) {
  const { lang, texts, validated } = await page.evaluate(() => {
    const spoken = ['alt', 'title', 'placeholder', 'aria-label', 'aria-description', 'aria-roledescription'];
    const found = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement, nodeValue } = nodes.currentNode;
      if (!parentElement?.matches('script, style')) found.push(nodeValue ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      found.push(...spoken.map((name) => element.getAttribute(name) ?? ''));
    }
    const forms = [...document.forms].filter(({ noValidate }) => !noValidate);
    return { lang: document.documentElement.lang, texts: found, validated: forms.length };
  });
  expect({ lang, validated }).toEqual({ lang: 'pt-BR', validated: 0 });
  // The one English word that the specification asks for.
  expect(texts.filter((text) => ENGLISH.test(text.replace('Password obrigatório', '')))).toEqual([]);
}

/** Expects no horizontal overflow of the page, a form or an open dialog. */
export async function expectNoSidewaysScroll(page: Page) {
  const out = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isOut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      const form = element.closest('form')?.getBoundingClientRect();
      return left < -0.5 || right > Math.min(clientWidth, form?.right ?? clientWidth) + 0.5;
    };
    const found = [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, svg'))
      .filter((element) => getComputedStyle(element).clipPath === 'none' && isOut(element))
      // A row that scrolls by itself, as the index of sections.
      .filter(({ parentElement }) => parentElement === null || getComputedStyle(parentElement).overflowX !== 'auto')
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
    return scrollWidth > clientWidth ? [...found, 'the page'] : found;
  });
  expect(out).toEqual([]);
}
