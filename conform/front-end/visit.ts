import type { Browser, BrowserContext, Page, Response } from '@playwright/test';
import type { Api, Person, Technology } from '../api.ts';
import type { Settings } from '../settings.ts';
import { happens, PATIENCE, until } from '../wait.ts';
import { buttonOf, similarText, textOf, titleOf, type Place } from './find.ts';
import { Network } from './network.ts';

export type Screen = 'signUp' | 'login' | 'dashboard';
export const PATHS: Record<Screen, string> = { signUp: '/', login: '/login', dashboard: '/dashboard' };
const NAMES: Record<Screen, string> = {
  signUp: 'a tela de cadastro em /',
  login: 'a tela de login em /login',
  dashboard: 'o dashboard em /dashboard, com uma sessão guardada',
};

/** The entries of the browser's storage after a login, with the session of `person`. */
type Stored = {
  person: Pick<Person, 'id' | 'token'>;
  local: Record<string, string>;
  session: Record<string, string>;
};

/** The results of the first visit to a front end. */
export type FirstVisit = {
  screens: Set<Screen>;
  listsTechnologies: boolean;
  stored: Stored | undefined;
  /** True if the server sends the app for /login. */
  opensByAddress: boolean;
};

/** Titles that no front end suggests, in an order that is not alphabetical. */
export const TECHNOLOGIES = [
  { title: 'Zircônia', status: 'Iniciante' },
  { title: 'Basalto', status: 'Intermediario' },
  { title: 'Ametista', status: 'Avançado' },
] as const satisfies Omit<Technology, 'id'>[];

export type VisitOptions = {
  browser: Browser;
  web: string;
  api: Api;
  settings: Settings;
  firstVisit: FirstVisit;
  person: Person;
};

/** Responds to every screen with the page at /, so that only M-026 depends on a server that does this itself. */
async function openFromHome(context: BrowserContext, web: string): Promise<void> {
  const home = new URL('/', web);
  // Elsewhere its page would have the rights of another site, such as one of this machine.
  const isScreen = ({ origin, pathname }: URL) =>
    origin === home.origin && pathname !== '/' && Object.values(PATHS).includes(pathname);
  await context.route(isScreen, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    return route.fulfill({ response: await route.fetch({ url: home.href }) });
  });
}

/** The status with which the server itself responds. */
export async function statusOf(web: string, path: string): Promise<number> {
  const { status } = await fetch(new URL(path, web), { headers: { accept: 'text/html' } });
  return status;
}

/** One visit to the front end, with a browser profile of its own. */
export class Visit {
  readonly page: Page;
  readonly network: Network;
  readonly options: VisitOptions;
  readonly #context: BrowserContext;

  private constructor(options: VisitOptions, context: BrowserContext, page: Page, network: Network) {
    this.options = options;
    this.#context = context;
    this.page = page;
    this.network = network;
  }

  static async begin(options: VisitOptions): Promise<Visit> {
    const context = await options.browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'pt-BR',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ignoreHTTPSErrors: true,
    });
    context.setDefaultTimeout(PATIENCE);
    const network = new Network(options.api);
    await network.attach(context);
    if (!options.firstVisit.opensByAddress) await openFromHome(context, options.web);
    return new Visit(options, context, await context.newPage(), network);
  }

  end(): Promise<void> {
    return this.#context.close();
  }

  get person(): Person {
    return this.options.person;
  }

  open(path: string): Promise<Response | null> {
    return this.page.goto(new URL(path, this.options.web).href, { waitUntil: 'domcontentloaded', timeout: 30_000 });
  }

  /** The path of the address, without a slash at its end. */
  get path(): string {
    return new URL(this.page.url()).pathname.replace(/(.)\/$/, '$1');
  }

  async isAt(path: string): Promise<void> {
    await until(`o endereço ${path}`, async () => (this.path === path ? undefined : `o endereço ${this.path}`));
  }

  /** Opens a screen and waits for any of its parts. */
  async openScreen(screen: Screen): Promise<void> {
    await this.open(PATHS[screen]);
    // The first visit has already waited for a missing screen.
    const patience = this.options.firstVisit.screens.has(screen) ? PATIENCE : 0;
    const look = async () => ((await this.shows(screen)) ? undefined : 'nenhuma das partes dessa tela');
    await until(NAMES[screen], look, patience);
  }

  /** True if any part of the screen is visible, so that one wrong text does not make the screen count as missing. */
  async shows(screen: Screen): Promise<boolean> {
    const { page } = this;
    const passwords = page.locator('input[type=password]').filter({ visible: true });
    if (screen === 'dashboard') {
      const parts = textOf(page, 'Sair')
        .or(page.getByText(/^Olá(?!\p{L})/u))
        .or(textOf(page, TECHNOLOGIES[0].title));
      return (await parts.filter({ visible: true }).count()) > 0;
    }
    const count = await passwords.count();
    if (screen === 'login') return count === 1 || (await textOf(page, 'Ainda não possui uma conta?').count()) > 0;
    return count > 1 || (await textOf(page, 'Crie sua Conta').count()) > 0;
  }

  /** Opens the dashboard of a signed-in person with these technologies. */
  async openDashboard(technologies: readonly Omit<Technology, 'id'>[] = TECHNOLOGIES): Promise<void> {
    await this.options.api.setTechnologies(this.person, technologies);
    await this.openWithSession('/dashboard', () => this.openScreen('dashboard'));
    if (!this.options.firstVisit.listsTechnologies) return;
    const titles = technologies.map(({ title }) => textOf(this.page, title));
    await happens(async () => (await Promise.all(titles.map((title) => title.count()))).every((count) => count > 0));
  }

  /** Opens a page with the entries in storage that the front end itself writes at a login. */
  async openWithSession(path: string, open: () => Promise<unknown> = () => this.open(path)): Promise<void> {
    const { firstVisit, settings } = this.options;
    const { id, token } = this.person;
    const fixed = { [settings.storage.token]: JSON.stringify(token), [settings.storage.userId]: JSON.stringify(id) };
    const { stored } = firstVisit;
    const own = (entries: Record<string, string>) =>
      JSON.parse(
        JSON.stringify(entries)
          .replaceAll(stored?.person.token ?? token, token)
          .replaceAll(stored?.person.id ?? id, id),
      ) as Record<string, string>;
    const entries = { local: stored ? own(stored.local) : fixed, session: stored ? own(stored.session) : {} };
    const script = await this.page.addInitScript(({ local, session }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    }, entries);
    await open();
    await script.dispose();
  }

  /** The raw entries of local storage. */
  readStorage(): Promise<Record<string, string>> {
    return this.page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)));
  }

  /** Expects a visible text, exactly. */
  async sees(text: string, place: Place = this.page, expected = `o texto “${text}”`): Promise<void> {
    await until(expected, async () => {
      const shown = await textOf(place, text).allInnerTexts();
      if (shown.some((one) => one.replaceAll(/\s+/g, ' ').trim().includes(text))) return undefined;
      return shown[0] === undefined ? similarText(this.page, text) : `“${shown[0]}”`;
    });
  }

  async seesTitle(title: string): Promise<void> {
    await until(`o título “${title}”`, async () =>
      (await titleOf(this.page, title).count()) > 0 ? undefined : similarText(this.page, title, [title]),
    );
  }

  /** Expects a visible text, alone or among other words. */
  async seesPart(text: string, place: Place = this.page, expected = `“${text}”`): Promise<void> {
    const parts = place.getByText(text).filter({ visible: true });
    await until(expected, async () => ((await parts.count()) > 0 ? undefined : similarText(this.page, text)));
  }

  /** Expects a visible button or link with exactly this name. */
  async seesButton(name: string, place: Place = this.page): Promise<void> {
    await until(`um botão “${name}”`, async () => {
      if ((await buttonOf(place, name).count()) > 0) return undefined;
      const names = await place.getByRole('button').filter({ visible: true }).allInnerTexts();
      const listed = names.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '');
      return listed.length === 0 ? 'nenhum botão com texto' : `botões ${listed.map((text) => `“${text}”`).join(', ')}`;
    });
  }

  /** Clicks the first button that matches one of these names. */
  async press(names: (string | RegExp | undefined)[], place: Place = this.page): Promise<void> {
    const wanted = names.filter((name) => name !== undefined);
    let found: ReturnType<typeof buttonOf> | undefined;
    await until(`um botão como “${wanted[0]}”`, async () => {
      for (const name of wanted) {
        if (found === undefined && (await buttonOf(place, name).count()) > 0) found = buttonOf(place, name).first();
      }
      return found === undefined ? 'nenhum botão assim' : undefined;
    });
    await found?.click();
  }
}
