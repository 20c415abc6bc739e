import type { Level } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';

/** Other names of the three levels as search keys, including the five levels of Dreyfus. */
const WORDS: Record<Level, string> = {
  Iniciante:
    'iniciante|basico|aprendiz|aprendendo|junior|beginner|basic|novice|elementary|learning|advanced beginner|entry|entry level',
  Intermediario: 'intermediario|medio|moderado|pleno|intermediate|medium|moderate|competent|mid level',
  Avançado: 'avancado|especialista|mestre|fluente|senior|advanced|proficient|expert|master|fluent',
};
const LEVEL_BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([level, words]) => words.split('|').map((word) => [word, level as Level] as const)),
);

export function levelNamed(word: string): Level | undefined {
  return LEVEL_BY_WORD.get(
    searchKey(word)
      .replaceAll(/[\s_-]+/g, ' ')
      .trim(),
  );
}
