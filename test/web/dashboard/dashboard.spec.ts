import type { Locator, Page } from '@playwright/test';
import { COURSE_MODULES } from '#contract/choices.ts';
import {
  boxOf,
  expectMessageUnder,
  headingOf,
  logIn,
  openCreate,
  openDelete,
  openEdit,
  openWith,
  readRows,
  readStorage,
  rowOf,
  sendCreate,
  sendDelete,
  sendEdit,
  stopClock,
} from '../../helpers/acts.ts';
import {
  answer,
  bareCall,
  cut,
  hold,
  nameOf,
  recordCalls,
  refuse,
  TECHNOLOGIES,
  TECHNOLOGY,
} from '../../helpers/calls.ts';
import { type Backstage, expect, openAs, type SignedUp, test } from '../../helpers/fixtures.ts';
import { aTechnology } from '../../helpers/make.ts';
import { anyToast, toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

const BOTH = { tag: '@both-engines' };

/** A user who knows React and Redes, and looks at their dashboard. */
async function openWithTwo(page: Page, backstage: Backstage) {
  const { person, technologies } = await openWith(page, backstage, [
    { title: 'React', status: 'Iniciante' },
    { title: 'Redes', status: 'Avançado' },
  ]);
  const [react, redes] = technologies;
  if (react === undefined || redes === undefined) throw new Error('they were not added');
  return { person, react, redes };
}

/** Every key of a JSON value, at any depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysOf(inner)]);
}

const ROLE = /role|admin|permiss|scope|group|papel|perfil|cargo|fun[cç][aã]o|moderador|professor/i;

test.describe('"Sair"', () => {
  test('"Sair" stands in the header, empties the storage, of what others put there, too, and leads to the login (M-050, M-051, M-092)', async ({
    page,
    ana,
  }) => {
    const signOut = page.getByRole('banner').getByRole('button', { name: 'Sair', ...exact });
    await expect(signOut).toHaveText('Sair', { useInnerText: true });
    await page.evaluate(() => localStorage.setItem('de-outro', 'fica?'));
    expect(await readStorage(page)).toEqual({
      token: JSON.stringify(ana.token),
      userId: JSON.stringify(ana.id),
      'de-outro': 'fica?',
    });
    await signOut.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Login', ...exact })).toBeVisible();
    await expect(page.getByText(`Olá, ${ana.name}`)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('"Sair" ends at the login, and so do a reload, Back and the dashboard’s address after it (M-052, M-053)', async ({
    page,
    backstage,
  }) => {
    const login = page.getByRole('heading', { name: 'Login', ...exact });
    const ana = await backstage.signUp();
    await page.goto('/');
    await page.getByRole('button', { name: 'Login', ...exact }).click();
    await logIn(page, ana);
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(login).toBeVisible();
    await expect(page).toHaveURL('/login');

    const calls = recordCalls(page);
    await page.goBack();
    await expect(login).toBeVisible();
    await expect(page).toHaveURL('/login');
    for (const open of [() => page.reload(), () => page.goto('/dashboard'), () => page.reload()]) {
      await open();
      await expect(login).toBeVisible();
      await expect(page).toHaveURL('/login');
    }
    expect(calls.map(nameOf)).toEqual([]);
  });

  test('"Sair" takes back a success that was still to be told (A-17, X-54)', async ({ page, backstage }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await page.clock.install();
    await openAs(page, person);
    await expect(rowOf(page, title)).toBeVisible();
    await stopClock(page);
    const dialog = await openEdit(page, title);
    await sendEdit(dialog, { status: 'Avançado' });
    await expect(dialog).toBeHidden();
    await page.clock.runFor(1000);
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await logIn(page, person);
    await page.waitForURL('/dashboard');
    await page.clock.runFor(1000);
    await expect(anyToast(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(toastWith(page, 'Logado com sucesso')).toBeVisible();
    await expect(anyToast(page)).toHaveCount(1);
  });
});

test.describe('the greeting', () => {
  test(
    'the dashboard greets the user by name and shows their module, and nobody before the name is known, nor "undefined" (M-054, M-055, A-31, X-65)',
    BOTH,
    async ({ page, backstage }) => {
      const person = await backstage.signUp({ name: 'Zé da Silva', course_module: COURSE_MODULES[3] });
      const release = await hold(page, 'GET', `**/users/${person.id}`);
      await openAs(page, person);
      await expect(page.getByText('Carregando tecnologias')).toBeAttached();
      await expect(page.getByText(/Olá|undefined|null/)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Sair', exact: true })).toBeVisible();
      release();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Zé da Silva', { useInnerText: true });
      await expect(page.getByText('Quarto módulo (Backend Avançado)', exact)).toBeVisible();

      // A name and a module that are missing leave their places empty.
      const user = { id: person.id, name: null, course_module: null, techs: [] };
      await answer(page, 'GET', `**/users/${person.id}`, 200, user);
      await page.reload();
      await expect(page.getByText('Você ainda não cadastrou nenhuma tecnologia.')).toBeVisible();
      await expect(page.getByText(/undefined|null/)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carregando');
      await expect(page.getByText('Carregando', exact)).toHaveCount(2);
    },
  );

  test('while the list loads, that is said once, and rows are hinted at after 200 ms (X-60)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    const release = await hold(page, 'GET', `**/users/${person.id}`);
    await openAs(page, person);
    const said = page.getByRole('status').filter({ hasText: 'Carregando tecnologias' });
    await expect(said).toHaveText('Carregando tecnologias');
    await expect(page.getByText('Carregando tecnologias')).toHaveCount(1);
    const busy = page.locator('[aria-busy=true]').filter({ has: said });
    await expect(busy).toHaveCount(1);
    const seen = await busy.locator('[aria-hidden=true]').evaluateAll((rows) =>
      rows.map((row) => {
        // On a busy machine the 200 ms are over by now: they are started again.
        if (row instanceof HTMLElement) row.style.animation = 'none';
        row.getBoundingClientRect();
        if (row instanceof HTMLElement) row.style.animation = '';
        const [late] = row.getAnimations();
        late?.pause();
        return [199, 201].map((time) => {
          if (late) late.currentTime = time;
          return getComputedStyle(row).visibility;
        });
      }),
    );
    expect(seen).toEqual([
      ['hidden', 'visible'],
      ['hidden', 'visible'],
      ['hidden', 'visible'],
    ]);
    release();
    await expect(rowOf(page, title)).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });
});

test.describe('"Mais"', () => {
  test('the pages beside the dashboard are behind "Mais", which opens and closes with pointer and keyboard, and closes when the focus leaves it (X-203)', async ({
    page,
    ana,
  }) => {
    await expect(headingOf(page, `Olá, ${ana.name}`)).toBeVisible();
    const more = page.getByRole('banner').getByRole('button', { name: 'Mais', ...exact });
    const menu = page.getByRole('navigation', { name: 'Mais páginas', ...exact });
    await expect(menu).toBeHidden();
    await more.click();
    await expect(menu).toBeVisible();
    await expect(menu).toBeInViewport({ ratio: 1 });
    await page.mouse.click(20, 700);
    await expect(menu).toBeHidden();
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    for (const name of ['Meu perfil', 'Privacidade', 'Acessibilidade']) {
      await page.keyboard.press('Tab');
      await expect(menu.getByRole('link', { name, ...exact })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Sair', ...exact })).toBeFocused();
    await expect(menu).toBeHidden();
    await more.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('link', { name: 'Trilha', ...exact })).toBeFocused();
    await expect(menu).toBeHidden();

    await more.press('Enter');
    await menu.getByRole('link', { name: 'Acessibilidade', ...exact }).press('Enter');
    await expect(page).toHaveURL('/acessibilidade');
    await expect(headingOf(page, 'Acessibilidade')).toBeFocused();
    await page.getByRole('link', { name: 'Voltar às tecnologias', ...exact }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

/** Where each of these stands in the window once it has the focus, from the last to the first. */
function focusBackwards(controls: Locator) {
  return controls.evaluateAll((all) =>
    all.toReversed().map((control) => {
      (control as HTMLElement).focus();
      return control.getBoundingClientRect().top;
    }),
  );
}

test.describe('the list', () => {
  test('the dashboard reads name, module and technologies from GET users/{id}, which carries nothing (M-141, M-142, A-16)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const calls = recordCalls(page);
    // The answer holds what the specification names, and nothing else.
    await answer(page, 'GET', `**/users/${person.id}`, 200, {
      name: 'Dandara',
      course_module: 'Quarto módulo (Backend Avançado)',
      techs: [
        { id: '1', title: 'Fastify', status: 'Avançado' },
        { id: '2', title: 'SQL', status: 'Iniciante' },
      ],
    });
    const call = await bareCall(page, () => openAs(page, person), `**/users/${person.id}`);
    expect(call).toEqual({ name: `GET /users/${person.id}`, body: null, authorization: null });
    await expect(page.getByRole('heading', { name: 'Olá, Dandara', exact: true })).toBeVisible();
    await expect(page.getByText('Quarto módulo (Backend Avançado)', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(2);
    expect(await readRows(page)).toEqual(['Fastify Avançado', 'SQL Iniciante']);
    expect(calls.map(nameOf)).toEqual([`GET /users/${person.id}`]);
  });

  test(
    'each technology has one row, with its title and its status, an item of a list with two buttons side by side, large enough to be hit (M-058, M-059, M-060, A-21, X-57, X-58, X-64)',
    BOTH,
    async ({ page, backstage }) => {
      const other = await backstage.signUp();
      await backstage.addTechnology(other, { title: 'De outra pessoa' });
      await openWith(page, backstage, [
        { title: 'C', status: 'Iniciante' },
        { title: 'Redes', status: 'Avançado' },
      ]);
      const rows = page.locator('ul').getByRole('listitem');
      await expect(rows).toHaveText([/^C\s+Iniciante$/, /^Redes\s+Avançado$/], { useInnerText: true });
      for (const [title, status] of [
        ['C', 'Iniciante'],
        ['Redes', 'Avançado'],
      ] as const) {
        await expect(rowOf(page, title).getByText(title, exact)).toBeVisible();
        await expect(rowOf(page, title).getByText(status, exact)).toBeVisible();
      }

      const row = rows.last();
      const [edit, remove] = [row.getByRole('button').first(), row.getByRole('button').last()];
      await expect(row.getByRole('button')).toHaveCount(2);
      await expect(edit).toHaveAccessibleName('Redes Avançado');
      await expect(edit).toHaveAccessibleDescription('Editar');
      await expect(remove).toHaveAccessibleName('Excluir Redes');
      await expect(remove.locator('svg')).toHaveAttribute('aria-hidden', 'true');
      expect(await row.evaluate(({ children }) => [...children].map(({ tagName }) => tagName))).toEqual([
        'BUTTON',
        'BUTTON',
      ]);
      await expect(row.locator('button button, a, button [tabindex]')).toHaveCount(0);

      for (const control of await page.locator('#app').getByRole('button').all()) {
        const { width, height } = await boxOf(control);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      }
      const trash = await boxOf(page.getByRole('button', { name: 'Excluir C', ...exact }));
      expect([trash.width, trash.height]).toEqual([44, 44]);
    },
  );

  test('a press anywhere on a row opens the dialog that edits that technology (M-061, A-21, X-58)', async ({
    page,
    backstage,
  }) => {
    const { redes } = await openWithTwo(page, backstage);
    const row = rowOf(page, 'Redes');
    const dialog = page.getByRole('dialog', { name: 'Tecnologia Detalhes', ...exact });
    const { width, height } = await boxOf(row);
    for (const open of [
      () => row.getByText('Redes', exact).click(),
      () => row.getByText('Avançado', exact).click(),
      () => row.click({ position: { x: 3, y: 3 } }),
      () => row.click({ position: { x: width / 2, y: height - 3 } }),
      () => row.click({ position: { x: width - 60, y: height / 2 } }),
    ]) {
      await open();
      await expect(dialog.getByLabel('Nome do projeto')).toHaveValue('Redes');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await row.click();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Salvar Alterações' }).click();
    expect(new URL((await sent).url()).pathname).toBe(`/users/techs/${redes.id}`);
  });

  test(
    'the second level is read with its accent, however it is kept, and sent without (M-105, A-13, A-14)',
    BOTH,
    async ({ page, backstage }) => {
      await openWith(page, backstage, [
        { title: 'React', status: 'Intermediario' },
        { title: 'Node', status: 'Intermediário' },
      ]);
      expect(await readRows(page)).toEqual(['React Intermediário', 'Node Intermediário']);
      for (const title of ['React', 'Node']) {
        const dialog = await openEdit(page, title);
        await expect(dialog.getByRole('option', { selected: true })).toHaveText('Intermediário');
        await expect(dialog.getByRole('option')).toHaveCount(4);
        const sent = page.waitForRequest(TECHNOLOGY);
        await sendEdit(dialog);
        expect((await sent).postDataJSON()).toEqual({ title, status: 'Intermediario' });
        await expect(dialog).toBeHidden();
      }
      const create = await openCreate(page);
      await expect(create.getByRole('option', { name: 'Intermediário', ...exact })).toBeAttached();
      await expect(page.getByText('Intermediario', exact)).toHaveCount(0);
    },
  );

  test(
    'rows keep their order, that of creation, whatever is added, changed, deleted or reloaded; a level is a word and a meter, and the greeting counts (M-149, A-36, X-64, X-193)',
    BOTH,
    async ({ page, backstage }) => {
      const person = await backstage.signUp();
      const vue = await backstage.addTechnology(person, { title: 'Vue', status: 'Iniciante' });
      await openAs(page, person);
      await expect(page.getByText('1 tecnologia', exact)).toBeVisible();
      await expect(rowOf(page, 'Vue').locator('[data-filled]')).toHaveCount(1);
      await expect(rowOf(page, 'Vue').getByRole('button', { name: 'Vue Iniciante', ...exact })).toBeVisible();
      for (const [title, said] of [
        ['Angular', '2 tecnologias · 1 avançada'],
        ['Svelte', '3 tecnologias · 2 avançadas'],
      ] as const) {
        await sendCreate(await openCreate(page), { title, status: 'Avançado' });
        await expect(page.getByText(said, exact)).toBeVisible();
      }
      await expect(rowOf(page, 'Svelte').locator('[data-filled]')).toHaveCount(3);
      await expect(page.getByText(person.course_module)).toBeVisible();
      expect(await readRows(page)).toEqual(['Vue Iniciante', 'Angular Avançado', 'Svelte Avançado']);

      await sendEdit(await openEdit(page, 'Vue'), { title: 'Zod', status: 'Avançado' });
      await expect(rowOf(page, 'Zod')).toBeVisible();
      expect(await readRows(page)).toEqual(['Zod Avançado', 'Angular Avançado', 'Svelte Avançado']);
      await sendDelete(await openDelete(page, 'Angular'));
      await expect(rowOf(page, 'Angular')).toHaveCount(0);
      const seen = ['Zod Avançado', 'Svelte Avançado'];
      expect(await readRows(page)).toEqual(seen);
      await page.reload();
      await expect(page.getByRole('listitem')).toHaveCount(2);
      expect(await readRows(page)).toEqual(seen);
      expect(await backstage.readTechnologies(person)).toMatchObject([{ id: vue.id }, { title: 'Svelte' }]);
    },
  );

  test('an empty list says so in words, without a second "+", shows faint examples to the eye alone, and makes "+" stand out until there is one (A-32, X-61, X-281)', async ({
    page,
    ana,
  }) => {
    const empty = page.getByText('Você ainda não cadastrou nenhuma tecnologia. Use o botão + para começar.', exact);
    const add = page.getByRole('button', { name: '+', ...exact });
    await expect(empty).toBeVisible();
    await expect(page.getByRole('button', { name: '+' })).toHaveCount(1);
    await expect(page.getByText('JavaScript', exact)).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    expect(await page.getByRole('main').ariaSnapshot()).not.toMatch(/HTML|CSS|JavaScript|Avançado/);
    await expect(add).toHaveCSS('background-color', 'rgb(255, 87, 127)');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('JavaScript', exact)).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await sendCreate(await openCreate(page), { title: ana.name, status: 'Iniciante' });
    await expect(rowOf(page, ana.name)).toBeVisible();
    await expect(empty).toHaveCount(0);
    await expect(page.getByText('JavaScript', exact)).toHaveCount(0);
    await expect(add).not.toHaveCSS('background-color', 'rgb(255, 87, 127)');
    await sendDelete(await openDelete(page, ana.name));
    await expect(empty).toBeVisible();
  });

  test('nothing that has the focus is under a bar that stays in sight, neither "+" backwards nor the one about the network (X-195, X-412)', async ({
    page,
    context,
    backstage,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openWith(
      page,
      backstage,
      Array.from({ length: 12 }, () => ({})),
    );
    const buttons = page.getByRole('listitem').getByRole('button');
    await page.keyboard.press('End');
    const bar = await boxOf(page.getByRole('button', { name: '+', ...exact }));
    const under = bar.y + bar.height;
    expect(Math.min(...(await focusBackwards(buttons)))).toBeGreaterThanOrEqual(under);

    await context.setOffline(true);
    const notice = await boxOf(page.getByText('Você está sem internet'));
    await buttons.first().focus();
    for (let row = 0; row < 23; row += 1) {
      await page.keyboard.press('Tab');
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThanOrEqual(notice.y);
    }
    await expect(buttons.last()).toBeFocused();
    await page.keyboard.press('End');
    for (const tool of [page.getByRole('combobox', { name: 'Ordenar' }), page.getByRole('searchbox')]) {
      await tool.focus();
      expect((await boxOf(tool)).y).toBeGreaterThanOrEqual(under);
    }
  });

  test('a list that cannot be read says so, greets nobody by name, and can be asked for again, with the focus where it belongs; "Sair" works (A-31, X-62, X-185)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const { title } = await backstage.addTechnology(person);
    await cut(page, 'GET', `**/users/${person.id}`);
    await openAs(page, person);
    const failure = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar as suas tecnologias.' });
    await expect(failure).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Olá', ...exact })).toBeVisible();
    await expect(page.getByText(/undefined|null/)).toHaveCount(0);

    const again = failure.getByRole('button', { name: 'Tentar de novo', ...exact });
    const answered = page.waitForEvent('requestfailed');
    await again.focus();
    await again.press('Enter');
    await answered;
    await expect(again).not.toHaveAttribute('aria-disabled');
    await expect(again).toBeFocused();
    await page.unroute(`**/users/${person.id}`);
    await again.press('Enter');
    await expect(rowOf(page, title)).toBeVisible();
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}`, ...exact })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Tecnologias', ...exact })).toBeFocused();
    await expect(failure).toHaveCount(0);

    await cut(page, 'GET', `**/users/${person.id}`);
    await page.reload();
    await expect(failure).toBeVisible();
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(page).toHaveURL('/login');
  });

  test('with five hundred rows the list is whole and scrolls to its end, and the form sends one more, which is refused (M-164, X-66, X-195)', async ({
    page,
    backstage,
  }) => {
    const person = await backstage.signUp();
    const techs = Array.from({ length: 500 }, (_, index) => ({
      id: `tech-${index}`,
      title: `Tecnologia ${index}`,
      status: 'Iniciante',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    }));
    const user = { id: person.id, name: person.name, course_module: person.course_module, techs };
    await answer(page, 'GET', `**/users/${person.id}`, 200, user);
    await refuse(page, 'POST', TECHNOLOGIES, 400, { code: 'limit-reached' });
    await openAs(page, person);
    await expect(page.getByRole('listitem')).toHaveCount(500);
    // How fast all of this is, `npm run bench:web` tells.
    await expect(rowOf(page, 'Tecnologia 499')).not.toBeInViewport();
    await page.keyboard.press('End');
    await expect(rowOf(page, 'Tecnologia 499')).toBeInViewport();
    await expect(page.getByRole('button', { name: '+', ...exact })).toBeInViewport({ ratio: 1 });

    const dialog = await openCreate(page);
    await expect(dialog).toBeVisible();
    const sent = page.waitForRequest(TECHNOLOGIES);
    await sendCreate(dialog, aTechnology());
    await sent;
    await expect(toastWith(page, 'Erro ao cadastrar a tecnologia')).toBeVisible();
    await expectMessageUnder(
      dialog.getByLabel('Nome', exact),
      'Você já tem 500 tecnologias, o máximo: exclua uma para cadastrar outra',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test.describe('on a screen of 320 px', () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test('long titles and words of forty letters break into lines (X-63)', async ({ page, backstage }) => {
      const word = 'Pneumoultramicroscopicossilicovulcanocon';
      const words = 'Programação orientada a objetos com muitas palavras';
      await openWith(page, backstage, [{ title: word }, { title: words }]);
      for (const title of [word, words]) {
        const text = page.getByText(title, exact);
        const { x, width } = await boxOf(text);
        expect(x + width).toBeLessThanOrEqual(320);
        expect(await text.evaluate((node) => node.scrollWidth <= node.clientWidth || node.clientWidth === 0)).toBe(
          true,
        );
        const lines = await text.evaluate((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
        expect(lines).toBeGreaterThan(1);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

  test('a phone that was turned and turned back has rows as wide as the list (X-550)', async ({ page, backstage }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openWith(
      page,
      backstage,
      Array.from({ length: 60 }, () => ({})),
    );
    const rows = page.getByRole('listitem');
    await page.setViewportSize({ width: 640, height: 360 });
    // Each row is drawn once as wide as it is here, and remembered so.
    for (let row = 0; row < 60; row += 4) await rows.nth(row).scrollIntoViewIfNeeded();
    await rows.last().scrollIntoViewIfNeeded();
    await rows.first().scrollIntoViewIfNeeded();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(360);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test.describe('with text of twice the size on a phone', () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test('nothing scrolls sideways, no word of the header breaks, and the filter can be read (X-552)', async ({
      page,
      backstage,
    }) => {
      await openWith(
        page,
        backstage,
        Array.from({ length: 9 }, () => ({ status: 'Intermediário' })),
      );
      const filter = page.getByRole('searchbox');
      await expect(filter).toBeVisible();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect((await boxOf(filter)).width).toBeGreaterThan(200);
      for (const name of ['Mais', 'Sair']) {
        expect((await boxOf(page.getByRole('button', { name, ...exact }))).height).toBeLessThanOrEqual(80);
      }
    });
  });

  test('"Sair", "+" and the rows look pressed in the very next frame (X-30)', async ({ page, backstage }) => {
    await openWithTwo(page, backstage);
    for (const name of ['Sair', '+', 'React Iniciante', 'Excluir React']) {
      const button = page.getByRole('button', { name, ...exact });
      await button.hover();
      const pressed = button.evaluate((element) => {
        const readLook = () => getComputedStyle(element).transform;
        const before = readLook();
        return new Promise<{ before: string; after: string }>((resolve) => {
          const read = () => requestAnimationFrame(() => resolve({ before, after: readLook() }));
          element.addEventListener('pointerdown', read, { once: true });
          element.dataset['watched'] = '';
        });
      });
      await expect(button).toHaveAttribute('data-watched', '');
      await page.mouse.down();
      const { before, after } = await pressed;
      expect(after).not.toBe(before);
      // Let go elsewhere, the press does nothing.
      await page.mouse.move(640, 790);
      await page.mouse.up();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
  });
});

const filterOf = (page: Page) => page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact });

const orderOf = (page: Page) => page.getByRole('combobox', { name: 'Ordenar', ...exact });

const titlesOf = async (page: Page) =>
  (await readRows(page)).map((row) => row.replace(/ (Iniciante|Intermediário|Avançado)$/, ''));

test.describe('the line that filters and sorts', () => {
  const NINE = ['Redes', 'Ágil', 'Programação', 'CSS 10', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash'];

  const LEVELS = ['Iniciante', 'Avançado', 'Intermediário', 'Intermediario'];

  const nine = NINE.map((title, index) => ({ title, status: LEVELS[index] ?? 'Iniciante' }));

  test('it is there from nine technologies on, finds a title by a part of it, or a level, and sorts as one would by hand, on a phone, too (X-194, X-414)', async ({
    page,
    backstage,
  }) => {
    await openWith(page, backstage, nine.slice(0, 8));
    await expect(filterOf(page)).toHaveCount(0);
    await expect(orderOf(page)).toHaveCount(0);
    await sendCreate(await openCreate(page), { title: 'bash', status: 'Iniciante' });
    await expect(filterOf(page)).toBeVisible();
    await expect.poll(() => titlesOf(page)).toEqual(NINE);
    await expect(orderOf(page).getByRole('option', { selected: true })).toHaveText('Por cadastro');

    await filterOf(page).fill(' PROGRAMACAO ');
    await expect.poll(() => titlesOf(page)).toEqual(['Programação']);
    await expect(page.getByRole('status').filter({ hasText: '1 de 9 tecnologias' })).toBeAttached();
    await filterOf(page).fill('css');
    await expect.poll(() => titlesOf(page)).toEqual(['CSS 10', 'CSS 9']);
    await filterOf(page).fill('avancado');
    await expect.poll(() => readRows(page)).toEqual(['Ágil Avançado']);
    await filterOf(page).fill('nada disso');
    await expect(page.getByText('Nenhuma tecnologia com este filtro.', exact)).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await filterOf(page).fill('');
    await expect.poll(() => titlesOf(page)).toEqual(NINE);

    await orderOf(page).selectOption({ label: 'De A a Z' });
    await expect
      .poll(() => titlesOf(page))
      .toEqual(['Ágil', 'bash', 'CSS 9', 'CSS 10', 'HTML', 'Programação', 'Redes', 'Vue', 'Zod']);
    await orderOf(page).selectOption({ label: 'Maior nível' });
    await expect
      .poll(() => titlesOf(page))
      .toEqual(['Ágil', 'Programação', 'CSS 10', 'Redes', 'CSS 9', 'HTML', 'Vue', 'Zod', 'bash']);
    await orderOf(page).selectOption({ label: 'Por cadastro' });
    await expect.poll(() => titlesOf(page)).toEqual(NINE);

    await page.setViewportSize({ width: 360, height: 640 });
    expect((await boxOf(filterOf(page))).y).toBe((await boxOf(orderOf(page))).y);
    await page.setViewportSize({ width: 320, height: 640 });
    const missing = await orderOf(page).evaluate((select: HTMLSelectElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      if (pen === null) throw new Error('nothing can be measured');
      pen.font = font;
      const widest = Math.max(...Array.from(select.options, ({ text }) => pen.measureText(text).width));
      return widest - (select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    });
    expect(missing).toBeLessThanOrEqual(0);

    await sendDelete(await openDelete(page, 'bash'));
    await expect(filterOf(page)).toHaveCount(0);
  });

  test('a row that it has found is changed and deleted like any other; an addition that it would hide empties it; nothing is stored', async ({
    page,
    backstage,
  }) => {
    const { person } = await openWith(page, backstage, nine);
    const stored = await readStorage(page);
    await filterOf(page).fill('css 1');
    await sendEdit(await openEdit(page, 'CSS 10'), { status: 'Avançado' });
    await expect.poll(() => readRows(page)).toEqual(['CSS 10 Avançado']);

    await sendCreate(await openCreate(page), { title: 'Elixir', status: 'Iniciante' });
    await expect(rowOf(page, 'Elixir')).toBeVisible();
    await expect(filterOf(page)).toHaveValue('');
    await filterOf(page).fill('e');
    await sendCreate(await openCreate(page), { title: 'Elm', status: 'Iniciante' });
    await expect(rowOf(page, 'Elm')).toBeVisible();
    await expect(filterOf(page)).toHaveValue('e');

    await filterOf(page).fill('css 1');
    await sendDelete(await openDelete(page, 'CSS 10'));
    await expect(rowOf(page, 'CSS 10')).toHaveCount(0);
    const kept = (await backstage.readTechnologies(person)).map(({ title }) => title);
    expect(kept).toEqual([...NINE.filter((title) => title !== 'CSS 10'), 'Elixir', 'Elm']);
    expect(await readStorage(page)).toEqual(stored);
  });

  test('a reload, a link and Back keep it by the address alone, Back takes no step of it, and "Sair" leaves it behind; a visitor there lands on the bare login (M-027, X-280)', async ({
    page,
    backstage,
  }) => {
    const { person } = await openWith(page, backstage, nine);
    const stored = await readStorage(page);
    const steps = await page.evaluate(() => history.length);
    const address = `/dashboard?${new URLSearchParams({ filtro: 'á&c', ordem: 'titulo' }).toString()}`;
    await filterOf(page).pressSequentially('á&c');
    await orderOf(page).selectOption({ label: 'De A a Z' });
    await expect(page).toHaveURL(address);
    await filterOf(page).fill('css');
    await expect(page).toHaveURL('/dashboard?filtro=css&ordem=titulo');
    expect(await page.evaluate(() => history.length)).toBe(steps);
    expect(await readStorage(page)).toEqual(stored);

    // Slower than the first render.
    const release = await hold(page, 'GET', `**/users/${person.id}`);
    await page.reload();
    await expect(page.getByText('Carregando tecnologias')).toBeAttached();
    release();
    await expect.poll(() => titlesOf(page)).toEqual(['CSS 9', 'CSS 10']);
    await expect(filterOf(page)).toHaveValue('css');
    await expect(orderOf(page)).toHaveValue('titulo');

    await page.getByRole('button', { name: 'Mais', ...exact }).click();
    await page.getByRole('link', { name: 'Privacidade', ...exact }).click();
    await expect(page).toHaveURL('/privacidade');
    await page.goBack();
    await expect(page).toHaveURL('/dashboard?filtro=css&ordem=titulo');
    await expect.poll(() => titlesOf(page)).toEqual(['CSS 9', 'CSS 10']);

    // What empties the filter while a dialog has its own step in the history.
    await sendCreate(await openCreate(page), { title: 'Elixir', status: 'Iniciante' });
    await expect(rowOf(page, 'Elixir')).toBeVisible();
    await expect(page).toHaveURL('/dashboard?ordem=titulo');

    await page.goto('/dashboard?filtro=zod&ordem=toString');
    await expect.poll(() => titlesOf(page)).toEqual(['Zod']);
    await expect(orderOf(page)).toHaveValue('cadastro');
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(page).toHaveURL('/login');
    await logIn(page, person);
    await expect(page).toHaveURL('/dashboard');
    await expect(filterOf(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Sair', ...exact }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/dashboard?filtro=css');
    await expect(page).toHaveURL('/login');
    await expect(headingOf(page, 'Login')).toBeVisible();
  });
});

test('one is a visitor or a user with a session, and there is no role beside (M-133)', async ({ page, backstage }) => {
  const [ana, bia] = [await backstage.signUp({ name: 'Ana' }), await backstage.signUp({ name: 'Bia' })];
  const session = await backstage.request.post('/sessions', { data: { email: ana.email, password: ana.password } });
  const user = await backstage.request.get(`/users/${ana.id}`);
  for (const held of [await session.json(), await user.json()]) {
    expect(keysOf(held)).toContain('course_module');
    expect(keysOf(held).filter((key) => ROLE.test(key))).toEqual([]);
  }

  async function screenOf(person: SignedUp) {
    await openAs(page, person);
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(['token', 'userId']);
    return (await page.locator('body').ariaSnapshot()).replaceAll(person.name, '{name}');
  }
  const screen = await screenOf(ana);
  expect(screen).toBe(await screenOf(bia));
  expect(screen).not.toMatch(ROLE);
});
