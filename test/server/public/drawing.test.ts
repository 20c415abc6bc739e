import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_COLUMNS, CARD_THEMES } from '#contract/public/card.ts';
import { KNOWN_TECHNOLOGIES } from '#contract/known-technologies.ts';
import { drawBadge, drawMissing } from '../../../server/public/badge.ts';
import { type Card, chooseTechnologies, drawCard, PICTURE_LIMIT } from '../../../server/public/card.ts';
import { logoOf } from '../../../server/public/logos.ts';
import { anyText } from '../fuzz/arbitrary.ts';
import { readSvg, textsOf } from './svg.ts';

type Technology = { title: string; status: string };

function card(technologies: Technology[], look: Partial<Card> = {}): string {
  const { columns = '1' } = look;
  const chosen = chooseTechnologies(technologies);
  return drawCard({ name: 'Ana Souza', module: 'Segundo módulo', ...chosen, theme: 'auto', columns, ...look });
}

const many = (count: number, status = 'Iniciante') =>
  Array.from({ length: count }, (_, n) => ({ title: `Tecnologia ${n + 1}`, status }));

/** Titles and names that have broken pictures before. */
const HOSTILE = [
  '<script>alert(1)</script>',
  ']]><!-- &amp; <!DOCTYPE x>',
  '"\' onload="alert(1)',
  'a\ud800b',
  '\ufffe\uffff\u0001\u000b',
  'abc\u202edef\u2066',
  'Z̴̡̛͓̘a̷͢l̸g̷o̵'.repeat(10),
  '👨‍👩‍👧‍👦'.repeat(20),
  '🇧🇷'.repeat(50),
  'i'.repeat(100),
  'W'.repeat(100),
  '&'.repeat(100),
  '\u200d'.repeat(100),
  '﷽'.repeat(30),
  'プログラミング言語のすべて',
  'لغة البرمجة',
];

/** Of a title on a card, where it is cut. */
function endOf(title: string): string | undefined {
  return textsOf(card([{ title, status: 'Avançado' }])).flatMap((text) => /…\u200f?$/.exec(text)?.[0] ?? [])[0];
}

describe('a card', () => {
  test('says the name, the module, and each technology with its level and its steps (X-360)', () => {
    const svg = card([
      { title: 'HTML', status: 'Avançado' },
      { title: 'React', status: 'Intermediario' },
      { title: 'COBOL', status: 'Iniciante' },
    ]);
    expect(textsOf(svg)).toEqual([
      'Ana Souza',
      'Segundo módulo',
      'HTML',
      'Avançado',
      'React',
      'Intermediário',
      // It has no logo.
      'C',
      'COBOL',
      'Iniciante',
    ]);
    const meters = readSvg(svg).filter(({ attributes }) => /^[me]$/.test(attributes['class'] ?? ''));
    const lengths = meters.map(
      ({ attributes }) => attributes['class'] + (/h(\d+)/.exec(attributes['d'] ?? '')?.[1] ?? ''),
    );
    expect(lengths).toEqual(['m38', 'm23', 'e8', 'm8', 'e23']);
    const [title, description] = readSvg(svg).filter(({ name }) => name === 'title' || name === 'desc');
    expect(title?.text).toBe('Tecnologias de Ana Souza');
    expect(description?.text).toBe('HTML: Avançado; React: Intermediário; COBOL: Iniciante');
  });

  test.for(CARD_COLUMNS)(
    'in %s columns shows eight, the highest level first, and how many are left (X-361)',
    (columns) => {
      const technologies = [...many(58), { title: 'B', status: 'Avançado' }, { title: 'A', status: 'Intermediário' }];
      const texts = textsOf(card(technologies, { columns }));
      const titles = texts.filter((text) => /^(Tecnologia \d+|[AB])$/.test(text) && text !== 'T');
      expect([...new Set(titles)]).toEqual(['B', 'A', ...many(6).map(({ title }) => title)]);
      expect(texts).toContain('+ 52');
      expect(textsOf(card(many(8), { columns })).join()).not.toContain('+');
      expect(textsOf(card([], { columns }))).toContain('Nenhuma tecnologia ainda');
    },
  );

  test('shows a status that is no level as it is, without a step (X-360)', () => {
    const svg = card([{ title: 'React', status: 'Beginner' }]);
    expect(textsOf(svg)).toContain('Beginner');
    expect(readSvg(svg).some(({ attributes }) => attributes['class'] === 'm')).toBe(false);
  });

  test('is drawn in the colours of its reader, or always in the same (X-362)', () => {
    const [auto, light, dark] = CARD_THEMES.map((theme) => card(many(1), { theme }));
    expect(auto).toContain('prefers-color-scheme:dark');
    for (const colour of ['fill:#fff', 'fill:#121214']) expect(auto).toContain(colour);
    expect(light).not.toContain('#121214');
    expect(dark).not.toMatch(/fill:#fff\b/);
    expect([light, dark].join()).not.toContain('@media');
  });

  test('refers to nothing outside itself (X-363)', () => {
    for (const svg of [
      card(HOSTILE.map((title) => ({ title, status: title }))),
      drawBadge({ title: 'React', status: 'Avançado', theme: 'auto' }),
    ]) {
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
        /href|url\(|@import|http|script(?!&gt;)|<image|<foreignObject/,
      );
    }
  });
});

describe('whatever a stranger writes', () => {
  test.for(HOSTILE)('%j is text, in a picture that is whole and small (X-363)', (text) => {
    const technologies = Array.from({ length: 10 }, () => ({ title: text, status: text }));
    for (const columns of CARD_COLUMNS) {
      const svg = card(technologies, { columns, name: text, module: text });
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(PICTURE_LIMIT);
      expect(readSvg(svg).filter(({ name }) => !/^(svg|title|desc|style|rect|g|path|circle|text)$/.test(name))).toEqual(
        [],
      );
    }
    const badge = drawBadge({ title: text, status: text, theme: 'auto' });
    expect(Buffer.byteLength(badge)).toBeLessThanOrEqual(PICTURE_LIMIT);
    readSvg(badge);
  });

  test('whatever it is (X-363)', () => {
    const text = fc.oneof(anyText, fc.constantFrom(...HOSTILE, ...KNOWN_TECHNOLOGIES.map(({ name }) => name)));
    const technology = fc.record({ title: text, status: fc.oneof(text, fc.constantFrom('Iniciante', 'Avançado')) });
    fc.assert(
      fc.property(
        fc.array(technology, { maxLength: 12 }),
        text,
        fc.constantFrom(...CARD_COLUMNS),
        (all, name, columns) => {
          const svg = card(all, { name, module: name, columns });
          readSvg(svg);
          expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(PICTURE_LIMIT);
          for (const one of all) readSvg(drawBadge({ ...one, theme: 'claro' }));
        },
      ),
      { numRuns: 150, seed: 1 },
    );
  });

  test('ends in an ellipsis within its room, and takes no more of it in another font (X-361)', () => {
    const long = 'Programação orientada a objetos com padrões de projeto';
    const names = readSvg(card([{ title: long, status: 'Avançado' }])).filter(
      ({ attributes }) => attributes['class'] === 'n',
    );
    expect(names).toHaveLength(1);
    expect(names[0]?.text).toMatch(/^Programação ori.*…$/);
    expect(Number(names[0]?.attributes['textLength'])).toBeLessThanOrEqual(150);
    expect(names[0]?.attributes['lengthAdjust']).toBe('spacingAndGlyphs');
    const short = readSvg(card([{ title: 'React', status: 'Avançado' }])).find(({ text }) => text === 'React');
    expect(short?.attributes).not.toHaveProperty('textLength');
  });

  test('ends in an ellipsis on the left where its letters run to the left (X-530)', () => {
    expect(endOf('البرمجة كائنية التوجه مع أنماط التصميم الحديثة')).toBe('…\u200f');
    expect(endOf('תכנות מונחה עצמים עם תבניות עיצוב מודרניות 2')).toBe('…\u200f');
    expect(endOf('Programação orientada a objetos com padrões de projeto')).toBe('…');
  });
});

describe('a badge', () => {
  test('says the technology and its level, once to see and once to hear (X-364)', () => {
    const svg = drawBadge({ title: 'Node.js', status: 'Intermediario', theme: 'auto' });
    expect(textsOf(svg)).toEqual(['Node.js', 'Intermediário']);
    expect(readSvg(svg).find(({ name }) => name === 'title')?.text).toBe('Node.js: Intermediário');
    expect(readSvg(svg)[0]?.attributes).toMatchObject({ role: 'img', height: '20' });
  });

  test('of nothing is grey, and says so (X-365)', () => {
    const svg = drawMissing({ words: 'Perfil não encontrado', theme: 'auto' });
    expect(textsOf(svg)).toEqual(['Perfil não encontrado']);
    expect(readSvg(svg).flatMap(({ attributes }) => attributes['class'] ?? [])).not.toContain('a');
  });
});

describe('a logo', () => {
  test('is found however its technology is spelled (X-366)', () => {
    const node = logoOf('Node.js');
    expect(node).toMatchObject({ slug: 'nodedotjs', path: expect.stringMatching(/^[Mm][\d\s.,a-zA-Z-]+$/) });
    for (const title of ['node js', 'NODEJS', ' node ']) expect(logoOf(title)).toBe(node);
    expect(logoOf('html')).toEqual(logoOf('HTML5'));
    for (const title of ['COBOL', 'Tecnologia 1', '', '<']) expect(logoOf(title)).toBeUndefined();
  });

  test('is one path that no card is too small for (X-366)', () => {
    const logos = KNOWN_TECHNOLOGIES.flatMap(({ name }) => logoOf(name) ?? []);
    expect(logos.length).toBeGreaterThan(200);
    for (const { path } of logos) expect(path).toMatch(/^[Mm][\d\s.,a-zA-Z-]{10,1000}$/);
  });
});
