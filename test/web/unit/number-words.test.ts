import { expect, test } from 'vitest';
import { inWords } from '../../../web/shell/secondary/number-words.ts';

test.for([
  [1, 'hora', 'uma hora'],
  [2, 'hora', 'duas horas'],
  [45, 'dia', '45 dias'],
  [1.5, 'segundo', '1,5 segundos'],
] as const)('writes %d of "%s" as "%s"', ([count, unit, text]) => {
  expect(inWords(count, unit)).toBe(text);
});
