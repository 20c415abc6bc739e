import type { Level } from '#contract/choices.ts';

/** The meaning of each level, in the first person. */
export const LEVEL_MEANINGS: Record<Level, string> = {
  Iniciante: 'fiz com ajuda',
  Intermediario: 'faço sem ajuda',
  Avançado: 'ajudo outras pessoas',
};
