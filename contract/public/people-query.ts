import * as z from 'zod/mini';
import { TECHNOLOGY_LIMITS, SEARCHED_TECHNOLOGIES_LIMIT } from '../limits.ts';
import { technologyNamed } from './known-technologies.ts';
import { levelAt, moduleAt, type PeopleProblem, type PeopleSearch } from './people.ts';

function texts() {
  return z.optional(z.union([z.string(), z.array(z.string())]));
}

/** Accepts any text: users may edit the URL, and the page explains what it ignored. */
export const PeopleQuery = z.object({ tecnologia: texts(), nivel: texts(), modulo: texts(), depois: texts() });
export type PeopleQuery = z.infer<typeof PeopleQuery>;

type ReadSearch = { search: PeopleSearch; problems: PeopleProblem[]; after: string };

export function readPeopleQuery({ tecnologia, nivel, modulo, depois }: PeopleQuery): ReadSearch {
  const titles = [tecnologia ?? []].flat().map((title) =>
    title
      .trim()
      .slice(0, 2 * TECHNOLOGY_LIMITS.title)
      .toWellFormed(),
  );
  const named = titles.filter((title) => title !== '').map(technologyNamed);
  const distinct = [
    ...new Map(named.map((technology) => [technology.spellings[0] ?? technology.name, technology])).values(),
  ];
  const [levelText, moduleText] = [lastOf(nivel), lastOf(modulo)];
  const [level, module] = [levelAt(levelText), moduleAt(moduleText)];
  const problems: Array<PeopleProblem | false> = [
    levelText !== '' && level === undefined && 'unknown-level',
    moduleText !== '' && module === undefined && 'unknown-module',
    distinct.length > SEARCHED_TECHNOLOGIES_LIMIT && 'too-many-technologies',
  ];
  return {
    search: { technologies: distinct.slice(0, SEARCHED_TECHNOLOGIES_LIMIT), level, module },
    problems: problems.filter((problem) => problem !== false),
    after: lastOf(depois),
  };
}

function lastOf(value: string | string[] | undefined): string {
  return [value ?? []].flat().at(-1)?.trim() ?? '';
}
