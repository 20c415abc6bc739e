/** Removes case and accents: "programacao" finds "Programação". */
export function searchKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Titles with the same key are duplicates, in the form and in the unique index. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}
