import { randomUUID } from 'node:crypto';
import { LEVELS, levelOf } from '#contract/choices.ts';
import { TECHNOLOGIES_LIMIT, WORK_TECHNOLOGIES_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import type { ResumeImport } from '#contract/resume.ts';
import { titleKey } from '#contract/search-key.ts';
import type { Work } from '#contract/work.ts';
import type { ImportTarget, Writes } from '../database/works/resumes.ts';
import { parseAddress } from './format.ts';
import { itemOf, type ParsedResume, type ParsedTechnology, type ParsedWork } from './reading.ts';

/** Compares a resume with the user's data: the response, and the writes. An import never removes anything. */
export function planImport(resume: ParsedResume, stored: ImportTarget): { report: ResumeImport; writes: Writes } {
  const plan = new Plan(resume, stored);
  for (const technology of resume.technologies) plan.addTechnology(technology);
  plan.addWorks(resume.works);
  plan.addProfile(resume.profile);
  return { report: plan.report, writes: plan.writes };
}

/** `href` is its URL in ASCII, as exports write it. Parsing it for each comparison would take a second. */
type StoredWork = Work & { href: string };
type IsMatch = (work: ParsedWork, stored: StoredWork) => boolean;

const isComplete = ({ description, deploy_url: url }: ParsedWork) => description !== undefined && url !== undefined;
const hasSameUrl: IsMatch = ({ deploy_url: url }, stored) => url === stored.deploy_url || url === stored.href;

// The best first. Complete works go before others, which cannot be added: they would match them in the next import.
const MATCHES: IsMatch[] = [
  (work, stored) => isComplete(work) && hasSameUrl(work, stored) && work.description === stored.description,
  (work, stored) => isComplete(work) && hasSameUrl(work, stored),
  hasSameUrl,
  isComplete,
  () => true,
];

class Plan {
  readonly report: ResumeImport;
  readonly writes: Writes = { technologies: [], levels: [], works: [], workChanges: [], profile: {} };
  readonly #stored: ImportTarget;
  readonly #ids: Map<string, string>;
  readonly #seen = new Set<string>();
  readonly #worksLeft: Map<string, StoredWork[]>;

  constructor({ refuse }: ParsedResume, stored: ImportTarget) {
    this.report = { add: [], change: [], keep: [], refuse: [...refuse] };
    this.#stored = stored;
    this.#ids = new Map(stored.techs.map(({ id, title }) => [titleKey(title), id]));
    const works = stored.works.map((work) => ({ ...work, href: hrefOf(work.deploy_url) }));
    this.#worksLeft = Map.groupBy(works, ({ title }) => titleKey(title));
  }

  addTechnology({ title, word, level }: ParsedTechnology): void {
    const { add, change, keep, refuse } = this.report;
    const { techs } = this.#stored;
    const key = titleKey(title);
    if (this.#seen.has(key)) {
      refuse.push(itemOf('technology', title, 'duplicate', ['title']));
      return;
    }
    this.#seen.add(key);
    const stored = techs.find(({ id }) => id === this.#ids.get(key));
    if (stored) {
      const from = stored.status;
      const isSame = word === undefined || word === from || level === levelOf(from);
      if (isSame) keep.push(itemOf('technology', stored.title, 'same', [], { from }));
      else if (level === undefined)
        keep.push(itemOf('technology', stored.title, 'level-unknown', ['status'], { from }));
      else {
        this.writes.levels.push({ id: stored.id, status: level });
        change.push(itemOf('technology', stored.title, 'differs', ['status'], { from, to: level }));
      }
    } else if (techs.length + this.writes.technologies.length >= TECHNOLOGIES_LIMIT) {
      refuse.push(itemOf('technology', title, 'limit-reached'));
    } else {
      const [id, status] = [randomUUID(), level ?? LEVELS[0]];
      this.#ids.set(key, id);
      this.writes.technologies.push({ id, title, status });
      add.push(itemOf('technology', title, level ? 'new' : 'level-assumed', level ? [] : ['status'], { to: status }));
    }
  }

  /** Titles are not unique: each stored work is matched once, with the work of the resume that is most like it. */
  addWorks(works: readonly ParsedWork[]): void {
    const matches = new Map<ParsedWork, StoredWork>();
    for (const isMatch of MATCHES) {
      for (const work of works) {
        const stored = matches.has(work) ? undefined : this.#takeStored(work, isMatch);
        if (stored) matches.set(work, stored);
      }
    }
    for (const work of works) this.#addWork(work, matches.get(work));
  }

  #takeStored(work: ParsedWork, isMatch: IsMatch): StoredWork | undefined {
    const left = this.#worksLeft.get(titleKey(work.title)) ?? [];
    const at = left.findIndex((stored) => isMatch(work, stored));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  }

  #addWork(work: ParsedWork, stored: StoredWork | undefined): void {
    const { add, refuse } = this.report;
    const { title, description, deploy_url, keywords } = work;
    const technologies = new Set(keywords.flatMap((keyword) => this.#ids.get(titleKey(keyword)) ?? []));
    if (stored) {
      this.#changeWork(stored, work, technologies);
      return;
    }
    if (description === undefined || deploy_url === undefined) {
      const missing = Object.entries({ description, deploy_url }).flatMap(([field, text]) =>
        text === undefined ? [field] : [],
      );
      refuse.push(itemOf('work', title, 'required', missing));
    } else if (this.#stored.works.length + this.writes.works.length >= WORKS_LIMIT) {
      refuse.push(itemOf('work', title, 'limit-reached'));
    } else {
      const ids = [...technologies].slice(0, WORK_TECHNOLOGIES_LIMIT);
      this.writes.works.push({ id: randomUUID(), title, description, deploy_url, technologies: ids });
      add.push(itemOf('work', title, 'new'));
    }
  }

  #changeWork(stored: StoredWork, work: ParsedWork, ids: ReadonlySet<string>): void {
    const { description, deploy_url } = work;
    const technologies = [...new Set([...stored.technologies, ...ids])].slice(0, WORK_TECHNOLOGIES_LIMIT);
    const change = {
      ...(description !== undefined && description !== stored.description && { description }),
      ...(deploy_url !== undefined && !hasSameUrl(work, stored) && { deploy_url }),
      ...(technologies.length > stored.technologies.length && { technologies }),
    };
    const fields = Object.keys(change);
    if (fields.length === 0) {
      this.report.keep.push(itemOf('work', stored.title, 'same'));
      return;
    }
    this.writes.workChanges.push({ id: stored.id, ...change });
    this.report.change.push(itemOf('work', stored.title, 'differs', fields));
  }

  addProfile({ name, ...texts }: ParsedResume['profile']): void {
    const { change, keep } = this.report;
    const stored = this.#stored.user;
    if (name !== undefined && name !== '' && name !== stored.name) {
      keep.push(itemOf('profile', '', 'not-taken', ['name']));
    }
    for (const field of ['bio', 'contact'] as const) {
      const text = texts[field];
      if (text === undefined) continue;
      if (text === stored[field] || text === hrefOf(stored[field])) keep.push(itemOf('profile', '', 'same', [field]));
      else {
        this.writes.profile[field] = text;
        change.push(itemOf('profile', '', 'differs', [field], { from: stored[field], to: text }));
      }
    }
  }
}

function hrefOf(address: string): string {
  return parseAddress(address)?.href ?? address;
}
