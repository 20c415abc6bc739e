import { expect, test } from 'vitest';
import { ACCEPTED_STATUSES, levelLabel, levelOf, LEVELS } from '#contract/choices.ts';

test('there are three levels, the second accepted in both spellings (M-103, M-104, M-106, M-163)', () => {
  expect(LEVELS).toEqual(['Iniciante', 'Intermediario', 'Avançado']);
  expect(ACCEPTED_STATUSES).toEqual([...LEVELS, 'Intermediário']);
  expect(['Intermediario', 'Intermediário', 'expert'].map(levelOf)).toEqual([LEVELS[1], LEVELS[1], undefined]);
});

test('a level is shown with its accent, and an unknown status unchanged (M-105)', () => {
  const labels = ['Iniciante', 'Intermediário', 'Intermediário', 'expert'];
  expect(['Iniciante', 'Intermediario', 'Intermediário', 'expert'].map(levelLabel)).toEqual(labels);
});
