/** Titles with the same key name the same technology: ignores case and how accents are encoded. */
export function titleKey(title: string): string {
  return title.normalize('NFC').toLowerCase();
}

/** Removes case and accents for search: "programacao" matches "Programação". */
export function searchKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
