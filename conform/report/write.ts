import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../atom.ts';
import type { Options } from '../options.ts';
import { badge } from './badge.ts';
import { junit } from './junit.ts';
import { page } from './page.ts';
import { type Score, scoreOf } from './score.ts';

export function writeReport(folder: string, verdicts: readonly Verdict[], { web, api }: Options): Score {
  const score = scoreOf(verdicts);
  const plain = verdicts.map(({ deviation, ...verdict }) => ({
    ...verdict,
    passed: deviation === undefined,
    ...(deviation && { expected: deviation.expected, seen: deviation.seen }),
  }));
  const files = {
    'index.html': page(verdicts, { web, api }),
    'junit.xml': junit(verdicts),
    'report.json': `${JSON.stringify({ web, api, ...score, atoms: plain }, null, 2)}\n`,
    'badge.svg': badge(score),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return score;
}
