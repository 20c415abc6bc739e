import type { Locator, Page } from '@playwright/test';

export type Place = Page | Locator;

/** A visible field of a form, and the texts that name it. */
export type Field = { index: number; tag: string; type: string; names: string[]; placeholder: string };

const FIELDS = 'input, select, textarea';

/** The visible elements with exactly this text, or with a text node of exactly this text among their children. */
export function textOf(place: Place, text: string): Locator {
  return place
    .getByText(text, { exact: true })
    .or(place.locator(`text=${JSON.stringify(text)}`))
    .filter({ visible: true });
}

/** `textOf` without buttons, links, labels and fields: a button may have the same text as the title. */
export function titleOf(place: Place, text: string): Locator {
  const OUTSIDE = ':not(:is(button, a, [role=button], label), :is(button, a, [role=button], label) *, input, option)';
  return textOf(place, text).and(place.locator(OUTSIDE));
}

/** The visible buttons and links of this name or text. */
export function buttonOf(place: Place, name: string | RegExp): Locator {
  const options = typeof name === 'string' ? { name, exact: true } : { name };
  const hasText = typeof name === 'string' ? new RegExp(String.raw`^\s*${RegExp.escape(name)}\s*$`) : name;
  const both = place.getByRole('button', options).or(place.getByRole('link', options));
  return both.or(place.getByRole('button').filter({ hasText })).filter({ visible: true });
}

/** The visible fields in document order. A field without an associated label is named by the last text before it. */
export function readFields(place: Place): Promise<Field[]> {
  return place.locator(FIELDS).evaluateAll((all) => {
    const SKIPPED = 'select, textarea, button, option, script, style, noscript, [role=button]';
    const isSeen = (node: Element) => node.checkVisibility({ visibilityProperty: true });
    const clean = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const textIn = (root: Element | null) => {
      if (root === null) return '';
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      let text = '';
      while (walker.nextNode())
        if (!walker.currentNode.parentElement?.closest(SKIPPED)) text += walker.currentNode.textContent;
      return clean(text);
    };
    const before = new Map<Element, string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let last = '';
    while (walker.nextNode()) {
      const node: Node = walker.currentNode;
      if (node instanceof Text) {
        const parent = node.parentElement;
        if (clean(node.data) !== '' && parent && !parent.closest(SKIPPED) && isSeen(parent)) last = clean(node.data);
      } else if (node instanceof Element && node.matches('input, select, textarea')) {
        before.set(node, last);
        last = '';
      }
    }
    return all.flatMap((element, index) => {
      const field = element as HTMLInputElement;
      const isOther = ['hidden', 'submit', 'button', 'checkbox', 'radio', 'file', 'image', 'reset'].includes(
        field.type,
      );
      if (isOther || !isSeen(field)) return [];
      const described = (field.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id));
      const labels = [...(field.labels ?? []), ...described].map((label) => textIn(label));
      const names = [...labels, field.getAttribute('aria-label') ?? '', before.get(field) ?? ''];
      return {
        index,
        tag: field.tagName.toLowerCase(),
        type: field.type,
        names: [...new Set(names.map(clean))].filter((name) => name !== ''),
        placeholder: field.placeholder ?? '',
      };
    });
  });
}

export function fieldAt(place: Place, { index }: Field): Locator {
  return place.locator(FIELDS).nth(index);
}

export type Box = { x: number; y: number; width: number; height: number };

/** The bounding boxes of all elements, read in one call, without waiting. */
export function boxesOf(elements: Locator): Promise<Box[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.matches('script, style, noscript')) continue;
      found.add((walker.currentNode.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
    }
    return [...found].filter((text) => text !== '' && text.length < 200);
  });
}

/** The visible text of the page that is most similar to `wanted`, without `known`, for the message of a deviation. */
export async function similarText(page: Page, wanted: string, known: readonly string[] = []): Promise<string> {
  const texts = await textsOf(page);
  const [best] = texts
    .filter((text) => !known.includes(text))
    .map((text) => ({ text, likeness: likeness(text.toLowerCase(), wanted.toLowerCase()) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  if (best !== undefined && best.likeness >= 0.5) return `“${best.text}”`;
  return texts.length === 0 ? 'uma página sem texto' : 'nenhum texto parecido';
}

/** The Dice coefficient of the pairs of letters of two texts, from 0 to 1. */
function likeness(a: string, b: string): number {
  const pairs = (text: string) => Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2));
  const rest = pairs(b);
  const total = pairs(a).length + rest.length;
  let common = 0;
  for (const pair of pairs(a)) {
    const index = rest.indexOf(pair);
    if (index === -1) continue;
    rest.splice(index, 1);
    common += 1;
  }
  return total === 0 ? Number(a === b) : (2 * common) / total;
}
