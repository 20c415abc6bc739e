import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, exact, expectMessageUnder, fieldOf, headingOf, logIn, readStorage } from '../../helpers/actions.ts';
import { cut, hold, nameOf, recordCalls } from '../../helpers/calls.ts';
import { expect, test as base } from '../../helpers/fixtures.ts';
import { aPerson } from '../../helpers/make.ts';
import { clickFor, openProfile, sectionOf } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';
import { MailServer } from '../../server/accounts/mail-server.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { startTrilha } from '../harness/servers.ts';

/** A Trilha with a mail server: its address, and the one link that it mailed. */
type Mailing = { address: string; linkTo: (email: string) => Promise<string> };

const test = base.extend<object, { mailing: Mailing }>({
  mailing: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern.
    async ({}, provide) => {
      const mails = await MailServer.start();
      // The links begin with the origin, so the port must be known before.
      const port = String(await freePort());
      const address = `http://127.0.0.1:${port}`;
      const mail = { SMTP_URL: mails.url(), MAIL_FROM: 'a@escola.example' };
      const trilha = await startTrilha({ PORT: port, PUBLIC_URL: address, ...mail });
      const linkTo = async (email: string) => {
        await expect.poll(() => mails.mailsTo(email).length).toBe(1);
        return /^http.*$/m.exec(mails.mailsTo(email)[0]?.text ?? '')?.[0] ?? '';
      };
      await provide({ address, linkTo });
      await trilha.stop();
      await mails.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ mailing }, provide) => provide(mailing.address),
});

// A worker starts the server for itself: one is enough.
test.describe.configure({ mode: 'default' });

async function send(page: Page, password: string, repeated = password) {
  await fieldOf(page, 'Nova senha').fill(password);
  await fieldOf(page, 'Repetir a nova senha').fill(repeated);
  await buttonOf(page, 'Redefinir a senha').click();
}

test('"Esqueci minha senha" mails a link to an existing account', async ({ page, backstage, mailing }) => {
  const { email } = await backstage.signUp();
  await page.goto('/login');
  await fieldOf(page, 'Email').fill(email);
  await page.getByRole('link', { name: 'Esqueci minha senha', ...exact }).click();
  await expect(headingOf(page, 'Redefinir senha')).toBeFocused();
  await expect(fieldOf(page, 'Email')).toHaveValue(email);
  await fieldOf(page, 'Email').fill('');
  await buttonOf(page, 'Enviar o link').click();
  await expectMessageUnder(fieldOf(page, 'Email'), 'Email obrigatório');
  await cut(page, 'POST', '**/links');
  await fieldOf(page, 'Email').fill(email);
  await clickFor(buttonOf(page, 'Enviar o link'), 'Não foi possível pedir o link');
  await expect(fieldOf(page, 'Email')).toHaveValue(email);
  await page.unroute('**/links');
  for (const address of [aPerson().email, email]) {
    await fieldOf(page, 'Email').fill(address);
    await buttonOf(page, 'Enviar o link').click();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: `com o email ${address}, o link chega em alguns minutos. Ele vale por uma hora.` }),
    ).toBeVisible();
  }
  await mailing.linkTo(email);
});

test('a link sets a new password, logs out, and shows its token nowhere', async ({ page, backstage, mailing }) => {
  const person = await openProfile(page, await backstage.signUp());
  await backstage.request.post('/password-resets/links', { data: { email: person.email } });
  const link = await mailing.linkTo(person.email);
  const [, token = ''] = link.split('#');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(link);
  await expect(buttonOf(page, 'Redefinir a senha')).toBeVisible();
  await expect(page).toHaveURL('/redefinir-senha');
  expect(await page.content()).not.toContain(token);
  const calls = recordCalls(page);
  await send(page, '123');
  await expectMessageUnder(fieldOf(page, 'Nova senha'), 'A senha precisa de pelo menos 6 letras ou números');
  await send(page, 'nova1234', 'outra123');
  await expectMessageUnder(fieldOf(page, 'Repetir a nova senha'), 'A repetição é diferente da nova senha');
  expect(calls.map(nameOf)).toEqual([]);
  await send(page, 'nova1234');
  await expect(toastWith(page, 'Senha redefinida. Entre com a nova senha.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(calls[0]?.postDataJSON()).toEqual({ token, password: 'nova1234' });
  expect(asked.filter((request) => request.includes(token))).toEqual([]);

  await logIn(page, { ...person, password: 'nova1234' });
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/conta');
  const today = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long' }).format(new Date());
  await expect(sectionOf(page, 'Senha').getByText(`Senha redefinida em ${today}.`)).toBeVisible();
  const events = [/^Login/, /^Senha redefinida por um link/, /^Link para redefinir a senha criado/, /^Login/];
  await expect(sectionOf(page, 'Atividade da conta').getByRole('listitem')).toHaveText(events);
});

test('a used link leads to the form for another, which works in the same tab', async ({ page, backstage, mailing }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const { email } = await backstage.signUp();
  await page.goto('/redefinir-senha#tr_used');
  await expectAccessible(page);
  await send(page, 'nova1234');
  const message = page.getByRole('alert').filter({ hasText: 'Este link já foi usado ou não vale mais.' });
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(fieldOf(page, 'Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Não chegou? Veja também o spam.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(await mailing.linkTo(email));
  await send(page, 'nova1234');
  await expect(page).toHaveURL('/login');
});

test('an unused link is not kept for the next person at the tab (X-673)', async ({ page }) => {
  await page.goto('/redefinir-senha#tr_unused');
  await expect(fieldOf(page, 'Nova senha')).toBeVisible();
  await page.getByRole('link', { name: 'Trilha' }).first().click();
  await expect(page).toHaveURL('/');
  await buttonOf(page, 'Login').click();
  await page.getByRole('link', { name: 'Esqueci minha senha', ...exact }).click();
  await expect(buttonOf(page, 'Enviar o link')).toBeVisible();
  await expect(fieldOf(page, 'Nova senha')).toHaveCount(0);
});

test('Back from another site shows no unused link to the next person (X-673)', async ({ page }) => {
  await page.goto('/redefinir-senha#tr_unused');
  await expect(fieldOf(page, 'Nova senha')).toBeVisible();
  // Browsers send it to a page that they keep for Back. Chromium keeps none while it is automated.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect(fieldOf(page, 'Nova senha')).toHaveCount(0);
});

test('a late answer to a new password ends no session of the next person (X-673)', async ({ page, backstage }) => {
  const bruno = await backstage.signUp();
  await page.route('**/password-resets', (route) => route.fulfill({ status: 204 }));
  const release = await hold(page, 'POST', '**/password-resets');
  await page.goto('/redefinir-senha#tr_any');
  const asked = page.waitForRequest('**/password-resets');
  await send(page, 'nova1234');
  const request = await asked;
  await page.getByRole('link', { name: 'Trilha' }).first().click();
  await buttonOf(page, 'Login').click();
  await logIn(page, bruno);
  await expect(page).toHaveURL('/dashboard');
  release();
  await (await request.response())?.finished();
  await page.getByRole('button', { name: 'Mais', ...exact }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await readStorage(page)).toHaveProperty('token');
});

test('without a mail server it names the operator', async ({ page }) => {
  const contact = 'https://escola.example/';
  const plain = await startTrilha({ CONTACT: contact });
  try {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto(`${plain.address}/redefinir-senha`);
    await expect(page.getByRole('link', { name: contact, ...exact })).toHaveAttribute('href', contact);
    await expect(page.locator('form')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  } finally {
    await plain.stop();
  }
});
