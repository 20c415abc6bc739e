import { levelLabel, levelOf, LEVELS, type Level } from '#contract/choices.ts';

const OTHER = 'Outro nível';

export type Group = Level | typeof OTHER;

export const GROUPS: readonly Group[] = [...LEVELS, OTHER];

export function groupOf(status: string): Group {
  return levelOf(status) ?? OTHER;
}

/** The levels, and the group of unknown statuses if it is used. */
export function usedGroups(isUsed: (group: Group) => boolean): Group[] {
  return GROUPS.filter((group) => group !== OTHER || isUsed(group));
}

export function hyphenated(group: Group): string {
  return levelLabel(group).replace(/(ciante|diário|çado)$/, '\u{ad}$1');
}

/** Levels differ in pattern, not only in color (WCAG 1.4.1). Edges have 3:1 contrast (WCAG 1.4.11). */
export const LOOKS: Record<Group, { base: string; ink: string; edge: string; pattern: string }> = {
  Iniciante: { base: '#4a2b37', ink: '#c5708a', edge: '#c5708a', pattern: 'M-2 10L10 -2M-2 2L2 -2M6 10L10 6' },
  Intermediario: { base: '#ff577f', ink: '#ffb3c4', edge: '#ff577f', pattern: 'M1 2h2M5 6h2' },
  Avançado: { base: '#ffdce5', ink: '#ffdce5', edge: '#ffdce5', pattern: '' },
  [OTHER]: { base: '#343b41', ink: '#a7adb3', edge: '#a7adb3', pattern: 'M0 0L8 8M8 0L0 8' },
};
