/** Removes case and accents for search: "programacao" matches "Programação". */
export function searchKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
