import { expect } from 'vitest';

const NAME = String.raw`[a-zA-Z][\w:-]*`;
const TOKEN = new RegExp(
  String.raw`<(?<close>/?)(?<name>${NAME})(?<attributes>(?: ${NAME}="[^"<&]*")*)(?<alone>/?)>|(?<text>(?:[^<>&]|&(?:amp|lt|gt);)+)`,
  'gy',
);
// Those that XML 1.0 allows (section 2.2).
const CHARACTERS = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

export type Element = { name: string; attributes: Record<string, string>; text: string };

/** The elements of a picture, in order. Fails unless it is well-formed XML in the subset that our pictures use. */
export function readSvg(svg: string): Element[] {
  expect(svg).toMatch(CHARACTERS);
  const elements: Element[] = [];
  const open: Element[] = [];
  let end = 0;
  for (const { 0: token, groups = {}, index } of svg.matchAll(TOKEN)) {
    expect(index, `after ${svg.slice(0, end).slice(-40)}`).toBe(end);
    end += token.length;
    if (groups['text'] !== undefined) {
      const inside = open.at(-1);
      expect(inside, token).toBeDefined();
      if (inside) inside.text += unescape(token);
    } else if (groups['close'] === '/') {
      expect(open.pop()?.name).toBe(groups['name']);
    } else {
      const pairs = [...(groups['attributes'] ?? '').matchAll(/ ([\w:-]+)="([^"]*)"/g)];
      const attributes = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
      const element = { name: groups['name'] ?? '', attributes, text: '' };
      elements.push(element);
      if (groups['alone'] !== '/') open.push(element);
    }
  }
  expect(end).toBe(svg.length);
  expect(open).toEqual([]);
  return elements;
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

export function textsOf(svg: string): string[] {
  return readSvg(svg).flatMap(({ name, text }) => (name === 'text' ? [text] : []));
}
