import { ACCEPTED_STATUSES, COURSE_MODULES, type Level, levelRank, LEVELS } from '../choices.ts';
import { PEOPLE_PATH } from '../pages.ts';
import { searchKey } from '../search-key.ts';
import type { NamedTechnology } from './known-technologies.ts';
import type { Logo } from './page.ts';

/** The search of /pessoas, parsed from its query string. */
export type PeopleSearch = {
  technologies: readonly NamedTechnology[];
  /** The minimum level of each technology. */
  level: Level | undefined;
  module: (typeof COURSE_MODULES)[number] | undefined;
};

export type Person = {
  name: string;
  handle: string;
  course_module: string;
  /** A path, without the origin. */
  avatar: string | null;
  works: number;
  /** The searched technologies that this person has, each at its highest level. */
  technologies: ReadonlyArray<{ name: string; status: string }>;
};

/** Parameters that the page ignores. It shows a note for each. */
export type PeopleProblem = 'unknown-level' | 'unknown-module' | 'too-many-technologies';

export type PeoplePage = {
  search: PeopleSearch;
  problems: readonly PeopleProblem[];
  people: readonly Person[];
  /** The value of `depois` for the next page. */
  next: string | undefined;
  isFirst: boolean;
  logoOf: (title: string) => Logo | undefined;
};

/** The accepted statuses of this level and those above it. */
export function statusesFrom(level: Level): readonly string[] {
  return ACCEPTED_STATUSES.filter((status) => levelRank(status) >= levelRank(level));
}

/** The query value of a level: "avancado" for "Avançado". */
export function levelInAddress(level: Level): string {
  return searchKey(level);
}

export function levelAt(text: string): Level | undefined {
  return LEVELS.find((level) => levelInAddress(level) === searchKey(text));
}

/** The module of this number, from 1. */
export function moduleAt(text: string): PeopleSearch['module'] {
  return COURSE_MODULES.find((_module, index) => `${index + 1}` === text);
}

type SearchParameters = { technologies: readonly string[]; level?: Level | undefined; module?: PeopleSearch['module'] };

export function peoplePath({ technologies, level, module }: SearchParameters, next?: string): string {
  const parameters = [
    ...technologies.map((name) => `tecnologia=${encodeURIComponent(name)}`),
    ...(level === undefined ? [] : [`nivel=${levelInAddress(level)}`]),
    ...(module === undefined ? [] : [`modulo=${COURSE_MODULES.indexOf(module) + 1}`]),
    ...(next === undefined ? [] : [`depois=${next}`]),
  ];
  return [PEOPLE_PATH, parameters.join('&')].filter((part) => part !== '').join('?');
}
