import { randomUUID } from 'node:crypto';
import { LEVELS, levelOf } from '#contract/choices.ts';
import { TECHNOLOGIES_LIMIT, WORK_TECHNOLOGIES_LIMIT, WORKS_LIMIT } from '#contract/limits.ts';
import type { ResumeImport } from '#contract/resume.ts';
import type { Work } from '#contract/work.ts';
import type { ImportTarget, Writes } from '../database/works/resumes.ts';
import { titleKey } from '../database/technologies/technologies.ts';
import { parseAddress } from './format.ts';
import { itemOf, type Wanted, type WantedTechnology, type WantedWork } from './reading.ts';

/** What an import comes to for this user: what is answered, and what is written. Nothing that one has is removed. */
export function planImport(wanted: Wanted, held: ImportTarget): { answer: ResumeImport; writes: Writes } {
  const plan = new Plan(wanted, held);
  for (const technology of wanted.technologies) plan.takeTechnology(technology);
  // After them, for works show technologies.
  for (const work of wanted.works) plan.takeWork(work);
  plan.takeProfile(wanted.profile);
  return { answer: plan.answer, writes: plan.writes };
}

class Plan {
  readonly answer: ResumeImport;
  readonly writes: Writes = { technologies: [], levels: [], works: [], workChanges: [], profile: {} };
  readonly #held: ImportTarget;
  readonly #ids: Map<string, string>;
  readonly #seen = new Set<string>();
  readonly #worksLeft: Map<string, Work[]>;

  constructor({ refuse }: Wanted, held: ImportTarget) {
    this.answer = { add: [], change: [], keep: [], refuse: [...refuse] };
    this.#held = held;
    this.#ids = new Map(held.techs.map(({ id, title }) => [titleKey(title), id]));
    this.#worksLeft = Map.groupBy(held.works, ({ title }) => titleKey(title));
  }

  takeTechnology({ title, word, level }: WantedTechnology): void {
    const { add, change, keep, refuse } = this.answer;
    const { techs } = this.#held;
    const key = titleKey(title);
    if (this.#seen.has(key)) {
      refuse.push(itemOf('technology', title, 'duplicate', ['title']));
      return;
    }
    this.#seen.add(key);
    const held = techs.find(({ id }) => id === this.#ids.get(key));
    if (held) {
      const from = held.status;
      const isSame = word === undefined || word === from || level === levelOf(from);
      if (isSame) keep.push(itemOf('technology', held.title, 'same', [], { from }));
      else if (level === undefined) keep.push(itemOf('technology', held.title, 'level-unknown', ['status'], { from }));
      else {
        this.writes.levels.push({ id: held.id, status: level });
        change.push(itemOf('technology', held.title, 'differs', ['status'], { from, to: level }));
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

  takeWork({ keywords, ...wanted }: WantedWork): void {
    const { add, refuse } = this.answer;
    const shown = new Set(keywords.flatMap((keyword) => this.#ids.get(titleKey(keyword)) ?? []));
    const held = this.#takeHeld(wanted);
    if (held) {
      this.#changeWork(held, wanted, shown);
      return;
    }
    const { title, description, deploy_url } = wanted;
    if (description === undefined || deploy_url === undefined) {
      const missing = Object.entries({ description, deploy_url }).filter(([, text]) => text === undefined);
      refuse.push(
        itemOf(
          'work',
          title,
          'required',
          missing.map(([field]) => field),
        ),
      );
    } else if (this.#held.works.length + this.writes.works.length >= WORKS_LIMIT) {
      refuse.push(itemOf('work', title, 'limit-reached'));
    } else {
      const technologies = [...shown].slice(0, WORK_TECHNOLOGIES_LIMIT);
      this.writes.works.push({ id: randomUUID(), title, description, deploy_url, technologies });
      add.push(itemOf('work', title, 'new'));
    }
  }

  /** Titles of works may stand twice: each held one answers for one of the file's, at its own address if there is one. */
  #takeHeld({ title, deploy_url }: Omit<WantedWork, 'keywords'>): Work | undefined {
    const left = this.#worksLeft.get(titleKey(title)) ?? [];
    const at = left.findIndex((work) => deploy_url !== undefined && sameAddress(work.deploy_url, deploy_url));
    return left.splice(Math.max(at, 0), 1)[0];
  }

  #changeWork(held: Work, { description, deploy_url }: Omit<WantedWork, 'keywords'>, shown: ReadonlySet<string>): void {
    const technologies = [...new Set([...held.technologies, ...shown])].slice(0, WORK_TECHNOLOGIES_LIMIT);
    const change = {
      ...(description !== undefined && description !== held.description && { description }),
      ...(deploy_url !== undefined && !sameAddress(held.deploy_url, deploy_url) && { deploy_url }),
      ...(technologies.length > held.technologies.length && { technologies }),
    };
    const fields = Object.keys(change);
    if (fields.length === 0) {
      this.answer.keep.push(itemOf('work', held.title, 'same'));
      return;
    }
    this.writes.workChanges.push({ id: held.id, ...change });
    this.answer.change.push(itemOf('work', held.title, 'differs', fields));
  }

  takeProfile({ name, ...texts }: Wanted['profile']): void {
    const { change, keep } = this.answer;
    const held = this.#held.user;
    if (name !== undefined && name !== '' && name !== held.name) {
      keep.push(itemOf('profile', '', 'not-taken', ['name']));
    }
    for (const field of ['bio', 'contact'] as const) {
      const text = texts[field];
      if (text === undefined) continue;
      if (text === held[field] || sameAddress(held[field], text)) keep.push(itemOf('profile', '', 'same', [field]));
      else {
        this.writes.profile[field] = text;
        change.push(itemOf('profile', '', 'differs', [field]));
      }
    }
  }
}

/** What is given out is written in ASCII, and has to be known again. */
function sameAddress(held: string, wanted: string): boolean {
  return held === wanted || (parseAddress(held)?.href ?? held) === wanted;
}
