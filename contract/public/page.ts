import { LEVELS, levelLabel, levelOf } from '../choices.ts';
import type { LevelChange } from '../level-change.ts';
import type { Technology } from '../technology.ts';
import type { PublicUser } from '../user.ts';

/** All that a public page shows. `origin` is what its absolute addresses start with. */
export type PublicPage = {
  user: PublicUser & { handle: string };
  origin: string;
  searchable: boolean;
  /** Empty unless the user shows it. */
  history: readonly LevelChange[];
  now: Date;
};

/** What the web is built into for the server: `draw` makes the whole document, with these styles inline. */
export type PublicPageDrawing = { draw: (page: PublicPage, styles: string) => string; styles: string };

/** Technologies of one level. `step` counts from 1, the lowest; undefined where the status is no level. */
export type LevelGroup = { label: string; step: number | undefined; technologies: Technology[] };

/** The highest level first, each that somebody has; what has no level comes last. */
export function groupByLevel(technologies: readonly Technology[]): LevelGroup[] {
  const groups = Map.groupBy(technologies, ({ status }) => levelOf(status));
  return [...LEVELS.toReversed(), undefined].flatMap((level) => {
    const own = groups.get(level);
    const step = level && LEVELS.indexOf(level) + 1;
    return own ? [{ label: level ? levelLabel(level) : 'Outros', step, technologies: own }] : [];
  });
}

/** When anything of what is shown last changed. */
export function lastChange({ updated_at, techs, works }: PublicUser): string {
  return [...techs, ...works].reduce((last, each) => (each.updated_at > last ? each.updated_at : last), updated_at);
}
