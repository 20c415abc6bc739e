import { expect, test } from 'vitest';
import { ACCEPTED_STATUSES, levelLabel, levelOf, LEVELS } from '#contract/choices.ts';

test('there are three levels, lowest first (M-103, M-106, M-163)', () => {
  expect(LEVELS).toEqual(['Iniciante', 'Intermediario', 'Avançado']);
});

test('the second level is accepted in both spellings (M-104)', () => {
  expect(ACCEPTED_STATUSES).toEqual(['Iniciante', 'Intermediario', 'Avançado', 'Intermediário']);
  expect(['Intermediario', 'Intermediário'].map(levelOf)).toEqual(['Intermediario', 'Intermediario']);
});

test('a level is shown with its accent, and an unknown status unchanged (M-105)', () => {
  expect(['Iniciante', 'Intermediario', 'Intermediário', 'expert'].map(levelLabel)).toEqual([
    'Iniciante',
    'Intermediário',
    'Intermediário',
    'expert',
  ]);
  expect(levelOf('expert')).toBeUndefined();
});
