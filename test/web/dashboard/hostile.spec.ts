import type { Page } from '@playwright/test';
import {
  buttonOf,
  fieldOf,
  headingOf,
  logIn,
  openCreate,
  openEdit,
  openWith,
  readStorage,
  sendCreate,
} from '../../helpers/actions.ts';
import { answer, TECHNOLOGIES } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { aPerson } from '../../helpers/make.ts';
import { addWork, openProfile } from '../../helpers/profile.ts';
import { closeToast } from '../../helpers/toasts.ts';

// Each of them runs where it is put into a page as markup, an attribute or an address.
const ATTACKS = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '\' onmouseover="alert(1)" x=\'',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '{{constructor.constructor("alert(1)")()}}',
  '</title></textarea><iframe srcdoc="<script>parent.alert(1)</script>">',
  '&lt;b&gt;${alert(1)}',
];
const SCHEMES = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
];

/** Records each injected script that runs, and each breach of the content policy. */
async function watch(page: Page): Promise<string[]> {
  const breaches: string[] = [];
  page.on('dialog', (dialog) => {
    breaches.push(dialog.message());
    void dialog.dismiss();
  });
  await page.exposeFunction('recordBreach', (text: string) => breaches.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { recordBreach: (text: string) => void }).recordBreach(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return breaches;
}

/** Elements that exist only if a text was parsed as markup. */
async function expectNoMarkup(page: Page) {
  const strange = page.locator(
    'main :is(script, iframe:not([sandbox="allow-same-origin"]), svg animate, img[src="x"], [onmouseover], [onerror])',
  );
  await expect(strange).toHaveCount(0);
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
  expect(links.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
}

test('hostile names, titles, bios and projects are shown as text, and no script runs', async ({ page, backstage }) => {
  const breaches = await watch(page);
  const [name = '', description = '', title = ''] = ATTACKS;
  const contact = `https://a.example/?${description}`;
  const person = await backstage.signUp({ name, bio: ATTACKS.join('\n'), contact });
  for (const attack of ATTACKS) {
    await backstage.addTechnology(person, { title: attack });
    await addWork(backstage, person, { title: attack, description, deploy_url: `https://a.example/#${title}` });
  }
  await openAs(page, person);
  await expect(headingOf(page, `Olá, ${name}`)).toBeVisible();
  for (const attack of ATTACKS) await expect(page.getByText(attack, { exact: true })).toBeVisible();
  const dialog = await openEdit(page, name);
  await expect(fieldOf(dialog, 'Nome do projeto')).toHaveValue(name);
  await expectNoMarkup(page);
  await openProfile(page, person);
  await expect(fieldOf(page, 'Bio')).toHaveValue(ATTACKS.join('\n'));
  const preview = page.frameLocator('iframe');
  for (const attack of ATTACKS) await expect(preview.getByText(attack, { exact: true }).first()).toBeAttached();
  await expect(preview.locator('script, iframe, svg animate, img[src="x"], [onmouseover], [onerror]')).toHaveCount(0);
  await expectNoMarkup(page);
  expect(breaches).toEqual([]);
});

test('a URL of another scheme is no link, even if the server sends one', async ({ page, backstage }) => {
  const breaches = await watch(page);
  const person = await backstage.signUp();
  const works = SCHEMES.map((url, index) => {
    return { id: `w${index}`, title: 'Oi', description: 'x', deploy_url: url, repository_url: url };
  });
  await page.route('**/profile', async (route) => {
    const response = await route.fetch();
    const profile = (await response.json()) as object;
    await route.fulfill({ response, json: { ...profile, works, contact: SCHEMES[0] } });
  });
  await openProfile(page, person);
  for (const address of SCHEMES) await expect(page.getByText(address.trim()).first()).toBeVisible();
  await expectNoMarkup(page);
  expect(breaches).toEqual([]);
});

test('responses that are not JSON fail alone; the rest of the screen stays (X-331)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (const path of ['/profile/events', '/profile/history', '/profile/handles/*', '/sessions']) {
    await page.route(path, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }));
  }
  await openProfile(page, person);
  const answered = page.waitForResponse('/profile/handles/*');
  await fieldOf(page, 'Endereço da página').fill('ana-da-silva');
  await (await answered).finished();
  await fieldOf(page, 'Nome').fill('Ana da Silva');
  await page.goto('/conta');
  await expect(page.getByText('Não foi possível carregar as sessões.')).toBeVisible();
  await expect(page.getByText('Não foi possível carregar a atividade.')).toBeVisible();
  await page.goto('/perfil/evolucao');
  await expect(page.getByText('Não foi possível carregar sua evolução.')).toBeVisible();
});

test('a response of another shape fails the login, a creation and the list (X-331)', async ({ page, backstage }) => {
  const json = [{ id: 5, title: null, techs: 'x' }];
  await answer(page, 'POST', '**/sessions', 200, json);
  await page.goto('/login');
  await logIn(page, aPerson());
  await closeToast(page, 'Verifique os dados do login');
  await expect(page).toHaveURL('/login');
  expect(await readStorage(page)).toEqual({});

  const { person } = await openWith(page, backstage, [{ title: 'Node' }]);
  await answer(page, 'POST', TECHNOLOGIES, 200, json);
  const dialog = await openCreate(page);
  await sendCreate(dialog, { title: 'Deno', status: 'Iniciante' });
  await closeToast(page, 'Erro ao cadastrar a tecnologia');
  await expect(fieldOf(dialog, 'Nome')).toHaveValue('Deno');

  await answer(page, 'GET', `**/users/${person.id}`, 200, json);
  await page.reload();
  await expect(page.getByText('Não foi possível carregar as suas tecnologias.')).toBeVisible();
  await page.unroute(`**/users/${person.id}`);
  await buttonOf(page, 'Tentar de novo').click();
  await expect(headingOf(page, `Olá, ${person.name}`)).toBeVisible();
});
