/** Accents and case count as equal, and "2" comes before "10". */
export const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;
