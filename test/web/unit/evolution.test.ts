import { expect, test } from 'vitest';
import type { LevelChange } from '#contract/level-change.ts';
import { evolutionOf } from '../../../web/evolution/evolution-of.ts';
import { courseOf, summaryOf } from '../../../web/evolution/words.ts';

const NOW = new Date(2026, 10, 22, 15, 30);

/** Parses "React Iniciante 2026-05-23", with an hour where the order within a day matters. */
function history(...lines: string[]): LevelChange[] {
  return lines.map((text) => {
    const [title = '', status = '', day = '', hour = '12'] = text.split(' ');
    const at = new Date(`${day}T${hour}:00:00`).toISOString();
    return { technology: { id: title, title }, status: status === '-' ? null : status, at };
  });
}

const three = ['HTML', 'CSS', 'Git'].map((title) => `${title} Iniciante 2026-05-23`);
const six = ['JS', 'React', 'Node', 'SQL', 'Go', 'Rust'].map((title) => `${title} Iniciante 2026-08-01`);

test.for([
  [
    'Em seis meses, de 3 para 9 tecnologias; 2 chegaram a Avançado.',
    [...three, ...six, 'HTML Avançado 2026-09-01', 'JS Avançado 2026-10-01'],
  ],
  ['Em seis meses, de 3 para 4 tecnologias; 1 chegou a Intermediário.', [...three, 'JS Intermediário 2026-11-01']],
  ['Em seis meses, 3 tecnologias no começo e hoje.', three],
  ['Em dois dias, 1 tecnologia no começo e hoje.', ['HTML Avançado 2026-11-21']],
  ['Em um mês, de 2 para 1 tecnologia.', ['A Avançado 2026-10-23', 'B Iniciante 2026-10-23', 'B - 2026-11-01']],
  ['Em 29 dias, de 1 para 0 tecnologias.', ['A Avançado 2026-10-25', 'A - 2026-11-01']],
  ['Em um ano e um mês, 1 tecnologia no começo e hoje.', ['A Iniciante 2025-10-23']],
  ['Em dois anos, de 1 para 2 tecnologias.', ['A Iniciante 2024-11-23', 'B Iniciante 2025-11-23']],
] as const)('the summary reads "%s"', ([sentence, lines]) => {
  const evolution = evolutionOf(history(...lines), NOW);
  expect(evolution && summaryOf(evolution)).toBe(sentence);
});

test('the history keeps the last change of a day, and joins periods on one level', () => {
  const evolution = evolutionOf(
    history(
      'React Iniciante 2026-05-23 08',
      'React Intermediario 2026-05-23 09',
      'React Intermediário 2026-06-01',
      'React - 2026-07-01 09',
      'React Intermediario 2026-07-01 10',
      'CSS Iniciante 2026-07-01 08',
      'CSS - 2026-07-01 09',
      'Git Iniciante 2026-07-02',
      'Git - 2026-07-05',
      'Git Avançado 2026-07-09',
    ),
    NOW,
  );
  expect(evolution?.lanes.map((lane) => `${lane.title}: ${courseOf(lane)}`)).toEqual([
    'React: Intermediário em 23/05/26',
    'Git: Iniciante em 02/07/26, excluída em 05/07/26, Avançado em 09/07/26',
  ]);
  expect(evolution?.points.map(({ day, total }) => [day.getDate(), total])).toEqual([
    [23, 1],
    [2, 2],
    [5, 1],
    [9, 2],
  ]);
});

test('the history counts an unknown level apart', () => {
  const evolution = evolutionOf(history('React beginner 2026-05-23', 'CSS Avançado 2026-05-23'), NOW);
  expect(evolution?.groups).toEqual(['Iniciante', 'Intermediario', 'Avançado', 'Outro nível']);
  expect(evolution?.points[0].counts).toMatchObject({ 'Outro nível': 1, Avançado: 1 });
});

test('the history is undefined when no change lasted a day', () => {
  expect(evolutionOf([], NOW)).toBeUndefined();
  expect(evolutionOf(history('CSS Iniciante 2026-07-01 08', 'CSS - 2026-07-01 09'), NOW)).toBeUndefined();
});
