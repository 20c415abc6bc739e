// Does not import zod: some screens do not load it.

export const COURSE_MODULES = [
  'Primeiro Módulo (Introdução ao Front End)',
  'Segundo módulo (Frontend Avançado)',
  'Terceiro módulo (Introdução ao Backend)',
  'Quarto módulo (Backend Avançado)',
] as const;

export const LEVELS = ['Iniciante', 'Intermediario', 'Avançado'] as const;
export type Level = (typeof LEVELS)[number];

const LABELS: Partial<Record<Level, string>> = { Intermediario: 'Intermediário' };

export function levelOf(status: string): Level | undefined {
  return LEVELS.find((level) => level === status || LABELS[level] === status);
}

/** The rank of a level, from 0 for the lowest; -1 for an unknown status. */
export function levelRank(status: string): number {
  return LEVELS.findIndex((level) => level === levelOf(status));
}

export function levelLabel(status: string): string {
  const level = levelOf(status);
  return (level && LABELS[level]) ?? status;
}

/** Both spellings of each level: the server stores the one that it receives. */
export const ACCEPTED_STATUSES: readonly string[] = [...LEVELS, ...Object.values(LABELS)];

/** All spellings of the same level, or the unknown status alone. */
export function spellingsOf(status: string): readonly string[] {
  const level = levelOf(status);
  return level ? ACCEPTED_STATUSES.filter((other) => levelOf(other) === level) : [status];
}

export const VISIBILITIES = ['private', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
