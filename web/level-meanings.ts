import type { Level } from '#contract/choices.ts';

/** What a student says about themselves with each level. */
export const LEVEL_MEANINGS: Record<Level, string> = {
  Iniciante: 'fiz com ajuda',
  Intermediario: 'faço sem ajuda',
  Avançado: 'ajudo outras pessoas',
};
