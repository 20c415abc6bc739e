import { type Level, LEVELS, levelLabel, levelOf, levelRank } from '../choices.ts';
import type { LevelChange } from '../level-change.ts';
import type { Technology } from '../technology.ts';
import type { PublicUser } from '../user.ts';
import type { PeoplePage } from './people.ts';

/** `path` is on a square of `LOGO_SIDE`; `slug` is the name at Simple Icons. */
export type Logo = { slug: string; path: string };
export const LOGO_SIDE = 96;

export type PublicPage = {
  user: PublicUser & { handle: string };
  origin: string;
  searchable: boolean;
  history: readonly LevelChange[];
  logoOf: (title: string) => Logo | undefined;
  now: Date;
};

/** The server-side build of the public page. The functions render a whole document and inline `styles`. */
export type PublicPageDrawing = {
  draw: (page: PublicPage, styles: string) => string;
  drawMissing: (styles: string) => string;
  drawPeople: (page: PeoplePage, styles: string) => string;
  styles: string;
};

// Singular; the plural adds an "s".
const NOUNS: Record<Level, string> = { Iniciante: 'iniciante', Intermediario: 'intermediária', Avançado: 'avançada' };

/** Groups by level, highest first, without empty groups; `step` is 1 for the lowest level. Unknown statuses come last. */
export function groupTechnologiesByLevel<Item extends Pick<Technology, 'status'>>(technologies: readonly Item[]) {
  const groups = Map.groupBy(technologies, ({ status }) => levelOf(status));
  return [...LEVELS.toReversed(), undefined].flatMap((level) => {
    const members = groups.get(level);
    if (!members) return [];
    const names = level ? { label: levelLabel(level), noun: NOUNS[level] } : { label: 'Outros', noun: 'outra' };
    return [{ ...names, step: level && levelRank(level) + 1, technologies: members }];
  });
}

export function lastChange({ updated_at, techs, works }: PublicUser): string {
  return [...techs, ...works].reduce((last, each) => (each.updated_at > last ? each.updated_at : last), updated_at);
}
