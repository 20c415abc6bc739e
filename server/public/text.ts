import { xmlText } from '#contract/public/xml.ts';

// Advance widths of Inter, in hundredths of the font size.
const WIDTHS: readonly (readonly [number, string])[] = [
  [24, 'ijl'],
  [28, ' !,.:I'],
  [32, "';`t|"],
  [36, '()/[\\]fr'],
  [40, '1'],
  [44, '_{}'],
  [48, '"-^'],
  [52, '*?s'],
  [56, '7JLackvxyz'],
  [60, '2358EFbdeghnopqu'],
  [64, '#$&0469BPRSTZ'],
  [68, '+<=>AKVXY~'],
  [72, 'CD'],
  [76, 'GHNOQU'],
  [80, 'w'],
  [88, 'm'],
  [92, 'M'],
  [96, '@'],
  [100, '%W'],
];
const LATIN = new Map(WIDTHS.flatMap(([width, letters]) => Array.from(letters, (letter) => [letter, width])));
const ELLIPSIS = '…';
// Keeps an ellipsis at the left end of right-to-left text (UAX #9, N1).
const RIGHT_TO_LEFT_MARK = '\u200f';
const ENDS_IN_RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]\P{L}*$/u;
const OTHERS: readonly (readonly [number, RegExp])[] = [
  [86, /^…/],
  [130, /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Regional_Indicator}]/u],
  [100, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF00-\uFFEF]/u],
];
const OTHER = 70;

const LONGEST = 40;

const segmenter = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** One line of text that XML 1.0 accepts, without direction overrides, and with at most two marks on a letter. */
export function clean(text: string): string {
  return xmlText(text)
    .normalize('NFC')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A clean text on one line. With a `width` in pixels if a font could make it too wide. */
export type Fitted = { content: string; width?: number };

/** Cleans a text, and cuts it to `width` pixels with an ellipsis. */
export function fit(text: string, { size, width }: { size: number; width: number }): Fitted {
  const whole = measure(clean(text));
  const room = (width * 100) / size;
  const measured = whole.advance <= room && whole.points <= LONGEST ? whole : cut(whole.letters, room);
  const content = measured.letters.join('');
  const estimate = Math.ceil((measured.advance * size) / 100);
  // Letters of other scripts may be much wider in other fonts.
  const isSure = estimate < width * 0.8 && measured.letters.every((letter) => LATIN.has(baseOf(letter)));
  return isSure ? { content } : { content, width: estimate };
}

export function widthOf(text: string, size: number): number {
  return Math.ceil((measure(text).advance * size) / 100);
}

type Measured = { letters: string[]; advance: number; points: number };

function measure(text: string): Measured {
  const letters = lettersOf(text);
  const advance = letters.reduce((sum, letter) => sum + advanceOf(letter), 0);
  return { letters, advance, points: Array.from(text).length };
}

function cut(all: readonly string[], room: number): Measured {
  const letters: string[] = [];
  let [advance, points] = [advanceOf(ELLIPSIS), 1];
  for (const letter of all) {
    advance += advanceOf(letter);
    points += Array.from(letter).length;
    if (advance > room || points > LONGEST) break;
    letters.push(letter);
  }
  const text = letters.join('').trimEnd();
  const { letters: before, ...measured } = measure(`${text}${ELLIPSIS}`);
  return { ...measured, letters: ENDS_IN_RIGHT_TO_LEFT.test(text) ? [...before, RIGHT_TO_LEFT_MARK] : before };
}

export function firstLetter(text: string): string {
  return (lettersOf(clean(text))[0] ?? '').toUpperCase();
}

function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function baseOf(letter: string): string {
  return letter.normalize('NFD').charAt(0);
}

function advanceOf(letter: string): number {
  return LATIN.get(baseOf(letter)) ?? OTHERS.find(([, kind]) => kind.test(letter))?.[0] ?? OTHER;
}
