import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const web = resolve(import.meta.dirname, '../../../web');

/** Text, large or small; what is not text but has a meaning; and what is switched off for the moment. */
const LEAST = { text: 4.5, shape: 3, inactive: 3 } as const;

type Rule = { place: string; declared: Record<string, string> };

/** Every rule of every style sheet, with the colours it declares. `place` is the file's name and the selector. */
const rules: Rule[] = globSync('**/*.css', { cwd: web })
  .toSorted()
  .flatMap((file) => rulesIn(file.split(/[\\/]/).at(-1) ?? file, readFileSync(join(web, file), 'utf8')));

function rulesIn(name: string, sheet: string): Rule[] {
  const bare = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...bare.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    place: `${name.replace('.module', '')} ${selector.trim().replaceAll(/\s+/g, ' ')}`,
    declared: Object.fromEntries(
      body
        .split(';')
        .map((line) => /^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(line))
        .flatMap((found) => (found ? [[found[1], found[2]]] : [])),
    ) as Record<string, string>,
  }));
}

/** Set by other rules than the theme's. */
const LOCAL = ['--notice', '--tone', '--height', '--size'];

// The first of several: print and more contrast have their own.
const tokens = rules.find(({ place }) => place === 'theme.css :root')?.declared ?? {};

/** The colour in a value such as `1px solid var(--grey1)`, as #rrggbb; undefined when it holds none of its own. */
function colourIn(value: string | undefined): string | undefined {
  const [, token, hex] = /var\((--\w[\w-]*)\)|(#[\da-f]{3,6})\b/i.exec(value ?? '') ?? [];
  if (token !== undefined) return colourIn(tokens[token]);
  return hex?.length === 4 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 computes it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Use = { on: string[]; as?: keyof typeof LEAST };

/**
 * What each rule that sets a text's or an icon's colour, and no background with it, stands on: the surfaces behind it,
 * hovered ones included. A rule that is not here fails the first test: somebody has to look at what it stands on.
 */
const STANDS_ON: Record<string, Use> = {
  'theme.css h1, h2': { on: ['page', 'grey3', 'grey2'] },
  'toaster.css .Toastify__toast-icon': { on: ['grey3'], as: 'shape' },
  'toaster.css .toast-reason': { on: ['grey3'] },
  'toaster.css .toast-close': { on: ['grey3'], as: 'shape' },
  'toaster.css .toast-close:hover': { on: ['grey3'], as: 'shape' },
  'modal.css .close': { on: ['grey2', 'grey3'] },
  'modal.css .close[aria-disabled]': { on: ['grey2', 'grey3'], as: 'inactive' },
  'field.css .field label': { on: ['grey3'] },
  'field.css .control::placeholder': { on: ['field'] },
  'note.css .note': { on: ['grey3'] },
  'note.css .note[data-error]': { on: ['grey3'] },
  'field.css .password button': { on: ['field'], as: 'shape' },
  "field.css .password button[aria-pressed='true']": { on: ['field'], as: 'shape' },
  'field.css .password button:hover': { on: ['field'], as: 'shape' },
  'docs.css section.introduction, dialog form': { on: ['page', 'grey3'] },
  'docs.css .swagger-ui .opblock-tag small': { on: ['page'] },
  "button.css .button[data-tone='quiet']": { on: ['grey3'] },
  "button.css .button[data-tone='danger']": { on: ['grey3'] },
  'section.css .section > header p': { on: ['grey3'] },
  'page.css .band a': { on: ['page'] },
  'evolution.css .summary': { on: ['page', 'grey3'] },
  'evolution.css .period, .note': { on: ['page'] },
  'evolution.css .legend dt': { on: ['field'] },
  'evolution.css .title': { on: ['grey3'] },
  'evolution.css .now': { on: ['grey3'] },
  'evolution.css .folded summary': { on: ['grey3'] },
  "evolution.css .table thead th, .table th[scope='rowgroup']": { on: ['grey3'] },
  'evolution.css .coming': { on: ['grey3'] },
  'profile.css .evolution': { on: ['grey3'] },
  'password.css .reset': { on: ['grey3'] },
  'reset.css .note': { on: ['grey3'] },
  'rows.css .title': { on: ['field', 'grey2'] },
  'rows.css .none': { on: ['field', 'grey3'] },
  'works.css .description': { on: ['field'] },
  'works.css .address': { on: ['field'] },
  'works.css .address a:hover': { on: ['field'] },
  'works.css .tools button': { on: ['field', 'grey2'] },
  'visibility.css .previews h3': { on: ['grey3'] },
  'preview.css .preview h4': { on: ['field'] },
  'preview.css .name': { on: ['field'] },
  'preview.css .module': { on: ['field'] },
  'preview.css .bio': { on: ['field'] },
  'preview.css .contact': { on: ['field'] },
  'preview.css .count': { on: ['field'] },
  'sessions.css .device': { on: ['field'] },
  'sessions.css .device strong': { on: ['field'] },
  'sessions.css .times': { on: ['field'] },
  'confirmation.css .about': { on: ['grey3'] },
  'own-data.css .choice > p': { on: ['grey3'] },
  'text-page.css .text': { on: ['page', 'field'] },
  'form-card.css .subtitle': { on: ['grey3'] },
  'form-card.css .links': { on: ['page'] },
  'form-card.css .links a:hover': { on: ['page'] },
  'pending.css .status': { on: ['grey3'] },
  'form-card.css .question': { on: ['grey3'] },
  'greeting.css .greeting p': { on: ['page'] },
  'greeting.css .greeting .count': { on: ['page'] },
  'signup.css .about': { on: ['page'] },
  'signup.css .required': { on: ['grey3'] },
  'suggestion.css .suggestion': { on: ['grey3'] },
  'suggestion.css .suggestion b': { on: ['grey3'] },
  'suggestion.css .suggestion:hover': { on: ['grey3'] },
  'header.css .more, .signOut': { on: ['page', 'grey3', 'grey2'] },
  'header.css .menu a': { on: ['grey3', 'grey2'] },
  'list-tools.css .tools input::placeholder': { on: ['field'] },
  'technology-list.css .examples .status': { on: ['field'] },
  'technology-list.css .row:hover .status': { on: ['grey2'] },
  // Over a hovered row the two rules around these take over.
  'technology-list.css .status': { on: ['field'] },
  'technology-list.css .delete': { on: ['field'], as: 'shape' },
  'technology-list.css .delete:hover': { on: ['grey2'], as: 'shape' },
  'docs.css .introduction :is(code, b), .swagger-ui, .swagger-ui *': { on: ['#ffffff'] },
  'import-preview.css .heading': { on: ['grey3'] },
  'import-preview.css .heading span': { on: ['grey3'] },
  'import-preview.css .summary': { on: ['grey3'] },
  'resume.css .choice > .note': { on: ['grey3'] },
  'resume.css .choice > .note[data-error]': { on: ['grey3'] },
  'resume.css .note': { on: ['grey3'] },
  'share.css .about': { on: ['grey3'] },
  'share.css .badges': { on: ['grey3'] },
  'share.css .missing': { on: ['grey3'] },
  'share.css .part h3': { on: ['grey3'] },
  'share.css .told': { on: ['grey3'] },
  'switch.css .about': { on: ['grey3'] },
  'switch.css .label': { on: ['grey3'] },
  'switch.css .state': { on: ['grey3'] },
  'technology-picker.css .none': { on: ['grey3'] },
  'technology-picker.css .picker legend': { on: ['grey3'] },
  'import-preview.css .items b': { on: ['field'] },
  'import-preview.css .items span': { on: ['field'] },
  'technology-picker.css .filter::placeholder': { on: ['field'] },
  'technology-picker.css .option .level': { on: ['field'] },
  'technology-picker.css .option:has([aria-disabled])': { on: ['field'] },
  'works.css .shown li': { on: ['field'] },
  'technology-picker.css .option': { on: ['field', 'grey2'] },
  'technology-picker.css .option:hover .level': { on: ['field', 'grey2'] },
  'technology-picker.css .option:has(:focus-visible) .level': { on: ['field', 'grey2'] },
  'preview.css .technologies': { on: ['field'] },
  'preview.css .technologies b': { on: ['field'] },
  'public-profile.css .address, .module': { on: ['page'] },
  'public-profile.css .bio': { on: ['page'] },
  'public-profile.css .bottom': { on: ['page'] },
  'public-profile.css .bottom a': { on: ['page'] },
  'public-works.css .description': { on: ['grey3'] },
  'public-works.css .shown': { on: ['grey3'] },
  'public-works.css .link': { on: ['grey3'] },
  'public-works.css .works h3': { on: ['grey3'] },
  'public-profile.css .module, .address': { on: ['#ffffff'] },
  'public-works.css .works .description': { on: ['#ffffff'] },
  'levels.css .level h3': { on: ['page'] },
  'levels.css .none': { on: ['page'] },
  'count.css .count': { on: ['page'] },
  'levels.css .status, .proof': { on: ['grey3'] },
  'public-evolution.css .summary': { on: ['page'] },
  'public-evolution.css .period, .legend': { on: ['page'] },
  'technology-list.css .row:hover .delete:not(:hover)': { on: ['grey2'], as: 'shape' },
};

/** The borders that show where a control is, or what state it is in, and the surfaces on both sides of them. */
const BORDERS: Record<string, string[]> = {
  'docs.css dialog, dialog :is(input, button)': ['page', 'grey3'],
  'docs.css .swagger-ui :is(input, select, textarea)': ['page', 'grey3'],
  'field.css .control': ['field', 'grey3'],
  'field.css .control:hover': ['field', 'grey3'],
  "field.css .control[aria-invalid='true']": ['field', 'grey3'],
  'list-tools.css .tools input, .tools select': ['field', 'page'],
  "button.css .button[data-tone='quiet']": ['grey3'],
  "button.css .button[data-tone='quiet']:not([aria-disabled]):hover": ['grey3', 'grey2'],
  "button.css .button[data-tone='danger']": ['grey3'],
  'switch.css .switch': ['field', 'grey3'],
  'switch.css .switch:hover': ['field', 'grey3'],
  "switch.css .switch[aria-checked='true']": ['field', 'grey3'],
  'technology-list.css .meter [data-filled]': ['field', 'grey2'],
  'technology-picker.css .filter': ['field', 'grey3'],
  'technology-picker.css .options': ['field', 'grey3'],
  'levels.css .level::before': ['page'],
  "levels.css .level[data-step='2']::before": ['page'],
  "levels.css .level[data-step='3']::before": ['page'],
  'toaster.css .toast-action': ['grey3'],
  'toaster.css .toast-action:hover': ['grey3', 'grey2'],
};

/** Borders and rules that only please the eye: what they surround is known without them. */
const ORNAMENTS = [
  'docs.css .swagger-ui section.models',
  'theme.css #toasts > * > p',
  'toaster.css .Toastify__toast',
  'text-page.css .text kbd',
  'greeting.css .greeting::before, .greeting::after',
  'expired-session.css .notice',
  'header.css .menu',
  'page.css .band::before, .band::after',
  'sessions.css .device strong',
  'own-data.css .choice + .choice',
  'avatar.css .avatar',
  'import-preview.css .items li + li',
  'share.css .part + .part',
  'technology-picker.css .none',
  'works.css .shown li',
  'public-profile.css .bottom',
  'levels.css .level:not(:last-child)::after, .technologies li',
  // The level is in words beside it.
  'levels.css .meter i',
  'levels.css .meter i[data-on]',
  'levels.css .technologies li',
  'public-works.css .works > li',
];

/** The rules with a background of their own for what cannot be used for the moment. */
const INACTIVE = ['button.css .button[data-blocked]'];

const surface = (name: string) => colourIn(`var(--${name})`) ?? name;
const backgroundOf = ({ declared }: Rule) => colourIn(declared['background'] ?? declared['background-color']);
const borderOf = ({ declared }: Rule) =>
  colourIn(
    Object.entries(declared)
      .filter(([name]) => /^border(-(top|color))?$/.test(name))
      .map(([, value]) => value)
      .join(' '),
  );

/** The colours a rule can give its text or icon: one, or for a toast's icon that of each type. */
function coloursOf({ declared: { color = '' } }: Rule): string[] {
  if (color !== 'var(--tone)') return [colourIn(color)].filter((colour) => colour !== undefined);
  return rules.flatMap(({ declared }) => colourIn(declared['--tone']) ?? []);
}

/** Backgrounds that no text stands on. */
const SHAPES = ['toast-clock', 'levels.css .meter', 'levels.css .level['];

const places = (found: Rule[]) => found.map(({ place }) => place);

describe('the arithmetic', () => {
  test.for([
    ['#FFFFFF', '#000000', 21],
    ['#F8F9FA', '#121214', 17.75],
    ['#868E96', '#343B41', 3.42],
    ['#FF577F', '#121214', 6.17],
  ] as const)('has %s on %s at %d', ([one, other, ratio]) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });

  test('finds the seven colours of the palette, and every token that is used', () => {
    const palette = ['grey1', 'grey2', 'grey3', 'purple', 'pink', 'green', 'red'];
    expect(palette.filter((name) => !/^#[\da-f]{6}$/.test(surface(name)))).toEqual([]);
    const used = rules.flatMap(
      ({ declared }) =>
        Object.values(declared)
          .join(' ')
          .match(/var\(--[\w-]+/g) ?? [],
    );
    const missing = used
      .map((use) => use.slice(4))
      .filter((name) => !LOCAL.includes(name) && tokens[name] === undefined);
    expect(missing).toEqual([]);
  });
});

describe('every colour in the style sheets', () => {
  test('of a text or an icon has its surface named here, and nothing is named that is gone (X-88, X-91)', () => {
    const alone = rules.filter((rule) => coloursOf(rule).length > 0 && backgroundOf(rule) === undefined);
    expect(places(alone).toSorted()).toEqual(Object.keys(STANDS_ON).toSorted());
  });

  test('of a border is named here, too, with a meaning or as an ornament (X-89)', () => {
    const bordered = rules.filter((rule) => borderOf(rule) !== undefined);
    expect([...new Set(places(bordered))].toSorted()).toEqual([...Object.keys(BORDERS), ...ORNAMENTS].toSorted());
  });
});

describe('the contrast', () => {
  test.for(Object.entries(STANDS_ON))('is enough for %s (X-88, X-91)', ([place, { on, as = 'text' }]) => {
    const found = rules.filter((rule) => rule.place === place);
    const colours = found.flatMap(coloursOf);
    expect(colours).not.toEqual([]);
    for (const colour of colours) {
      for (const name of on)
        expect(contrast(colour, surface(name)), `${colour} on ${name}`).toBeGreaterThanOrEqual(LEAST[as]);
    }
  });

  const whole = rules.filter((rule) => coloursOf(rule).length > 0 && backgroundOf(rule) !== undefined);
  test.for(whole.map((rule) => [rule.place, rule] as const))('is enough within %s (X-88, X-91)', ([, rule]) => {
    const least = INACTIVE.includes(rule.place) ? LEAST.inactive : LEAST.text;
    for (const colour of coloursOf(rule)) {
      expect(contrast(colour, backgroundOf(rule) ?? '')).toBeGreaterThanOrEqual(least);
    }
  });

  test('is named as inactive only where such a rule is (X-91)', () => {
    expect(places(whole)).toEqual(expect.arrayContaining(INACTIVE));
  });

  // Text that sets no colour of its own is white, or nearly so.
  const surfaces = rules.filter(
    (rule) =>
      backgroundOf(rule) !== undefined &&
      coloursOf(rule).length === 0 &&
      !SHAPES.some((shape) => rule.place.includes(shape)),
  );
  test.for(surfaces.map((rule) => [rule.place, rule] as const))('is enough for plain text on %s (X-88)', ([, rule]) => {
    for (const name of ['text', 'heading']) {
      expect(contrast(surface(name), backgroundOf(rule) ?? '')).toBeGreaterThanOrEqual(LEAST.text);
    }
  });

  test.for(Object.entries(BORDERS))('is enough for the border of %s (X-89)', ([place, neighbours]) => {
    const colours = rules.filter((rule) => rule.place === place).flatMap((rule) => borderOf(rule) ?? []);
    expect(colours).not.toEqual([]);
    for (const colour of colours) {
      for (const name of neighbours) {
        expect(contrast(colour, surface(name)), `${colour} on ${name}`).toBeGreaterThanOrEqual(LEAST.shape);
      }
    }
  });

  test('is enough for the arrow of a select, and for the ring around what has the focus (X-89)', () => {
    const arrow = /stroke="(#[\da-f]{6})"/i.exec(readFileSync(join(web, 'assets/chevron.svg'), 'utf8'))?.[1] ?? '';
    expect(contrast(arrow, surface('field'))).toBeGreaterThanOrEqual(LEAST.shape);
    const ring = colourIn(rules.find(({ place }) => place === 'theme.css :focus-visible')?.declared['outline']) ?? '';
    for (const name of ['page', 'field', 'grey3', 'grey2']) {
      expect(contrast(ring, surface(name)), name).toBeGreaterThanOrEqual(LEAST.shape);
    }
    for (const name of ['pink', 'pink-hover']) expect(contrast('#000000', surface(name))).toBeGreaterThanOrEqual(3);
  });
});
