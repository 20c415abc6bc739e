import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Technology } from '#contract/technology.ts';
import { aPerson, aTechnology } from './make.ts';

export type SignedUp = ReturnType<typeof aPerson> & { id: string; token: string };

export const bearer = ({ token }: { token: string }) => ({ Authorization: `Bearer ${token}` });

/** Set-up over HTTP, before the browser opens a page. */
export class Backstage {
  readonly request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.request = request;
  }

  /** Signs up a user of this test's own, so that no test meets another's data. */
  async signUp(overrides: Parameters<typeof aPerson>[0] = {}): Promise<SignedUp> {
    const person = aPerson(overrides);
    const signedUp = await this.request.post('/users', { data: person });
    expect(signedUp.status()).toBe(201);
    const loggedIn = await this.request.post('/sessions', { data: { email: person.email, password: person.password } });
    const { token, user } = (await loggedIn.json()) as { token: string; user: { id: string } };
    return { ...person, id: user.id, token };
  }

  async addTechnology(person: SignedUp, overrides: Parameters<typeof aTechnology>[0] = {}): Promise<Technology> {
    const added = await this.request.post('/users/techs', {
      data: aTechnology(overrides),
      headers: bearer(person),
    });
    expect(added.status()).toBe(201);
    return (await added.json()) as Technology;
  }

  /** The public response for a user. */
  async readTechnologies(person: SignedUp): Promise<Technology[]> {
    const { techs } = (await (await this.request.get(`/users/${person.id}`)).json()) as { techs: Technology[] };
    return techs;
  }
}

/** Opens a page of the app with a session in the browser's storage, as after an earlier login. */
export async function openAs(page: Page, { token, id }: SignedUp, path = '/dashboard') {
  const login = await page.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
    },
    { token, userId: id },
  );
  await page.goto(path);
  await login.dispose();
}

// Playwright injects scripts (`addInitScript`, the clock) into the preview's frame, whose sandbox blocks them.
const PLAYWRIGHTS_OWN = "Blocked script execution in 'about:blank'";

type Fixtures = {
  backstage: Backstage;
  /** A user with a session whose dashboard is open. */
  ana: SignedUp;
  /** Keeps toasts open for an hour instead of five seconds, unless they are closed. */
  toastsStay: boolean;
  longToasts: void;
  /** Complaints that a test expects of the page, by a part of their text. */
  expectedComplaints: string[];
  quietPage: void;
};

export const test = base.extend<Fixtures>({
  backstage: async ({ request }, provide) => provide(new Backstage(request)),

  ana: async ({ backstage, page }, provide) => {
    const ana = await backstage.signUp({ name: 'Ana Souza' });
    await openAs(page, ana);
    await expect(page.getByRole('heading', { name: 'Olá, Ana Souza' })).toBeVisible();
    await provide(ana);
  },

  toastsStay: [true, { option: true }],

  // A slow machine may need more than the default of five seconds.
  longToasts: [
    async ({ context, toastsStay }, provide) => {
      if (toastsStay) {
        await context.addInitScript(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('.toast-clock { animation-duration: 3600s !important }');
          document.adoptedStyleSheets.push(sheet);
        });
      }
      await provide();
    },
    { auto: true },
  ],

  expectedComplaints: [[], { option: true }],

  // A page that logs an error, throws, breaks its content policy or lacks an image of its own fails the test, whatever else it shows.
  quietPage: [
    async ({ page, expectedComplaints }, provide) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser logs refused and failed requests, which many tests cause.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('response', (response) => {
        const isImage = response.request().resourceType() === 'image' && response.url().includes('/assets/');
        if (isImage && response.status() === 404) complaints.push(`missing: ${response.url()}`);
      });
      await provide();
      const expected = [PLAYWRIGHTS_OWN, ...expectedComplaints];
      expect(complaints.filter((text) => !expected.some((part) => text.includes(part)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
