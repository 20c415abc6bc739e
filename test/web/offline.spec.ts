import type { BrowserContext, Page } from '@playwright/test';
import {
  buttonOf,
  dialogOf,
  fieldOf,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openWith,
  readRows,
  rowOf,
  sendCreate,
  sendDelete,
} from '../helpers/actions.ts';
import { hold } from '../helpers/calls.ts';
import { type Backstage, bearer, expect, openAs, type SignedUp, test } from '../helpers/fixtures.ts';
import { expire } from '../helpers/profile.ts';
import { toastWith } from '../helpers/toasts.ts';
import { serveChanged } from './harness/servers.ts';

/** Works because the app listens later. */
async function hideFirstOnlineEvent(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('online', (event) => event.stopImmediatePropagation(), { once: true });
  });
}

test.use({ serviceWorkers: 'allow', timezoneId: 'America/Sao_Paulo' });

const SAVED = { name: 'last-list', key: '/last-list' };
const REACT = { title: 'React', status: 'Avançado' };

function readSaved(page: Page) {
  return page.evaluate(async ({ name, key }) => {
    const entry = await caches.match(key, { cacheName: name });
    return (await entry?.json()) as { userId: string; savedAt: number; techs: { title: string }[] } | undefined;
  }, SAVED);
}

const titlesOf = async (page: Page) => (await readSaved(page))?.techs.map(({ title }) => title);
const expectForgotten = (page: Page) => expect.poll(() => readSaved(page)).toBeUndefined();

/** Opens the dashboard of a user with one technology, and waits until it can be read offline. */
async function openSaved(page: Page, backstage: Backstage) {
  const { person } = await openWith(page, backstage, [REACT]);
  await expect.poll(() => titlesOf(page)).toEqual(['React']);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return person;
}

async function learnOfExpiry(page: Page) {
  await sendDelete(await openDelete(page, 'React'));
  await expect(page.getByText('Sua sessão expirou')).toBeVisible();
}

test('the last list can be read offline, and says of when (X-670)', async ({ page, context, backstage }) => {
  const ana = await openSaved(page, backstage);
  await sendCreate(await openCreate(page), { title: 'CSS', status: 'Iniciante' });
  await expect.poll(() => titlesOf(page)).toEqual(['React', 'CSS']);
  await page.evaluate(async ({ name, key }) => {
    const cache = await caches.open(name);
    const entry = (await (await cache.match(key))?.json()) as object;
    await cache.put(key, Response.json({ ...entry, savedAt: new Date(2026, 10, 22, 14, 3).getTime() }));
  }, SAVED);
  await page.clock.setFixedTime(new Date('2026-11-23T12:00:00-03:00'));

  await context.setOffline(true);
  // The button is to load the list.
  await hideFirstOnlineEvent(page);
  // A reload, and the start from the home screen.
  for (const open of [() => page.reload(), () => page.goto('/')]) {
    await open();
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Sem internet: lista de 22/11 às 14:03', { exact: true })).toBeVisible();
    await expect.poll(() => readRows(page)).toEqual(['React Avançado', 'CSS Iniciante']);
    await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(0);
  }
  await sendCreate(await openCreate(page), { title: 'HTML', status: 'Iniciante' });
  await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
  await page.keyboard.press('Escape');

  await context.setOffline(false);
  await buttonOf(page, 'Tentar de novo').click();
  await expect(rowOf(page, 'React').getByRole('button').first()).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Sem internet')).toHaveCount(0);
});

test.describe('without the script of a screen', () => {
  test.use({ expectedComplaints: ['dynamically imported module', 'Unable to preload CSS', 'Error occurred in'] });

  test('a screen that was never opened leads to the last list (X-670)', async ({ page, context, backstage }) => {
    await openSaved(page, backstage);
    await context.setOffline(true);
    // While it leaves a page, the emulation may fire one, and the page would reload instead.
    await hideFirstOnlineEvent(page);
    await page.goto('/perfil');
    await expect(headingOf(page, 'Algo deu errado')).toBeVisible();
    await page.getByRole('link', { name: 'Voltar ao início', exact: true }).click();
    await expect(rowOf(page, 'React')).toBeVisible();
  });
});

test('a list that failed to load offline loads once the connection is back (X-670)', async ({
  page,
  context,
  backstage,
}) => {
  await openSaved(page, backstage);
  await context.setOffline(true);
  // After an offline reload the emulation reports to be online, and fires no event.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { value: false }));
  await page.reload();
  await expect(page.getByText(/^Sem internet: lista de/)).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(rowOf(page, 'React').getByRole('button').first()).toBeVisible();
  await expect(page.getByText(/^Sem internet: lista de/)).toHaveCount(0);
});

test('online, page and list come from the server, and a new shell replaces the old (X-670)', async ({
  page,
  backstage,
}) => {
  await page.goto('/favicon.svg');
  await page.evaluate(() => caches.open('shell-old'));
  const ana = await openSaved(page, backstage);
  const shellNames = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  await expect.poll(shellNames).toEqual([expect.not.stringContaining('old')]);
  await page.evaluate(
    async ([shell = '', user]) => {
      const cache = await caches.open(shell);
      for (const path of ['/dashboard', `/users/${user}`]) await cache.put(path, new Response('old'));
    },
    [...(await shellNames()), ana.id],
  );
  const response = await page.reload();
  expect(response?.fromServiceWorker()).toBe(true);
  await expect(rowOf(page, 'React')).toBeVisible();
});

test('online, files come from the server if the cache of the shell is broken (X-670)', async ({
  page,
  context,
  backstage,
}) => {
  await openSaved(page, backstage);
  await context.serviceWorkers()[0]?.evaluate(() => {
    Cache.prototype.match = () => Promise.reject(new DOMException('broken', 'UnknownError'));
  });
  // A reload would take the files from the memory of the page.
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(rowOf(other, 'React')).toBeVisible();
});

test('a file that a proxy has changed is not stored in the shell (X-670)', async ({ page, baseURL }) => {
  const proxy = await serveChanged(String(baseURL), (text, headers) => {
    const isScript = headers.get('content-type')?.includes('javascript');
    return isScript && !text.includes('skipWaiting') ? '<h1>Wi-Fi</h1>' : text;
  });
  await page.goto(`${proxy.address}/favicon.svg`);
  const end = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/service-worker.js');
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', ({ currentTarget }) => {
        const { state } = currentTarget as ServiceWorker;
        if (state !== 'installed' && state !== 'activating') resolve(state);
      });
    });
  });
  expect(end).toBe('redundant');
  await proxy.stop();
});

test.describe('nothing of the list stays on the device', () => {
  type Way = (page: Page, ana: SignedUp, backstage: Backstage, context: BrowserContext) => Promise<unknown>;

  const ways: Record<string, Way> = {
    'after "Sair"': (page) => buttonOf(page, 'Sair').click(),
    'after "Sair" without internet': async (page, _ana, _backstage, context) => {
      await context.setOffline(true);
      await buttonOf(page, 'Sair').click();
    },
    'after "Sair" in another tab': async (page, _ana, _backstage, context) => {
      const other = await context.newPage();
      await other.goto('/perfil');
      await buttonOf(other, 'Sair').click();
      await expect(page).toHaveURL('/login');
    },
    'once the session has expired': async (page, ana, backstage) => {
      await expire(backstage, ana);
      await learnOfExpiry(page);
    },
    'once the password was changed elsewhere': async (page, ana, backstage) => {
      const { token } = (await (
        await backstage.request.post('/sessions', { data: { email: ana.email, password: ana.password } })
      ).json()) as { token: string };
      const data = { old_password: ana.password, password: 'outra-senha-123' };
      await backstage.request.put('/profile', { data, headers: bearer({ token }) });
      await learnOfExpiry(page);
    },
    'after the deletion of the account': async (page, ana) => {
      await page.goto('/conta');
      await buttonOf(page, 'Apagar minha conta').click();
      const dialog = dialogOf(page, 'Apagar a conta');
      await fieldOf(dialog, 'Sua senha').fill(ana.password);
      await fieldOf(dialog, 'Digite APAGAR para confirmar').fill('APAGAR');
      await buttonOf(dialog, 'Apagar tudo para sempre').click();
      await expect(page).toHaveURL('/');
    },
    'once the account was deleted elsewhere': async (page, ana, backstage) => {
      const data = { password: ana.password };
      expect((await backstage.request.delete(`/users/${ana.id}`, { data, headers: bearer(ana) })).status()).toBe(204);
      await page.reload();
    },
    'for a visitor whose session was removed by hand': async (page) => {
      await page.evaluate(() => localStorage.clear());
      await page.reload();
    },
  };

  for (const [name, act] of Object.entries(ways)) {
    test(`${name} (X-671)`, async ({ page, context, backstage }) => {
      const ana = await openSaved(page, backstage);
      await act(page, ana, backstage, context);
      await expectForgotten(page);
    });
  }

  test('before the list of another user who logs in has loaded (X-671)', async ({ page, backstage }) => {
    const bruno = await backstage.signUp();
    await page.goto('/login');
    await page.evaluate(async ({ name, key }) => {
      await (await caches.open(name)).put(key, Response.json({ userId: 'ana', techs: [] }));
    }, SAVED);
    const release = await hold(page, 'GET', '**/users/*');
    await logIn(page, bruno);
    await expectForgotten(page);
    release();
    await expect.poll(async () => (await readSaved(page))?.userId).toBe(bruno.id);
  });

  test('for another person’s session, offline (X-671)', async ({ page, context, backstage }) => {
    await openSaved(page, backstage);
    const bruno = await backstage.signUp();
    await page.goto('/favicon.svg');
    await context.setOffline(true);
    await openAs(page, bruno);
    await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
    await expectForgotten(page);
    await expect(page.getByText('React')).toHaveCount(0);
  });

  for (const [name, days] of Object.entries({
    'after the days of an unused session': 3,
    'if it was saved by a clock that was ahead': -4,
  })) {
    test(`${name} (X-671)`, async ({ page, context, backstage }) => {
      await openSaved(page, backstage);
      await context.setOffline(true);
      await page.clock.setFixedTime(Date.now() + days * 24 * 60 * 60 * 1000);
      await page.reload();
      await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
      await expectForgotten(page);
    });
  }
});
