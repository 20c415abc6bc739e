import { expectNoSidewaysScroll } from '../../helpers/access.ts';
import { buttonOf, fieldOf, goBack, readStorage } from '../../helpers/acts.ts';
import { cut } from '../../helpers/calls.ts';
import { expect, openAs, test } from '../../helpers/fixtures.ts';
import { addWork, dialogOf, expire, logInElsewhere, NOTICE, openProfile, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test('every file that a style sheet names is there (X-517)', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const named = await page.evaluate(() =>
    [...document.styleSheets].flatMap(({ href, cssRules }) =>
      Array.from(cssRules, ({ cssText }) => [...cssText.matchAll(/url\(["']?(?!data:)([^"')]+)/g)])
        .flat()
        .map(([, address = '']) => new URL(address, href ?? location.href).href),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  const answers = await Promise.all(named.map((address) => backstage.request.get(address)));
  expect(answers.filter((answer) => !answer.ok()).map((answer) => answer.url())).toEqual([]);
});

test.describe('the way to the profile and back', () => {
  test('another tab’s login shows its own user’s profile, and nothing of the one before (A-30)', async ({
    page,
    context,
    backstage,
  }) => {
    const before = await backstage.signUp({ name: 'Ana Souza' });
    const after = await backstage.signUp({ name: 'Bia Lima' });
    await openProfile(page, before);
    await openAs(await context.newPage(), after, '/favicon.svg');
    await expect(fieldOf(page, 'Nome')).toHaveValue(after.name);
    await expect(fieldOf(page, 'Email')).toHaveValue(after.email);
  });

  test('it is behind "Mais", has a title of its own, and leads back to the technologies', async ({ page, ana }) => {
    await buttonOf(page, 'Mais').click();
    await page.getByRole('link', { name: 'Meu perfil', ...exact }).click();
    await expect(page).toHaveURL('/perfil');
    await expect(page).toHaveTitle('Meu perfil · Trilha');
    await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil', ...exact })).toBeFocused();
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page.getByRole('heading', { name: `Olá, ${ana.name}`, ...exact })).toBeFocused();
  });

  test('"Sair" works there as on the dashboard, and no other control there is called so (G-1)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await addWork(backstage, person);
    await logInElsewhere(backstage, person);
    await openProfile(page, person);
    await expect(buttonOf(page, 'Encerrar as outras sessões')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sair' })).toHaveCount(1);
    for (const role of ['button', 'link', 'switch', 'textbox', 'combobox'] as const) {
      await expect(
        page.getByRole(role, { name: /\b(sim|não|login|entrar)\b|\+|cadastr|salvar alterações/i }),
      ).toHaveCount(0);
    }
    await buttonOf(page, 'Sair').click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
  });

  test('the profile that cannot be read is asked for again when the user says so; a session that has ended is told of in its place (A-04)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await cut(page, 'GET', '**/profile');
    await openAs(page, person, '/perfil');
    await expect(page.getByText('Não foi possível carregar o seu perfil.', exact)).toBeVisible();
    await expect(buttonOf(page, 'Sair')).toBeVisible();
    await page.unroute('**/profile');
    await buttonOf(page, 'Tentar de novo').click();
    await expect(fieldOf(page, 'Nome')).toHaveValue(person.name);

    await expire(backstage, person);
    await page.reload();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(buttonOf(page, 'Tentar de novo')).toHaveCount(0);
  });
});

test.describe('a session that the server no longer takes', () => {
  test('is said so in a notice that stays in sight, and clears nothing (A-04, X-73)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await fieldOf(page, 'Bio').fill('Digitei muito.');
    await expire(backstage, person);
    await buttonOf(page, 'Baixar meus dados').click();
    await expect(toastWith(page, 'Não foi possível baixar os dados')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeInViewport({ ratio: 1 });
    await expect(fieldOf(page, 'Bio')).toHaveValue('Digitei muito.');
    await expect(page).toHaveURL('/perfil');
    await page.getByRole('link', { name: 'Entrar novamente', ...exact }).click();
    await page.getByRole('button', { name: 'Descartar', ...exact }).click();
    await expect(page).toHaveURL('/login');
    expect(await readStorage(page)).toEqual({});
  });

  test('is said so in the dialog that meets it, which keeps what was typed (A-04, X-73)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    await openProfile(page, person);
    await buttonOf(page, 'Adicionar projeto').click();
    await expire(backstage, person);
    const dialog = dialogOf(page, 'Novo projeto');
    await fieldOf(dialog, 'Título').fill(WORK.title);
    await fieldOf(dialog, 'Descrição').fill(WORK.description);
    await fieldOf(dialog, 'Link do projeto').fill(WORK.deploy_url);
    await buttonOf(dialog, 'Salvar projeto').click();
    await expect(dialog.getByText(NOTICE)).toBeVisible();
    await expect(fieldOf(dialog, 'Título')).toHaveValue(WORK.title);
  });
});

test('on a screen of 320 by 256 nothing scrolls sideways, and every dialog ends within reach (X-78)', async ({
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const word = 'palavra'.repeat(16);
  const person = await backstage.signUp({ name: word, bio: word, contact: `https://example.com/${word}` });
  await addWork(backstage, person, { title: word, description: word, deploy_url: `https://example.com/${word}` });
  await logInElsewhere(backstage, person);
  await openProfile(page, person);
  await expect(buttonOf(page, 'Encerrar as outras sessões')).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const { opener, last } of [
    { opener: 'Adicionar projeto', last: 'Salvar projeto' },
    { opener: `Excluir ${word}`, last: 'Manter' },
    { opener: 'Apagar minha conta', last: 'Apagar tudo para sempre' },
  ]) {
    await buttonOf(page, opener).click();
    await expectNoSidewaysScroll(page);
    await buttonOf(page, last).scrollIntoViewIfNeeded();
    await expect(buttonOf(page, last)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('links to the sections stay in sight and lead to each, make no step of the history, take the focus along, and ask about no text (X-217, X-411)', async ({
    page,
    backstage,
  }) => {
    await page.goto('/acessibilidade');
    await openProfile(page, await backstage.signUp());
    const links = page.getByRole('navigation', { name: 'Partes da página', exact: true });
    await expectNoSidewaysScroll(page);
    for (const [name, heading] of [
      ['Senha', 'Senha'],
      ['Sessões', 'Sessões abertas'],
      ['Foto', 'Foto'],
    ] as const) {
      await links.getByRole('link', { name, exact: true }).click();
      const title = page.getByRole('heading', { level: 2, name: heading, exact: true });
      await expect(title).toBeInViewport({ ratio: 1 });
      await expect(links).toBeInViewport({ ratio: 1 });
      const [bar, below] = [await links.boundingBox(), await title.boundingBox()];
      expect(below?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    }
    expect((await links.boundingBox())?.height).toBeLessThan(80);

    await fieldOf(page, 'Bio').fill('Outra bio');
    for (const name of ['Senha', 'Foto']) {
      await links.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused();
    }
    await expect(page).toHaveURL('/perfil#foto');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await goBack(page);
    await buttonOf(dialogOf(page, 'Descartar o que você escreveu?'), 'Descartar').click();
    await expect(page).toHaveURL('/acessibilidade');
  });
});
