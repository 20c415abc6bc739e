import { mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, expectMessageUnder, fieldOf, logIn } from '../../helpers/acts.ts';
import { cut, hold, recordCalls, refuse } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { aPerson } from '../../helpers/make.ts';
import { sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';
import { MailServer } from '../../server/accounts/mail-server.ts';
import { freePort, type Running, startTrilha } from '../harness/servers.ts';

const exact = { exact: true };
const ADMIN = resolve(import.meta.dirname, '../../../scripts/admin/main.ts');

// A worker starts these servers for itself: one is enough.
test.describe.configure({ mode: 'default' });

// A server whose database the operator's command can open, too.
let folder = '';
let trilha: Running;
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trilha-reset-'));
  trilha = await startTrilha({
    DATABASE_URL: `sqlite:${join(folder, 'trilha.sqlite')}`,
    CONTACT: 'ana@escola.example',
  });
});
test.afterAll(async () => {
  await trilha.stop();
  rmSync(folder, { recursive: true });
});

/** What whoever runs the server gets for the user. */
function makeLink(email: string): string {
  const env = { ...process.env, DATABASE_URL: `sqlite:${join(folder, 'trilha.sqlite')}`, PUBLIC_URL: trilha.address };
  const { stdout, stderr } = spawnSync(process.execPath, [ADMIN, 'reset-password', email], { env, encoding: 'utf8' });
  expect(stdout, stderr).toContain('#');
  return stdout.trim();
}

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${trilha.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as { token: string; user: { id: string } };
}

async function signUp() {
  const person = aPerson();
  await post('/users', person);
  return person;
}

async function send(page: Page, password: string, repeated = password) {
  await fieldOf(page, 'Nova senha').fill(password);
  await fieldOf(page, 'Repetir a nova senha').fill(repeated);
  await buttonOf(page, 'Redefinir a senha').click();
}

async function askForLink(page: Page, email: string) {
  await fieldOf(page, 'Email').fill(email);
  await buttonOf(page, 'Enviar o link').click();
}

test('"Esqueci minha senha" says whom to ask for a link (X-268)', async ({ page }) => {
  await page.goto(`${trilha.address}/login`);
  await page.getByRole('link', { name: 'Esqueci minha senha', ...exact }).click();
  await expect(page).toHaveURL(`${trilha.address}/redefinir-senha`);
  await expect(page.getByRole('heading', { level: 1, name: 'Redefinir senha', ...exact })).toBeFocused();
  await expect(page.getByRole('link', { name: 'ana@escola.example', ...exact })).toHaveAttribute(
    'href',
    'mailto:ana@escola.example',
  );
  await expect(page.locator('form')).toHaveCount(0);
  await page.getByRole('link', { name: 'Voltar ao login', ...exact }).click();
  await expect(page).toHaveURL(`${trilha.address}/login`);
});

test('a link sets a new password; its token leaves the address, and goes in the body alone (X-269)', async ({
  page,
}) => {
  const person = await signUp();
  const link = makeLink(person.email);
  const [, token = ''] = link.split('#');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(link);
  await expect(buttonOf(page, 'Redefinir a senha')).toBeVisible();
  expect(page.url()).toBe(`${trilha.address}/redefinir-senha`);
  const calls = recordCalls(page);
  await send(page, '123');
  await expect(page.getByText('A senha precisa de pelo menos 6 letras ou números')).toBeVisible();
  await send(page, 'nova1234', 'outra123');
  await expect(page.getByText('A repetição é diferente da nova senha')).toBeVisible();
  expect(calls).toEqual([]);
  const letGo = await hold(page, 'POST', '**/password-resets');
  await send(page, 'nova1234');
  await expect(page.getByText('Enviando…')).toBeVisible();
  letGo();
  await expect(toastWith(page, 'Senha redefinida. Entre com a nova senha.')).toBeVisible();
  await expect(page).toHaveURL(`${trilha.address}/login`);
  expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([{ token, password: 'nova1234' }]);
  expect(asked.filter((request) => request.includes(token))).toEqual([]);
  await logIn(page, { ...person, password: 'nova1234' });
  await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
  expect(await page.content()).not.toContain(token);
});

test('a used link says what to do, without a form; the focus is there, and another one in the same tab works (X-270, X-543)', async ({
  page,
}) => {
  const person = await signUp();
  const used = makeLink(person.email);
  const fresh = makeLink(person.email);
  await page.goto(used);
  await send(page, 'nova1234');
  await expect(page.getByRole('alert').filter({ hasText: 'Este link já foi usado ou não vale mais.' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Este link' })).toBeFocused();
  await expect(page.getByText('Peça um novo link a quem mantém este servidor')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
  await page.goto(fresh);
  await send(page, 'nova1234');
  await expect(page).toHaveURL(`${trilha.address}/login`);
});

test('whoever is logged in is logged out by it, and reads of it at /perfil (X-269, X-271)', async ({ page }) => {
  const person = await signUp();
  const before = await post('/sessions', person);
  await page.goto(`${trilha.address}/favicon.svg`);
  await openAs(page, { ...person, id: before.user.id, token: before.token }, `${trilha.address}/perfil`);
  await expect(sectionOf(page, 'Atividade da conta').getByRole('listitem')).toHaveText([/^Login na sua conta/]);
  await expect(page.getByText('Senha redefinida em')).toHaveCount(0);
  await page.goto(makeLink(person.email));
  await send(page, 'nova1234');
  await expect(page).toHaveURL(`${trilha.address}/login`);
  await logIn(page, { ...person, password: 'nova1234' });
  await expect(page).toHaveURL(`${trilha.address}/dashboard`);
  await page.goto(`${trilha.address}/perfil`);
  const today = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' }).format(new Date());
  await expect(sectionOf(page, 'Senha').getByText(`Senha redefinida em ${today}.`)).toBeVisible();
  await expect(sectionOf(page, 'Atividade da conta').getByRole('listitem')).toHaveText([
    /^Login na sua conta/,
    /^Senha redefinida por um link/,
    /^Link para redefinir a senha criado ?Por quem mantém este servidor/,
    /^Login na sua conta/,
  ]);
});

test('both faces of the page break no rule of WCAG, and fit a screen of 320 (X-86, X-78)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of ['/redefinir-senha', '/redefinir-senha#tr_x']) {
    await page.goto('about:blank');
    await page.goto(trilha.address + address);
    await expect(page.locator('form')).toHaveCount(address.includes('#') ? 1 : 0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test.describe('where there is a mail server', () => {
  let mails: MailServer;
  let mailing: Running;
  let address = '';
  test.beforeAll(async () => {
    mails = await MailServer.start();
    // The origin of the links: the port must be known before.
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const settings = { PORT: String(port), PUBLIC_URL: address, SMTP_URL: mails.url(), CONTACT: 'ana@escola.example' };
    mailing = await startTrilha(settings);
  });
  test.afterAll(async () => {
    await mailing.stop();
    await mails.stop();
  });

  test('"Esqueci minha senha" mails a link, by which one logs in with a new password (X-323)', async ({ page }) => {
    const person = aPerson();
    await page.request.post(`${address}/users`, { data: person });
    await page.goto(`${address}/login`);
    await page.getByRole('link', { name: 'Esqueci minha senha', ...exact }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Redefinir senha', ...exact })).toBeFocused();
    await buttonOf(page, 'Enviar o link').click();
    await expectMessageUnder(fieldOf(page, 'Email'), 'Email obrigatório');
    await askForLink(page, person.email);
    const sent = page.getByRole('status').filter({ hasText: `Se houver uma conta com o email ${person.email}` });
    await expect(sent).toContainText('o link chega em alguns minutos. Ele vale por uma hora.');
    await expect.poll(() => mails.mailsTo(person.email).length).toBe(1);
    const link = /^http.*$/m.exec(mails.mailsTo(person.email)[0]?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await send(page, 'nova1234');
    await expect(page).toHaveURL(`${address}/login`);
    await logIn(page, { ...person, password: 'nova1234' });
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
  });

  test('the page says the same of an e-mail that nobody has, and a failure beside the typed text (X-323)', async ({
    page,
  }) => {
    await page.goto(`${address}/redefinir-senha`);
    const { email } = aPerson();
    for (const fail of [() => cut(page, 'POST', '**/links'), () => refuse(page, 'POST', '**/links', 503)]) {
      await fail();
      await askForLink(page, email);
      await expect(toastWith(page, 'Não foi possível pedir o link').first()).toBeVisible();
      await expect(fieldOf(page, 'Email')).toHaveValue(email);
      await page.unroute('**/links');
    }
    await askForLink(page, email);
    await expect(page.getByText(`Se houver uma conta com o email ${email}`)).toBeVisible();
    expect(mails.mailsTo(email)).toEqual([]);
  });

  test('a used link leads to the form for another one; the page breaks no rule of WCAG at 320 (X-323, X-543, X-86, X-78)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${address}/redefinir-senha#tr_used`);
    await send(page, 'nova1234');
    const message = page.getByRole('alert').filter({ hasText: 'Este link já foi usado ou não vale mais.' });
    await expect(message).toBeFocused();
    await expect(message).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(fieldOf(page, 'Email')).toBeFocused();
    // What is typed stays there.
    await page.keyboard.type('a');
    await expect(fieldOf(page, 'Email')).toBeFocused();
    await askForLink(page, aPerson().email);
    await expect(page.getByText('Não chegou? Veja também o spam.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
