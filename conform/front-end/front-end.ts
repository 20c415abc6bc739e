import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Api, Person } from '../api.ts';
import { type Atom, Deviation, type Scene, type Section, type Verdict } from '../atom.ts';
import type { Settings } from '../settings.ts';
import { happens } from '../wait.ts';
import { enter } from './dialogs.ts';
import { textOf } from './find.ts';
import { logIn } from './forms.ts';
import { type FirstVisit, PATHS, type Screen, statusOf, type VisitOptions, TECHNOLOGIES, Visit } from './visit.ts';

type Parts = { browser: Browser; web: string; api: Api; settings: Settings };

/** How long the first visit waits for a screen, in milliseconds: enough for a busy machine. */
const FIRST_LOOK = 15_000;

/** Timeout of a check, in milliseconds: many times the duration of the slowest. */
const LONGEST_CHECK = 120_000;

/** The front end under test. */
export class FrontEnd {
  readonly #parts: Parts;
  readonly #firstVisit: FirstVisit;
  /** Each visit has one of them for itself. */
  readonly #people: Person[] = [];
  /** Visits whose checks left their scene unchanged. */
  readonly #idle: { scene: Scene; visit: Visit }[] = [];

  private constructor(parts: Parts, firstVisit: FirstVisit) {
    this.#parts = parts;
    this.#firstVisit = firstVisit;
  }

  /** Opens the front end, and finds out which screens it has and how it stores a session. */
  static async meet(parts: Parts): Promise<FrontEnd> {
    const person = await parts.api.signUp();
    const all = new Set(Object.keys(PATHS) as Screen[]);
    const opensByAddress = (await statusOf(parts.web, PATHS.login)) < 400;
    const firstVisit: FirstVisit = { screens: all, listsTechnologies: false, stored: undefined, opensByAddress };
    const options = { ...parts, firstVisit, person };
    const [signUp, login] = await Promise.all([hasScreen(options, 'signUp'), storedByLogin(options)]);
    firstVisit.stored = login.stored;
    const dashboard = login.hasScreen || signUp ? await hasDashboard(options) : undefined;
    firstVisit.screens = new Set([
      ...(signUp ? (['signUp'] as const) : []),
      ...(login.hasScreen ? (['login'] as const) : []),
      ...(dashboard ? (['dashboard'] as const) : []),
    ]);
    firstVisit.listsTechnologies = dashboard?.listsTechnologies ?? false;
    const frontEnd = new FrontEnd(parts, firstVisit);
    frontEnd.#people.push(person);
    return frontEnd;
  }

  async #takePerson(): Promise<Person> {
    const { api } = this.#parts;
    const person = this.#people.pop();
    if (person === undefined) return api.signUp();
    const { text } = await api.ask('GET', `/users/${person.id}`, { token: person.token });
    // Only its owner sees the e-mail: an earlier check may have ended the session.
    return text.includes(person.email) ? person : api.logIn(person);
  }

  /** A visit that no other check uses, in the scene if there is one. */
  async #takeVisit(scene: Scene | undefined): Promise<{ visit: Visit; isInScene: boolean }> {
    const index = this.#idle.findIndex((idle) => idle.scene === scene);
    const [idle] = index === -1 ? [] : this.#idle.splice(index, 1);
    if (idle !== undefined) return { visit: idle.visit, isInScene: true };
    const person = await this.#takePerson();
    return { visit: await Visit.begin({ ...this.#parts, firstVisit: this.#firstVisit, person }), isInScene: false };
  }

  async #end(visit: Visit): Promise<void> {
    await visit.end();
    this.#people.push(visit.person);
  }

  async judge({ id, says, check, scene }: Atom<Visit>, { name, where }: Section<Visit>): Promise<Verdict> {
    const start = performance.now();
    const { visit, isInScene } = await this.#takeVisit(scene);
    const verdict = { id, says, section: name, where };
    const ending = new AbortController();
    const seconds = () => Math.round(performance.now() - start) / 1_000;
    const act = async () => {
      if (scene !== undefined && !isInScene) await enter(visit, scene);
      await check(visit);
    };
    try {
      await Promise.race([act(), tooLong(says, ending.signal)]);
      if (scene === undefined) await this.#end(visit);
      else this.#idle.push({ scene, visit });
      return { ...verdict, seconds: seconds() };
    } catch (error) {
      const { expected, seen } = deviationOf(error, says);
      const shot = await visit.page.screenshot({ type: 'jpeg', quality: 60, timeout: 5_000 }).catch(() => undefined);
      const picture = shot && { picture: shot.toString('base64') };
      await this.#end(visit);
      return { ...verdict, seconds: seconds(), deviation: { expected, seen, ...picture } };
    } finally {
      ending.abort();
    }
  }
}

/** Limits the time of a check, so that it cannot block the others. */
async function tooLong(says: string, signal: AbortSignal): Promise<never> {
  await setTimeout(LONGEST_CHECK, undefined, { signal });
  throw new Deviation(says, 'a página não respondeu a tempo');
}

/** Turns a failed action into a Deviation: the messages of the browser are in English. */
function deviationOf(error: unknown, says: string): Deviation {
  if (error instanceof Deviation) return error;
  const message = error instanceof Error ? error.message : String(error);
  const [line = ''] = message.split('\n');
  if (message.includes('intercepts pointer events'))
    return new Deviation(says, 'outro elemento da página cobre o que seria clicado');
  const words = /Timeout/.test(line) ? 'a página não respondeu a tempo' : `a página não deixou continuar (${line})`;
  return new Deviation(says, words);
}

async function during<Result>(
  options: VisitOptions,
  work: (visit: Visit) => Promise<Result>,
): Promise<Result | undefined> {
  const visit = await Visit.begin(options);
  try {
    return await work(visit);
  } catch {
    return undefined;
  } finally {
    await visit.end();
  }
}

async function hasScreen(options: VisitOptions, screen: Screen): Promise<boolean> {
  const shown = await during(options, async (visit) => {
    await visit.open(PATHS[screen]);
    return happens(() => visit.shows(screen), FIRST_LOOK);
  });
  return shown ?? false;
}

async function storedByLogin(options: VisitOptions): Promise<{ hasScreen: boolean; stored: FirstVisit['stored'] }> {
  let isThere = false;
  const stored = await during(options, async (visit) => {
    await visit.open('/login');
    isThere = await happens(() => visit.shows('login'), FIRST_LOOK);
    if (!isThere) return undefined;
    const session = visit.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/sessions'));
    // Prevents an unhandled rejection: if the form cannot be sent, the `await` below is not reached.
    session.catch(() => undefined);
    await logIn(visit, visit.person);
    const { token } = (await (await session).json()) as { token: string };
    const read = () =>
      visit.page.evaluate(() => ({
        local: Object.fromEntries(Object.entries<string>(localStorage)),
        session: Object.fromEntries(Object.entries<string>(sessionStorage)),
      }));
    await happens(async () => JSON.stringify(await read()).includes(token));
    const entries = await read();
    return JSON.stringify(entries).includes(token) ? { person: { id: visit.person.id, token }, ...entries } : undefined;
  });
  return { hasScreen: isThere, stored };
}

async function hasDashboard(options: VisitOptions): Promise<{ listsTechnologies: boolean } | undefined> {
  return during(options, async (visit) => {
    await options.api.setTechnologies(options.person, TECHNOLOGIES);
    await visit.openWithSession('/dashboard');
    if (!(await happens(() => visit.shows('dashboard'), FIRST_LOOK))) return undefined;
    const title = textOf(visit.page, TECHNOLOGIES[0].title);
    return { listsTechnologies: await happens(async () => (await title.count()) > 0) };
  });
}
