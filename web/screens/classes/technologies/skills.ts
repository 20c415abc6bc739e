import type { ClassMember } from '#contract/class.ts';
import { levelRank, LEVELS } from '#contract/choices.ts';
import { technologyKey, technologyNamed } from '#contract/public/known-technologies.ts';
import { searchKey } from '#contract/search-key.ts';
import { type Group, groupOf, GROUPS, usedGroups } from '../../../evolution/levels.ts';

/** A technology, with the members who know it, by level. */
export type Skill = {
  key: string;
  name: string;
  searchKey: string;
  people: Record<Group, ClassMember[]>;
  total: number;
};

/**
 * The technologies, those of most people first. Counts each member once per technology: if the list has it in several
 * spellings, at the highest level.
 */
export function skillsOf(roster: readonly ClassMember[]): Skill[] {
  const keys = new Map<string, string>();
  const skills = new Map<string, Skill>();
  for (const member of roster) {
    const groups = new Map<string, Group>();
    for (const { title, status } of member.techs) {
      const key = keys.get(title) ?? technologyKey(title);
      keys.set(title, key);
      if (!skills.has(key)) skills.set(key, newSkill(key, title));
      const [group, other] = [groupOf(status), groups.get(key)];
      if (other === undefined || levelRank(group) > levelRank(other)) groups.set(key, group);
    }
    for (const [key, group] of groups) skills.get(key)?.people[group].push(member);
  }
  return [...skills.values()]
    .map((skill) => ({ ...skill, total: GROUPS.reduce((total, group) => total + skill.people[group].length, 0) }))
    .toSorted((one, other) => other.total - one.total);
}

function newSkill(key: string, title: string): Skill {
  const people = Object.fromEntries(GROUPS.map((group) => [group, []])) as unknown as Skill['people'];
  const { name } = technologyNamed(title);
  return { key, name, searchKey: searchKey(name), people, total: 0 };
}

export function groupsIn(skills: readonly Skill[]): Group[] {
  return usedGroups((group) => skills.some(({ people }) => people[group].length > 0));
}

/** Technologies that are common on the front end and the back end, in the order of a course. */
const COMMON = [
  'HTML',
  'CSS',
  'JavaScript',
  'Git',
  'React',
  'TypeScript',
  'Node.js',
  'Express',
  'SQL',
  'PostgreSQL',
  'REST',
  'Docker',
  'Jest',
  'Tailwind CSS',
  'Next.js',
  'MongoDB',
  'Prisma',
  'NestJS',
  'Python',
  'Django',
  'Figma',
  'Linux',
  'GraphQL',
  'AWS',
];
export const COMMON_COUNT = COMMON.length;

/** Their users know SQL. */
const SQL_DATABASES = ['MariaDB', 'MySQL', 'Oracle', 'PostgreSQL', 'SQLite'];

/** The names of technologies, also those inside a title: "HTML e CSS" counts for both. */
function namesIn(skills: readonly Skill[]): Set<string> {
  const names = new Set(
    skills.flatMap(({ name }) => [name, ...name.split(/[\s/]+/).map((word) => technologyNamed(word).name)]),
  );
  if (SQL_DATABASES.some((name) => names.has(name))) names.add('SQL');
  return names;
}

/** The common technologies that nobody has, in the order of `COMMON`. */
export function unknownTo(skills: readonly Skill[]): string[] {
  const names = namesIn(skills);
  return COMMON.filter((name) => !names.has(name));
}

/** Technologies that nobody has above the lowest level. */
export function onlyBeginners(skills: readonly Skill[]): Skill[] {
  const isOnly = ({ people, total }: Skill) => people[LEVELS[0]].length === total;
  const others = namesIn(skills.filter((skill) => !isOnly(skill)));
  return skills.filter((skill) => isOnly(skill) && !others.has(skill.name));
}
