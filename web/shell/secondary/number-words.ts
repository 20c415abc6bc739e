const WORDS: Record<number, string> = {
  1: 'um',
  2: 'dois',
  3: 'três',
  4: 'quatro',
  5: 'cinco',
  6: 'seis',
  7: 'sete',
  8: 'oito',
  9: 'nove',
  10: 'dez',
};

const FEMININE: typeof WORDS = { ...WORDS, 1: 'uma', 2: 'duas' };

/** Formats a count, in words up to ten: "um minuto", "uma hora", "três dias", "45 dias". */
export function inWords(count: number, unit: string, units = `${unit}s`): string {
  const words = unit === 'hora' ? FEMININE : WORDS;
  return `${words[count] ?? count.toLocaleString('pt-BR')} ${count === 1 ? unit : units}`;
}
