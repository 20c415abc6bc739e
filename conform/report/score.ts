import type { Verdict } from '../atom.ts';

export type Score = { passed: number; total: number };

export function scoreOf(verdicts: readonly Verdict[]): Score {
  return { passed: verdicts.filter(({ deviation }) => deviation === undefined).length, total: verdicts.length };
}
