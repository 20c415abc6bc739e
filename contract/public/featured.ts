import { levelRank } from '../choices.ts';
import { FEATURED_LIMIT } from '../limits.ts';
import type { Technology } from '../technology.ts';
import type { OwnUser } from '../user.ts';
import { countWorks } from './works.ts';

/** The technologies that the user features, else all; those with the most works first, then the highest level. */
export function featuredTechnologies({ techs, works, featured }: Pick<OwnUser, 'techs' | 'works' | 'featured'>) {
  const workCounts = countWorks(works);
  const worksOf = ({ id }: Technology) => workCounts.get(id) ?? 0;
  const chosen = techs.filter(({ id }) => featured.includes(id));
  return (chosen.length === 0 ? techs : chosen)
    .toSorted((one, other) => worksOf(other) - worksOf(one) || levelRank(other.status) - levelRank(one.status))
    .slice(0, FEATURED_LIMIT);
}
