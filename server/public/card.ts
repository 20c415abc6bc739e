import type { CardColumns, CardTheme } from '#contract/public/card.ts';
import { levelLabel } from '#contract/choices.ts';
import type { Logo } from '#contract/public/page.ts';
import { logoOf } from '#contract/public/logos.ts';
import { emblem, frame, mark, meter, METER_WIDTH, picture, write } from './svg.ts';
import { fit, type Fitted } from './text.ts';

export type CardTechnology = { title: string; status: string };
/** `left` is the number of technologies that have no room on the card. */
export type Card = {
  name: string;
  module: string;
  technologies: CardTechnology[];
  left: number;
  theme: CardTheme;
  columns: CardColumns;
};

export const PICTURE_LIMIT = 6_000;

/** In pixels. Text must be legible in a README on a small phone, which is 288 wide. */
const LAYOUTS = {
  1: { width: 360, row: 30, name: 150, draw: drawLine },
  2: { width: 400, row: 47, name: 146, draw: drawCell },
} as const;
const PADDING = 20;
const TOP = 74;
const SIDE = 15;
const INDENT = SIDE + 9;
const GUTTER = 20;
const EMPTY = 'Nenhuma tecnologia ainda';
const LEVEL = { size: 12, width: 96 };

type Row = CardTechnology & { x: number; y: number; name: Fitted; word: Fitted; logo: Logo | undefined };

/** Replaces the largest logos by letters, then the last rows by their number, until the SVG fits `PICTURE_LIMIT`. */
export function drawCard(card: Card): string {
  const { width, row, name: room } = LAYOUTS[card.columns];
  const columns = Number(card.columns);
  const rows: Row[] = card.technologies.map(({ title, status }, index) => ({
    title,
    status,
    name: fit(title, { size: 14, width: room }),
    word: fit(levelLabel(status), LEVEL),
    logo: logoOf(title),
    x: PADDING + (index % columns) * ((width - 2 * PADDING + GUTTER) / 2),
    y: TOP + Math.floor(index / columns) * row,
  }));
  let svg = draw(card, rows);
  while (Buffer.byteLength(svg) > PICTURE_LIMIT && rows.length > 0) {
    const largest = rows.reduce((one, other) => (logoSize(other) > logoSize(one) ? other : one));
    if (largest.logo === undefined) rows.pop();
    else largest.logo = undefined;
    svg = draw(card, rows);
  }
  return svg;
}

function logoSize({ logo }: Row): number {
  return logo?.path.length ?? 0;
}

function draw({ name, module, technologies, left, theme, columns }: Card, rows: readonly Row[]): string {
  const layout = LAYOUTS[columns];
  const { width } = layout;
  const hidden = left + technologies.length - rows.length;
  const bottom = rows.length === 0 ? TOP + 30 : Math.max(...rows.map(({ y }) => y)) + layout.row;
  const height = bottom + (hidden > 0 ? 36 : 10);
  const room = width - 2 * PADDING - 30;
  const heading = fit(name, { size: 16, width: room });
  const body = [
    frame({ width, height, round: 8 }),
    mark({ x: width - PADDING - 17, y: 18 }),
    write({ x: PADDING, y: 35 }, heading, 'heading'),
    write({ x: PADDING, y: 55 }, fit(module, { size: 12, width: room }), 'note'),
    ...rows.map(layout.draw),
    technologies.length === 0 ? write({ x: PADDING, y: TOP + 19 }, { content: EMPTY }, 'note') : '',
    hidden > 0 ? write({ x: PADDING, y: bottom + 15 }, { content: `+ ${hidden}` }, 'note') : '',
  ].join('');
  const title = `Tecnologias de ${heading.content}`;
  return picture({ theme, width, height, title, description: describe(rows, hidden), body });
}

/** In characters. Keeps a description of long titles within the size limit of the picture. */
const DESCRIPTION_LIMIT = 300;

function describe(rows: readonly Row[], hidden: number): string {
  const parts: string[] = [];
  for (const { name, word } of rows) {
    const one = `${name.content}: ${word.content}`;
    if ([...parts, one].join('; ').length <= DESCRIPTION_LIMIT) parts.push(one);
  }
  const omitted = rows.length - parts.length + hidden;
  if (omitted > 0) parts.push(`e mais ${omitted}`);
  return parts.join('; ') || EMPTY;
}

function drawLine({ title, status, name, word, logo, x, y }: Row): string {
  const end = LAYOUTS[1].width - PADDING - METER_WIDTH;
  return [
    emblem({ x, y: y + 8 }, SIDE, title, logo),
    write({ x: x + INDENT, y: y + 20 }, name, 'name'),
    write({ x: end - 10, y: y + 20 }, word, 'level'),
    meter({ x: end, y: y + 16 }, status),
  ].join('');
}

function drawCell({ title, status, name, word, logo, x, y }: Row): string {
  return [
    emblem({ x, y: y + 6 }, SIDE, title, logo),
    write({ x: x + INDENT, y: y + 18 }, name, 'name'),
    meter({ x: x + INDENT, y: y + 32 }, status),
    write({ x: x + INDENT + METER_WIDTH + 8, y: y + 36 }, word, 'note'),
  ].join('');
}
