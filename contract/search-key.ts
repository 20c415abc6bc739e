/** Removes case and accents: "programacao" finds "Programação". */
export function searchKey(text: string): string {
  // Hangul is composed again: it would be three times as long, and take nine times as long to search.
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/** Titles with the same key are duplicates, in the form and in the unique index. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}
