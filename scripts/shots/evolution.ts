import type { LevelChange } from '#contract/level-change.ts';
import { LEVELS } from '#contract/choices.ts';
import { ALL_WIDTHS, FIVE, LONG, type Shot } from './parts.ts';

const PATH = '/perfil/evolucao';
const DAY = 24 * 60 * 60_000;
const TITLES =
  `HTML,CSS,JavaScript,Git,GitHub,jQuery,React,TypeScript,Node.js,SQL,Express,Bootstrap,Python,Django,Docker,
PostgreSQL,Next.js,Tailwind CSS,Jest,Prisma,Redis,Linux,AWS,GraphQL,Go`
    .replaceAll('\n', '')
    .split(',');

/** Two years, in which each of these came, rose now and then, and some went. */
function twoYears(titles: readonly string[]): LevelChange[] {
  const start = Date.now() - 730 * DAY;
  const changes = titles.flatMap((title, index) => {
    const first = Math.max(0, index - 2) * Math.floor(660 / titles.length);
    const steps = LEVELS.slice(0, 1 + ((index * 2) % 3)).map((status, step): [string | null, number] => [
      status,
      first + step * (60 + ((index * 37) % 150)),
    ]);
    const all: Array<[string | null, number]> = index % 9 === 5 ? [...steps, [null, first + 400]] : steps;
    return all
      .filter(([, day]) => day < 730)
      .map(([status, day]) => ({ technology: { id: title, title }, status, at: new Date(start + day * DAY) }));
  });
  return changes
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

/** It takes its time to come about, so it is answered in the server's place. */
function shown(name: string, titles: readonly string[], rest: Partial<Shot> = {}): Shot {
  const history = twoYears(titles);
  return {
    name,
    path: PATH,
    technologies: [],
    whole: true,
    act: {
      before: (page) => page.route('**/profile/history', (route) => route.fulfill({ json: history })),
      after: (page) => page.getByRole('img', { name: /^Tecnologias em cada nível/ }).waitFor(),
    },
    ...rest,
  };
}

export const EVOLUTION_SHOTS: readonly Shot[] = [
  { name: 'evolution-empty', path: PATH, technologies: [] },
  { name: 'evolution-one-day', path: PATH, technologies: FIVE },
  shown('evolution', TITLES, { widths: ALL_WIDTHS }),
  shown(
    'evolution-long',
    LONG.map(({ title }) => title),
  ),
  shown('evolution-forced-colors', TITLES, { options: { forcedColors: 'active' } }),
];
