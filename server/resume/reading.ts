import * as z from 'zod/mini';
import type { Level } from '#contract/choices.ts';
import { TECHNOLOGY_LIMITS } from '#contract/limits.ts';
import type { ResumeInput, ResumeItem } from '#contract/resume.ts';
import type { Compatibility } from '../compatibility.ts';
import { levelNamed } from './levels.ts';

export type ParsedTechnology = { title: string; word: string | undefined; level: Level | undefined };
export type ParsedWork = { title: string; description?: string; deploy_url?: string; keywords: string[] };
export type ParsedResume = {
  technologies: ParsedTechnology[];
  works: ParsedWork[];
  profile: { name?: string; bio?: string; contact?: string };
  refuse: ResumeItem[];
};

type Inputs = Compatibility['inputs'];
type Part = Readonly<Record<string, unknown>>;
type Reason = ResumeItem['reason'];

// In UTF-16 units: no field accepts more, and counting the code points of a megabyte is slow.
const LONGEST = 10_000;
const KEYWORDS_LIMIT = 200;
// In UTF-16 units: normalizing the accents of a text takes quadratic time.
const LONGEST_NAME = 2 * TECHNOLOGY_LIMITS.title;

/** Validates a resume by the rules of the forms. Ignores fields that Trilha does not have. */
export function readResume({ basics = {}, skills = [], projects = [] }: ResumeInput, inputs: Inputs): ParsedResume {
  const parsed: ParsedResume = { technologies: [], works: [], profile: {}, refuse: [] };
  readBasics(basics, inputs, parsed);
  for (const skill of skills) readSkill(partOf(skill), inputs, parsed);
  for (const project of projects) readProject(partOf(project), inputs, parsed);
  return parsed;
}

function partOf(item: unknown): Part | undefined {
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? (item as Part) : undefined;
}

function readBasics(
  basics: NonNullable<ResumeInput['basics']>,
  { ProfileChange }: Inputs,
  { profile, refuse }: ParsedResume,
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

function readSkill(skill: Part | undefined, { TechnologyInput }: Inputs, { technologies, refuse }: ParsedResume): void {
  const title = check(TechnologyInput.shape.title, skill?.['name']);
  const text = skill?.['level'];
  const word = typeof text === 'string' && text.trim() !== '' ? text.slice(0, LONGEST).trim() : undefined;
  if ('value' in title) {
    const level = word === undefined || word.length > LONGEST_NAME ? undefined : levelNamed(word);
    technologies.push({ title: title.value, word, level });
  } else refuse.push(itemOf('technology', skill?.['name'], skill ? title.reason : 'invalid', ['title']));
}

function readProject(project: Part | undefined, { WorkInput }: Inputs, { works, refuse }: ParsedResume): void {
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

function descriptionOf({ description, highlights }: Part): unknown {
  const isMissing = description === undefined || description === '';
  return isMissing && textsOf(highlights).length > 0 ? textsOf(highlights).join('\n') : description;
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.slice(0, KEYWORDS_LIMIT).filter((text) => typeof text === 'string') : [];
}

type Read = { value: string } | { reason: Reason };

function check(rule: z.ZodMiniType<string | undefined>, value: unknown): Read {
  if (value === undefined || value === null) return { reason: 'required' };
  if (typeof value === 'string' && value.length > LONGEST) return { reason: 'too-long' };
  const { success, data, error } = z.safeParse(rule, value);
  if (success && data !== undefined) return { value: data };
  return { reason: (error?.issues[0]?.message ?? 'invalid') as Reason };
}

/** Cleans and cuts `name`, which is any value of the file. */
export function itemOf(
  kind: ResumeItem['kind'],
  name: unknown,
  reason: Reason,
  fields: string[] = [],
  { from = null, to = null }: Partial<Pick<ResumeItem, 'from' | 'to'>> = {},
): ResumeItem {
  const text = typeof name === 'string' ? name.slice(0, 4 * TECHNOLOGY_LIMITS.title) : '';
  const letters = Array.from(
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
  );
  const clean = letters.slice(0, TECHNOLOGY_LIMITS.title).join('');
  return { kind, name: clean, reason, fields, from, to };
}
