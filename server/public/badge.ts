import type { CardTheme } from '#contract/public/card.ts';
import { type Level, levelLabel, levelOf } from '#contract/choices.ts';
import type { EndpointBadge } from '#contract/public/badge.ts';
import type { CardTechnology } from './card.ts';
import { logoOf } from '#contract/public/logos.ts';
import { emblem, frame, leftEnd, mark, meter, METER_WIDTH, picture, write } from './svg.ts';
import { fit, type Fitted, widthOf } from './text.ts';

/** In pixels: the height of other badges in a README. */
const HEIGHT = 20;
const BASELINE = 14;
const SIDE = 12;
const SIZE = 11;
const GAP = 7;
const LONGEST = { name: 150, word: 110 };

export function drawBadge({ title, status, theme }: CardTechnology & { theme: CardTheme }): string {
  const name = fitted(title, LONGEST.name);
  const word = fitted(levelLabel(status), LONGEST.word);
  const left = GAP + SIDE + 5;
  const middle = left + name.width + GAP;
  const right = middle + GAP + METER_WIDTH + 6;
  const width = right + word.width + GAP;
  const body = [
    frame({ width, height: HEIGHT, round: 4.5 }),
    leftEnd({ width: middle, height: HEIGHT }),
    emblem({ x: GAP, y: (HEIGHT - SIDE) / 2 }, SIDE, title, logoOf(title)),
    write({ x: left, y: BASELINE }, name, 'label'),
    meter({ x: middle + GAP, y: HEIGHT / 2 }, status),
    write({ x: right, y: BASELINE }, word, 'word'),
  ].join('');
  return picture({ theme, width, height: HEIGHT, title: `${name.content}: ${word.content}`, body });
}

export function drawMissing({ words, theme }: { words: string; theme: CardTheme }): string {
  const label = fitted(words, 2 * LONGEST.name);
  const width = 26 + label.width + GAP;
  const body = [
    frame({ width, height: HEIGHT, round: 4.5 }),
    mark({ x: GAP, y: 3 }, 0.38, 'grey'),
    write({ x: 26, y: BASELINE }, label, 'word'),
  ].join('');
  return picture({ theme, width, height: HEIGHT, title: words, body });
}

/** With a width, because a badge is as wide as its texts in any font. */
function fitted(words: string, width: number): Required<Fitted> {
  const { content } = fit(words, { size: SIZE, width });
  return { content, width: widthOf(content, SIZE) };
}

const COLOURS: Record<Level, string> = { Iniciante: '6e7781', Intermediario: '8f3a5c', Avançado: 'd6265c' };

export function endpointBadge({ title, status }: CardTechnology): EndpointBadge {
  const level = levelOf(status);
  const logo = logoOf(title);
  return {
    schemaVersion: 1,
    label: title,
    message: levelLabel(status),
    color: level === undefined ? 'lightgrey' : COLOURS[level],
    ...(logo && { namedLogo: logo.slug }),
  };
}

export function missingBadge(words: string): EndpointBadge {
  return { schemaVersion: 1, label: 'Trilha', message: words, color: 'lightgrey', isError: true };
}
