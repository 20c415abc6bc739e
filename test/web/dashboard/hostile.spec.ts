import type { Page, Route } from '@playwright/test';
import {
  createButton,
  fieldOf,
  fillSignUp,
  headingOf,
  logIn,
  openCreate,
  openEdit,
  openWith,
  readStorage,
  sendCreate,
  sendEdit,
  sendSignUp,
} from '../../helpers/acts.ts';
import { TECHNOLOGIES, TECHNOLOGY } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { aPerson } from '../../helpers/make.ts';
import { addWork, openProfile } from '../../helpers/profile.ts';
import { closeToast, toastWith } from '../../helpers/toasts.ts';

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

/** Tells of each script of a stranger's that ran, and each breach of the content policy. */
async function watch(page: Page): Promise<string[]> {
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(dialog.message());
    void dialog.dismiss();
  });
  await page.exposeFunction('tellBreach', (text: string) => heard.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { tellBreach: (text: string) => void }).tellBreach(`${violatedDirective} ${blockedURI}`);
    });
  });
  return heard;
}

/** What would be there if any of it were read as markup. */
async function expectNoMarkup(page: Page) {
  const strange = page.locator('main :is(script, iframe, svg animate, img[src="x"], [onmouseover], [onerror])');
  await expect(strange).toHaveCount(0);
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
  expect(links.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
}

test('hostile names, titles, bios and works are shown as text, and nothing of them runs (X-330)', async ({
  page,
  backstage,
}) => {
  const heard = await watch(page);
  for (const attack of ATTACKS.slice(0, 3)) {
    const person = await backstage.signUp({
      name: attack,
      bio: ATTACKS.join('\n'),
      contact: `https://a.example/?${attack}`,
    });
    for (const title of ATTACKS) await backstage.addTechnology(person, { title });
    await addWork(backstage, person, {
      title: attack,
      description: attack,
      deploy_url: `https://a.example/#${attack}`,
    });
    await openAs(page, person);
    await expect(headingOf(page, `Olá, ${attack}`)).toBeVisible();
    for (const title of ATTACKS) await expect(page.getByText(title, { exact: true })).toBeVisible();
    const dialog = await openEdit(page, attack);
    await expect(fieldOf(dialog, 'Nome do projeto')).toHaveValue(attack);
    await expectNoMarkup(page);
    await openProfile(page, person);
    await expect(fieldOf(page, 'Bio')).toHaveValue(ATTACKS.join('\n'));
    await expect(page.getByText(attack, { exact: true }).first()).toBeVisible();
    await expectNoMarkup(page);
  }
  expect(heard).toEqual([]);
});

test('an address of another scheme is no link, whatever the server says (X-330)', async ({ page, backstage }) => {
  const heard = await watch(page);
  const person = await backstage.signUp();
  const works = SCHEMES.map((address, index) => ({
    id: `w${index}`,
    title: 'Oi',
    description: 'x',
    deploy_url: address,
  }));
  await page.route('**/profile', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), works, contact: SCHEMES[0] },
    });
  });
  await openProfile(page, person);
  for (const address of SCHEMES) await expect(page.getByText(address.trim()).first()).toBeVisible();
  await expectNoMarkup(page);
  expect(heard).toEqual([]);
});

const NONSENSE: Array<[name: string, answer: Parameters<Route['fulfill']>[0]]> = [
  ['500 without a body', { status: 500, body: '' }],
  ["a proxy's page", { status: 502, contentType: 'text/html', body: '<html><body><h1>Bad Gateway</h1></body></html>' }],
  [
    'a page instead of an answer',
    { status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' },
  ],
  ['an empty object', { status: 200, json: {} }],
  ['null', { status: 200, json: null }],
  ['an answer cut off', { status: 200, contentType: 'application/json', body: '{"id":"1","title":"Rea' }],
  ['another shape', { status: 200, json: [{ id: 5, title: null, techs: 'x' }] }],
];

test('an answer that makes no sense ends in words, and what was typed stays, at the login, in a dialog and in the list (X-331)', async ({
  page,
  backstage,
}) => {
  const nonsense = (path: string, method: string, answer: Parameters<Route['fulfill']>[0]) =>
    page.route(path, (route) => (route.request().method() === method ? route.fulfill(answer) : route.fallback()));
  const person = aPerson();
  await page.goto('/login');
  for (const [name, answer] of NONSENSE) {
    await nonsense('**/sessions', 'POST', answer);
    await logIn(page, person);
    await closeToast(page, 'Verifique os dados do login');
    await expect(page, name).toHaveURL('/login');
    await expect(fieldOf(page, 'Email'), name).toHaveValue(person.email);
    expect(await readStorage(page), name).toEqual({});
    await page.unroute('**/sessions');
  }

  const ana = await openWith(page, backstage, [{ title: 'Node' }]);
  for (const [index, [name, answer]] of NONSENSE.entries()) {
    await nonsense(TECHNOLOGIES, 'POST', answer);
    const dialog = await openCreate(page);
    await sendCreate(dialog, { title: name, status: 'Iniciante' });
    await closeToast(page, 'Erro ao cadastrar a tecnologia');
    await expect(fieldOf(dialog, 'Nome')).toHaveValue(name);
    await expect(createButton(dialog)).toBeEnabled();
    await page.unroute(TECHNOLOGIES);
    await createButton(dialog).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('listitem')).toHaveCount(index + 2);
  }

  for (const [name, answer] of NONSENSE) {
    await nonsense('**/users/*', 'GET', answer);
    await page.reload();
    await expect(page.getByText('Não foi possível carregar as suas tecnologias.'), name).toBeVisible();
    await page.unroute('**/users/*');
    await page.getByRole('button', { name: 'Tentar de novo', exact: true }).click();
    await expect(headingOf(page, `Olá, ${ana.person.name}`), name).toBeVisible();
  }
});

test('a failed change and a failed sign-up keep what was typed, whatever a proxy says (X-331)', async ({
  page,
  backstage,
}) => {
  const person = aPerson();
  await page.goto('/');
  await fillSignUp(page, person);
  await page.route('**/users', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
  );
  await sendSignUp(page);
  await expect(toastWith(page, 'Erro ao realizar o cadastro').first()).toBeVisible();
  await expect(fieldOf(page, 'Nome')).toHaveValue(person.name);
  await expect(fieldOf(page, 'Bio')).toHaveValue(person.bio);
  await openWith(page, backstage, [{ title: 'Node' }]);
  await page.route(TECHNOLOGY, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad</h1>' }),
  );
  await sendEdit(await openEdit(page, 'Node'), { title: 'Deno' });
  await expect(toastWith(page, 'Tecnologia não atualizada').first()).toBeVisible();
  await expect(page.getByText('Node', { exact: true })).toBeVisible();
});
