// Apart from the rules: a screen that only shows a list does not load zod.

export const COURSE_MODULES = [
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
] as const;

/** The levels of skill, lowest first, as in `status`. */
export const LEVELS = ['Iniciante', 'Intermediario', 'Avançado'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS: Partial<Record<Level, string>> = { Intermediario: 'Intermediário' };

/** Undefined for a status that is no level, with or without its accent. */
export function levelOf(status: string): Level | undefined {
  return LEVELS.find((level) => level === status || LABELS[level] === status);
}

/** A status as it is shown; unknown text stays as it is. */
export function levelLabel(status: string): string {
  const level = levelOf(status);
  return (level && LABELS[level]) ?? status;
}

/** Both spellings; they are stored as they came. */
export const ACCEPTED_STATUSES: readonly string[] = [...LEVELS, ...Object.values(LABELS)];

/** Whether others see a profile's bio, contact, avatar and works. */
export const VISIBILITIES = ['private', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
