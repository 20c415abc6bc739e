// How wide letters are: Inter's advances, in hundredths of the font's size.
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
// After letters that run to the left: without it the ellipsis stands on their right, where they begin (UAX #9, N1).
const RIGHT_TO_LEFT_MARK = '\u200f';
const ENDS_IN_RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]\P{L}*$/u;
const OTHERS: readonly (readonly [number, RegExp])[] = [
  [86, /^…/],
  [130, /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Regional_Indicator}]/u],
  [100, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uFF00-\uFFEF]/u],
];
const OTHER = 70;

/** In code points: letters without a width would make a picture heavy. */
const LONGEST = 40;

const segmenter = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/**
 * A stranger's text on one line, as XML 1.0 takes it: without controls, without what turns the direction of others, and
 * with two marks on a letter at most.
 */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/(\p{M}{2})\p{M}+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A clean text on one line, and the pixels that it takes where a font might make more of it. */
export type Fitted = { content: string; width?: number };

/** As much of a stranger's text as fits; what is cut ends in an ellipsis. */
export function fit(text: string, { size, width }: { size: number; width: number }): Fitted {
  const whole = measure(clean(text));
  const room = (width * 100) / size;
  const measured = whole.advance <= room && whole.points <= LONGEST ? whole : cut(whole.letters, room);
  const content = measured.letters.join('');
  const estimate = Math.ceil((measured.advance * size) / 100);
  // Of other scripts, and in other fonts, letters may be much wider.
  const isSure = estimate < width * 0.8 && measured.letters.every((letter) => LATIN.has(baseOf(letter)));
  return isSure ? { content } : { content, width: estimate };
}

/** In pixels, in Inter. */
export function widthOf(text: string, size: number): number {
  return Math.ceil((measure(text).advance * size) / 100);
}

type Measured = { letters: string[]; advance: number; points: number };

function measure(text: string): Measured {
  const letters = lettersOf(text);
  const advance = letters.reduce((sum, letter) => sum + advanceOf(letter), 0);
  return { letters, advance, points: Array.from(text).length };
}

function cut(letters: readonly string[], room: number): Measured {
  const kept: string[] = [];
  let [advance, points] = [advanceOf(ELLIPSIS), 1];
  for (const letter of letters) {
    advance += advanceOf(letter);
    points += Array.from(letter).length;
    if (advance > room || points > LONGEST) break;
    kept.push(letter);
  }
  const text = kept.join('').trimEnd();
  const { letters: before, ...measured } = measure(`${text}${ELLIPSIS}`);
  return { ...measured, letters: ENDS_IN_RIGHT_TO_LEFT.test(text) ? [...before, RIGHT_TO_LEFT_MARK] : before };
}

export function firstLetter(text: string): string {
  return (lettersOf(clean(text))[0] ?? '').toUpperCase();
}

/** As a reader counts them. */
function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Without its accents. */
function baseOf(letter: string): string {
  return letter.normalize('NFD').charAt(0);
}

function advanceOf(letter: string): number {
  return LATIN.get(baseOf(letter)) ?? OTHERS.find(([, kind]) => kind.test(letter))?.[0] ?? OTHER;
}
