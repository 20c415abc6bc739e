import type { CardTheme } from '#contract/public/card.ts';
import { levelRank, LEVELS } from '#contract/choices.ts';
import { LOGO_SIDE, type Logo } from '#contract/public/page.ts';
import { clean, firstLetter, fit, type Fitted } from './text.ts';

const LIGHT = {
  surface: '#fff',
  raised: '#f0f2f5',
  edge: '#d1d7dd',
  text: '#1b1f24',
  secondary: '#57606a',
  accent: '#d6265c',
  empty: '#d9dee4',
};
const DARK: typeof LIGHT = {
  surface: '#121214',
  raised: '#212529',
  edge: '#343b41',
  text: '#f8f9fa',
  secondary: '#9aa2aa',
  accent: '#ff577f',
  empty: '#343b41',
};

const CLASSES = {
  surface: 'b',
  raised: 'r',
  heading: 'h',
  name: 'n',
  label: 'l',
  note: 's',
  word: 'k',
  level: 'v',
  initial: 'i',
};

const SHAPES = [
  'text{font:12px Inter,system-ui,sans-serif}.h{font-size:16px;font-weight:600}.n{font-size:14px;font-weight:500}.k,.l{font-size:11px}',
  '.v{text-anchor:end}.i{font-size:9px;font-weight:600;text-anchor:middle}',
  '.m,.e,.p,.g{stroke-width:4;stroke-linecap:round}.m,.e{stroke-dasharray:8 7}',
].join('');

function paint({ surface, raised, edge, text, secondary, accent, empty }: typeof LIGHT): string {
  return [
    `.b{fill:${surface};stroke:${edge}}.r{fill:${raised}}.h,.n,.l{fill:${text}}.s,.v,.k,.i{fill:${secondary}}`,
    `.a{fill:${accent}}.m,.p{stroke:${accent}}.e{stroke:${empty}}.g{stroke:${secondary}}`,
  ].join('');
}

export const STYLES: Record<CardTheme, string> = {
  auto: `${SHAPES}${paint(LIGHT)}@media(prefers-color-scheme:dark){${paint(DARK)}}`,
  claro: SHAPES + paint(LIGHT),
  escuro: SHAPES + paint(DARK),
};

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the content of an element (XML 1.0, section 2.4). `words` is a clean text. */
function escape(words: string): string {
  return words.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}

type Drawing = { theme: CardTheme; width: number; height: number; title: string; description?: string; body: string };

/** A whole picture. Screen readers read `title` and `description`. */
export function picture({ theme, width, height, title, description = title, body }: Drawing): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="pt-BR" width="${width}" height="${height}"`,
    ` viewBox="0 0 ${width} ${height}" fill="none" role="img">`,
    `<title>${escape(clean(title))}</title><desc>${escape(clean(description))}</desc>`,
    `<style>${STYLES[theme]}</style>${body}</svg>`,
  ].join('');
}

type Point = { x: number; y: number };

export function frame({ width, height, round }: { width: number; height: number; round: number }): string {
  return `<rect class="${CLASSES.surface}" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${round}"/>`;
}

export function leftEnd({ width, height }: { width: number; height: number }): string {
  return `<path class="${CLASSES.raised}" d="M1 5q0-4 4-4h${width - 5}v${height - 2}H5q-4 0-4-4z"/>`;
}

/** `y` is the baseline. */
export function write({ x, y }: Point, { content, width }: Fitted, part: keyof typeof CLASSES): string {
  const fixed = width === undefined ? '' : ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `<text x="${x}" y="${y}" class="${CLASSES[part]}"${fixed}>${escape(content)}</text>`;
}

// A step of the meter with its round ends, and the gap after it. The dashes of the style sheet have the same lengths.
const STEP = 12;
const GAP = 3;
export const METER_WIDTH = LEVELS.length * (STEP + GAP) - GAP;

export function meter({ x, y }: Point, status: string): string {
  const filled = levelRank(status) + 1;
  const steps = (kind: 'm' | 'e', from: number, to: number) => {
    const length = (to - from) * (STEP + GAP) - GAP - 4;
    return from === to ? '' : `<path class="${kind}" d="M${x + 2 + from * (STEP + GAP)} ${y}h${length}"/>`;
  };
  return steps('m', 0, filled) + steps('e', filled, LEVELS.length);
}

export function emblem({ x, y }: Point, side: number, title: string, logo: Logo | undefined): string {
  if (logo !== undefined) {
    const transform = `translate(${x} ${y})scale(${(side / LOGO_SIDE).toFixed(3).slice(1)})`;
    return `<path class="${CLASSES.note}" transform="${transform}" d="${logo.path}"/>`;
  }
  const tile = `<rect class="${CLASSES.raised}" x="${x}" y="${y}" width="${side}" height="${side}" rx="3"/>`;
  const middle = { x: x + side / 2, y: y + side / 2 + 3 };
  return tile + write(middle, fit(firstLetter(title), { size: 9, width: 12 }), 'initial');
}

/** The product's logo, at this scale 17 by 20. Grey marks missing content. */
export function mark({ x, y }: Point, scale = 0.54, tone: 'accent' | 'grey' = 'accent'): string {
  const [way, start, pin] = tone === 'accent' ? ['p', CLASSES.heading, 'a'] : ['g', CLASSES.note, CLASSES.note];
  return [
    `<g transform="translate(${x} ${y})scale(${scale})"><path class="${way}" d="M4 33C4 24 22 26 22 17"/>`,
    `<circle class="${start}" cx="4" cy="33" r="4"/><path class="${pin}" fill-rule="evenodd" `,
    'd="M22 2a8 8 0 0 1 8 8c0 5-5 8-8 12-3-4-8-7-8-12a8 8 0 0 1 8-8m0 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6"/></g>',
  ].join('');
}
