import { nounFor } from '../plural.ts';

const WORDS = ['0', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'];
const FEMININE = ['0', 'uma', 'duas', ...WORDS.slice(3)];

export function inWords(count: number, unit: string, units?: string): string {
  const words = unit === 'hora' ? FEMININE : WORDS;
  return `${words[count] ?? count.toLocaleString('pt-BR')} ${nounFor(count, unit, units)}`;
}
