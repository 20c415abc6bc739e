import { levelLabel, levelOf, LEVELS, type Level } from '#contract/choices.ts';

// COMPAT=kenziehub accepts any text as a status.
const OTHER = 'Outro nível';

/** A level, or the group of all unknown statuses. */
export type Group = Level | typeof OTHER;

/** In stacking order, lowest first. */
export const GROUPS: readonly Group[] = [...LEVELS, OTHER];

export function groupOf(status: string): Group {
  return levelOf(status) ?? OTHER;
}

export const groupLabel: (group: Group) => string = levelLabel;

/** The label with a soft hyphen, for narrow columns. */
export function hyphenated(group: Group): string {
  return groupLabel(group).replace(/(ciante|diário|çado)$/, '\u{ad}$1');
}

/**
 * Levels differ in lightness, pattern (`ink` on `base`) and bar height, not only in color (WCAG 1.4.1). The edges have a
 * contrast of 3:1 against the card (WCAG 1.4.11).
 */
export const LOOKS: Record<Group, { base: string; ink: string; edge: string; pattern: string; height: number }> = {
  Iniciante: {
    base: '#4a2b37',
    ink: '#c5708a',
    edge: '#c5708a',
    pattern: 'M-2 10L10 -2M-2 2L2 -2M6 10L10 6',
    height: 6,
  },
  Intermediario: { base: '#ff577f', ink: '#ffb3c4', edge: '#ff577f', pattern: 'M1 2h2M5 6h2', height: 11 },
  Avançado: { base: '#ffdce5', ink: '#ffdce5', edge: '#ffdce5', pattern: '', height: 16 },
  [OTHER]: { base: '#343b41', ink: '#a7adb3', edge: '#a7adb3', pattern: 'M0 0L8 8M8 0L0 8', height: 6 },
};
