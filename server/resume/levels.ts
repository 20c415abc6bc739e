import type { Level } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';

/** What other places call the three levels, in the keys of the search. The five of Dreyfus are among them. */
const WORDS: Record<Level, readonly string[]> = {
  Iniciante: [
    'iniciante',
    'basico',
    'aprendiz',
    'aprendendo',
    'junior',
    'beginner',
    'basic',
    'novice',
    'elementary',
    'learning',
    'advanced beginner',
    'entry',
    'entry level',
  ],
  Intermediario: [
    'intermediario',
    'medio',
    'moderado',
    'pleno',
    'intermediate',
    'medium',
    'moderate',
    'competent',
    'mid level',
  ],
  Avançado: [
    'avancado',
    'especialista',
    'mestre',
    'fluente',
    'senior',
    'advanced',
    'proficient',
    'expert',
    'master',
    'fluent',
  ],
};
const LEVELS = new Map(Object.entries(WORDS).flatMap(([level, words]) => words.map((word) => [word, level as Level])));

/** Undefined for a word that is none of them. */
export function levelCalled(word: string): Level | undefined {
  return LEVELS.get(
    searchKey(word)
      .replaceAll(/[\s_-]+/g, ' ')
      .trim(),
  );
}
