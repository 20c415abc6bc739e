// Closed lists, apart from the rules that use them: a screen that only shows them loads no rule.

/** The four modules of the course, as they are shown, sent and stored. */
export const COURSE_MODULES = [
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
] as const;

/** The levels of skill, lowest first, as `status` holds them. */
export const LEVELS = ['Iniciante', 'Intermediario', 'Avançado'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS: Partial<Record<Level, string>> = { Intermediario: 'Intermediário' };

/** The level that a stored status means, or undefined: most front ends send a level as it is shown, with its accent. */
export function levelOf(status: string): Level | undefined {
  return LEVELS.find((level) => level === status || LABELS[level] === status);
}

/** A stored status as a person reads it; one that another client made up stands as it is. */
export function levelLabel(status: string): string {
  const level = levelOf(status);
  return (level && LABELS[level]) ?? status;
}

/** Both spellings of every level, which are stored and read back as they came. */
export const ACCEPTED_STATUSES: readonly string[] = [...LEVELS, ...Object.values(LABELS)];

/** Who sees a profile's bio, contact, avatar and works: its owner alone, or anyone. */
export const VISIBILITIES = ['private', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
