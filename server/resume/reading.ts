import * as z from 'zod/mini';
import type { Level } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS } from '#contract/limits.ts';
import type { ResumeInput, ResumeItem } from '#contract/resume.ts';
import type { Compatibility } from '../compatibility.ts';
import { levelCalled } from './levels.ts';

/** `word` is what the file says of the level; `level` what that means. */
export type WantedTechnology = { title: string; word: string | undefined; level: Level | undefined };
/** Of the other texts, what the file says. */
export type WantedWork = { title: string; description?: string; deploy_url?: string; keywords: string[] };
export type Wanted = {
  technologies: WantedTechnology[];
  works: WantedWork[];
  profile: { name?: string; bio?: string; contact?: string };
  refuse: ResumeItem[];
};

type Inputs = Compatibility['inputs'];
type Part = Readonly<Record<string, unknown>>;
type Reason = ResumeItem['reason'];

// No field takes more, and counting the code points of a megabyte takes long.
const LONGEST = 10_000;
/** Of the keywords of a project. */
const MOST_TEXTS = 200;
// In UTF-16 units, of what is compared: to order the accents of a text takes time that grows with its square.
const LONGEST_NAME = 2 * TECHNOLOGY_LIMITS.title;

/** What a resume wants, by the rules for what is typed. Whatever else it holds is not looked at. */
export function readResume({ basics = {}, skills = [], projects = [] }: ResumeInput, inputs: Inputs): Wanted {
  const wanted: Wanted = { technologies: [], works: [], profile: {}, refuse: [] };
  readBasics(basics, inputs, wanted);
  for (const skill of skills) readSkill(partOf(skill), inputs, wanted);
  for (const project of projects) readProject(partOf(project), inputs, wanted);
  return wanted;
}

function partOf(item: unknown): Part | undefined {
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as Part) : undefined;
}

function readBasics(
  basics: NonNullable<ResumeInput['basics']>,
  { ProfileChange }: Inputs,
  { profile, refuse }: Wanted,
): void {
  const { bio, contact } = ProfileChange.shape;
  for (const [field, rule, value] of [
    ['bio', bio, basics.summary],
    ['contact', contact, basics.url],
  ] as const) {
    const read = check(rule, value);
    if ('value' in read) profile[field] = read.value;
    else if (read.reason !== 'required') refuse.push(itemOf('profile', '', read.reason, [field]));
  }
  if (typeof basics.name === 'string') profile.name = basics.name.slice(0, LONGEST).trim();
}

function readSkill(skill: Part | undefined, { TechnologyInput }: Inputs, { technologies, refuse }: Wanted): void {
  const title = check(TechnologyInput.shape.title, skill?.['name']);
  const level = skill?.['level'];
  const word = typeof level === 'string' && level.trim() !== '' ? level.slice(0, LONGEST).trim() : undefined;
  if ('value' in title) {
    technologies.push({ title: title.value, word, level: levelMeant(word) });
  } else refuse.push(itemOf('technology', skill?.['name'], skill ? title.reason : 'invalid', ['title']));
}

function levelMeant(word: string | undefined): Level | undefined {
  return word === undefined || word.length > LONGEST_NAME ? undefined : levelCalled(word);
}

function readProject(project: Part | undefined, { WorkInput }: Inputs, { works, refuse }: Wanted): void {
  const { title, description, deploy_url } = WorkInput.shape;
  const name = project?.['name'];
  const texts = {
    title: check(title, name),
    description: check(description, project && descriptionOf(project)),
    deploy_url: check(deploy_url, project?.['url']),
  };
  const faults = Object.entries(texts).flatMap(([field, read]) =>
    'reason' in read && (field === 'title' || read.reason !== 'required') ? [{ field, reason: read.reason }] : [],
  );
  const [fault] = faults;
  if (!project || fault || !('value' in texts.title)) {
    const fields = project ? faults.map(({ field }) => field) : ['title'];
    refuse.push(itemOf('work', name, (project && fault?.reason) ?? 'invalid', fields));
    return;
  }
  works.push({
    title: texts.title.value,
    ...('value' in texts.description && { description: texts.description.value }),
    ...('value' in texts.deploy_url && { deploy_url: texts.deploy_url.value }),
    keywords: textsOf(project['keywords']).filter(({ length }) => length <= LONGEST_NAME),
  });
}

/** Many resumes tell of a project in points. */
function descriptionOf({ description, highlights }: Part): unknown {
  const isMissing = description === undefined || description === '';
  return isMissing && textsOf(highlights).length > 0 ? textsOf(highlights).join('\n') : description;
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.slice(0, MOST_TEXTS).filter((text) => typeof text === 'string') : [];
}

type Read = { value: string } | { reason: Reason };

function check(rule: z.ZodMiniType<string | undefined>, value: unknown): Read {
  if (value === undefined || value === null) return { reason: 'required' };
  if (typeof value === 'string' && value.length > LONGEST) return { reason: 'too-long' };
  const { success, data, error } = z.safeParse(rule, value);
  if (success && data !== undefined) return { value: data };
  return { reason: (error?.issues[0]?.message ?? 'invalid') as Reason };
}

/** `name` is a stranger's: it is told cut, and without what no text holds. */
export function itemOf(
  kind: ResumeItem['kind'],
  name: unknown,
  reason: Reason,
  fields: string[] = [],
  { from = null, to = null }: Partial<Pick<ResumeItem, 'from' | 'to'>> = {},
): ResumeItem {
  const text = typeof name === 'string' ? name.slice(0, 4 * TECHNOLOGY_LIMITS.title) : '';
  const told = Array.from(
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  )
    .slice(0, TECHNOLOGY_LIMITS.title)
    .join('');
  return { kind, name: told, reason, fields, from, to };
}
