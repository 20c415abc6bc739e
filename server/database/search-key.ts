/**
 * A text without case and accents, as it is looked for: "programacao" finds "Programação". Made here rather than by the
 * database, for each folds other letters.
 */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
