import { ACCEPTED_STATUSES, COURSE_MODULES, type Level, LEVELS } from '../choices.ts';
import { levelRank } from './featured.ts';
import { PEOPLE_PATH } from './handle.ts';
import { searchKey } from '../search-key.ts';
import type { NamedTechnology } from './known-technologies.ts';
import type { Logo } from './page.ts';

/** What /pessoas searches for, as its address says it. */
export type PeopleSearch = {
  technologies: readonly NamedTechnology[];
  /** The lowest one. */
  level: Level | undefined;
  module: (typeof COURSE_MODULES)[number] | undefined;
};

export type Person = {
  name: string;
  handle: string;
  course_module: string;
  /** A path. */
  avatar: string | null;
  works: number;
  /** Of those that are searched for, each with its highest level. */
  technologies: ReadonlyArray<{ name: string; status: string }>;
};

/** Parameters that the page ignores, and says so. */
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
  return ACCEPTED_STATUSES.filter((status) => levelRank({ status }) >= levelRank({ status: level }));
}

/** "Avançado" is "avancado". */
export function levelInAddress(level: Level): string {
  return searchKey(level);
}

export function levelAt(text: string): Level | undefined {
  return LEVELS.find((level) => levelInAddress(level) === searchKey(text));
}

/** Modules in an address: their number. */
export function moduleAt(text: string): PeopleSearch['module'] {
  return COURSE_MODULES.find((_module, index) => `${index + 1}` === text);
}

type Address = { technologies: readonly string[]; level?: Level | undefined; module?: PeopleSearch['module'] };

export function peoplePath({ technologies, level, module }: Address, next?: string): string {
  const parameters = [
    ...technologies.map((name) => `tecnologia=${encodeURIComponent(name)}`),
    ...(level === undefined ? [] : [`nivel=${levelInAddress(level)}`]),
    ...(module === undefined ? [] : [`modulo=${COURSE_MODULES.indexOf(module) + 1}`]),
    ...(next === undefined ? [] : [`depois=${next}`]),
  ];
  return [PEOPLE_PATH, parameters.join('&')].filter((part) => part !== '').join('?');
}
