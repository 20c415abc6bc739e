import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../../../web');

// axe measures text at rest. This covers borders, icons, the focus ring and hover states.
const [root = ''] = readFileSync(join(web, 'theme.css'), 'utf8').split('}');
const tokens = Object.fromEntries([...root.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = '', hex]) => [name, hex]));

/** The relative luminance of a colour, as WCAG 2 computes it. */
function luminance(colour: string): number {
  const hex = (tokens[colour] ?? colour).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['page', 'field', 'grey3'];
const CHEVRON = /stroke="(#[\da-f]{6})"/i.exec(readFileSync(join(web, 'assets/chevron.svg'), 'utf8'))?.[1] ?? '';

test.for([
  ['text', ['grey2', 'purple'], 4.5],
  ['on-pink', ['pink', 'pink-hover', 'red'], 4.5],
  // The ring around the focused control, which a black gap sets off from pink.
  ['#fff', [...SURFACES, 'grey2'], 3],
  ['#000', ['pink', 'pink-hover'], 3],
  // Disabled controls, the icons of a hovered row, and the arrow of a select.
  ['grey1', ['grey2'], 3],
  ['red', ['grey2'], 3],
  [CHEVRON, ['field'], 3],
] as const)('%s on %j has a contrast of %d', ([colour, surfaces, least]) => {
  for (const surface of surfaces) expect(contrast(colour, surface), surface).toBeGreaterThanOrEqual(least);
});
