/** A text as it is looked for, without case and accents: "programacao" finds "Programação". */
export function searchKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
