import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_COLUMNS } from '#contract/public/card.ts';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import { drawBadge, drawMissing } from '../../../server/public/badge.ts';
import { type Card, drawCard, PICTURE_LIMIT } from '../../../server/public/card.ts';
import { logoOf } from '#contract/public/logos.ts';
import { anyText } from '../fuzz/arbitrary.ts';
import { readSvg, textsOf } from './svg.ts';

type Technology = { title: string; status: string };

function card(technologies: Technology[], look: Partial<Card> = {}): string {
  const person = { name: 'Ana Souza', module: 'Segundo módulo', technologies, left: 0 };
  return drawCard({ ...person, theme: 'auto', columns: '1', ...look });
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Tecnologia ${index + 1}`, status: 'Iniciante' }));

const HOSTILE = [
  '<script>alert(1)</script>',
  ']]><!-- &amp; <!DOCTYPE x>',
  '"\' onload="alert(1)',
  'a\ud800b',
  '\ufffe\uffff\u0001\u000b',
  'abc\u202edef\u2066',
  'Z̴̡̛͓̘a̷͢l̸g̷o̵'.repeat(10),
  '👨‍👩‍👧‍👦'.repeat(20),
  'i'.repeat(100),
  'W'.repeat(100),
  '&'.repeat(100),
  '\u200d'.repeat(100),
  '﷽'.repeat(30),
  'プログラミング言語のすべて',
];

const nameOf = (title: string) =>
  readSvg(card([{ title, status: 'Avançado' }])).find(({ attributes }) => attributes['class'] === 'n');

describe('a card', () => {
  test('shows the name, the module, and each technology with its level', () => {
    const svg = card([
      { title: 'HTML', status: 'Avançado' },
      { title: 'React', status: 'Intermediario' },
      // Without a logo, the first letter replaces it.
      { title: 'COBOL', status: 'Iniciante' },
    ]);
    const rows = ['HTML', 'Avançado', 'React', 'Intermediário', 'C', 'COBOL', 'Iniciante'];
    expect(textsOf(svg)).toEqual(['Ana Souza', 'Segundo módulo', ...rows]);
    const elements = readSvg(svg);
    const meters = elements.flatMap(({ attributes: { class: kind, d } }) => (kind === 'm' ? [d] : []));
    expect(new Set(meters).size).toBe(3);
    expect(elements.find(({ name }) => name === 'title')?.text).toBe('Tecnologias de Ana Souza');
    const description = elements.find(({ name }) => name === 'desc')?.text;
    expect(description).toBe('HTML: Avançado; React: Intermediário; COBOL: Iniciante');
  });

  test.for(CARD_COLUMNS)('of %s columns counts the technologies that it leaves out', (columns) => {
    expect(textsOf(card(many(8), { columns, left: 52 }))).toContain('+ 52');
    expect(textsOf(card(many(8), { columns })).join()).not.toContain('+');
    expect(textsOf(card([], { columns }))).toContain('Nenhuma tecnologia ainda');
  });

  test('shows an unknown status without a meter', () => {
    const svg = card([{ title: 'React', status: 'Beginner' }]);
    expect(textsOf(svg)).toContain('Beginner');
    expect(readSvg(svg).some(({ attributes }) => attributes['class'] === 'm')).toBe(false);
  });

  test('shortens a long title, and fits it in any font', () => {
    const long = nameOf('Programação orientada a objetos com padrões de projeto');
    expect(long?.text).toMatch(/^Programação ori.*…$/);
    expect(Number(long?.attributes['textLength'])).toBeLessThanOrEqual(150);
    expect(long?.attributes['lengthAdjust']).toBe('spacingAndGlyphs');
    expect(nameOf('React')?.attributes).not.toHaveProperty('textLength');
    // Right-to-left text ends on the left.
    expect(nameOf('البرمجة كائنية التوجه مع أنماط التصميم الحديثة')?.text).toMatch(/…\u200f$/);
  });
});

describe('the text of a stranger', () => {
  test.for(HOSTILE)('%j stays text, in a picture that is valid and small (X-363)', (text) => {
    const technologies = Array.from({ length: 10 }, () => ({ title: text, status: text }));
    for (const columns of CARD_COLUMNS) {
      const svg = card(technologies, { columns, name: text, module: text });
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(PICTURE_LIMIT);
      for (const { name } of readSvg(svg)) expect(name).toMatch(/^(svg|title|desc|style|rect|g|path|circle|text)$/);
    }
    const badge = drawBadge({ title: text, status: text, theme: 'auto' });
    expect(Buffer.byteLength(badge)).toBeLessThanOrEqual(PICTURE_LIMIT);
    readSvg(badge);
  });

  test('stays text, whatever it is (X-363)', () => {
    const text = fc.oneof(anyText, fc.constantFrom(...HOSTILE, ...KNOWN_TECHNOLOGIES.map(({ name }) => name)));
    const technology = fc.record({ title: text, status: fc.oneof(text, fc.constantFrom('Iniciante', 'Avançado')) });
    const parts = [fc.array(technology, { maxLength: 12 }), text, fc.constantFrom(...CARD_COLUMNS)] as const;
    const property = fc.property(...parts, (technologies, name, columns) => {
      const svg = card(technologies, { name, module: name, columns });
      readSvg(svg);
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(PICTURE_LIMIT);
      for (const one of technologies) readSvg(drawBadge({ ...one, theme: 'claro' }));
    });
    fc.assert(property, { numRuns: 150, seed: 1 });
  });

  test('adds no external references', () => {
    const pictures = [
      card(HOSTILE.map((title) => ({ title, status: title }))),
      drawBadge({ title: 'React', status: 'Avançado', theme: 'auto' }),
    ];
    for (const svg of pictures) {
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
        /href|url\(|@import|http|script(?!&gt;)|<image|<foreignObject/,
      );
    }
  });
});

test('a badge names the technology and its level, visibly and for screen readers', () => {
  const svg = drawBadge({ title: 'Node.js', status: 'Intermediario', theme: 'auto' });
  expect(textsOf(svg)).toEqual(['Node.js', 'Intermediário']);
  expect(readSvg(svg).find(({ name }) => name === 'title')?.text).toBe('Node.js: Intermediário');
  expect(readSvg(svg)[0]?.attributes).toMatchObject({ role: 'img', height: '20' });
  expect(textsOf(drawMissing({ words: 'Perfil não encontrado', theme: 'auto' }))).toEqual(['Perfil não encontrado']);
});

test('a logo is found by any spelling of its technology', () => {
  const node = logoOf('Node.js');
  expect(node).toMatchObject({ slug: 'nodedotjs' });
  for (const title of ['node js', 'NODEJS', ' node ']) expect(logoOf(title)).toBe(node);
  expect(logoOf('html')).toEqual(logoOf('HTML5'));
  for (const title of ['COBOL', 'Tecnologia 1', '', '<']) expect(logoOf(title)).toBeUndefined();
});
