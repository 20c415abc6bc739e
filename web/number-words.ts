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
  15: 'quinze',
  20: 'vinte',
  30: 'trinta',
  60: 'sessenta',
  90: 'noventa',
};

/** A count of a masculine unit: "um minuto", "três dias", "45 dias". */
export function inWords(count: number, unit: string, units = `${unit}s`): string {
  return `${WORDS[count] ?? count.toLocaleString('pt-BR')} ${count === 1 ? unit : units}`;
}
