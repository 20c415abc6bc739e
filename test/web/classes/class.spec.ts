import type { Page } from '@playwright/test';
import type { Class } from '#contract/class.ts';
import { COURSE_MODULES } from '#contract/choices.ts';
import { CLASS_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { buttonOf, dialogOf, exact, fieldOf, headingOf } from '../../helpers/actions.ts';
import { holdAnswer, loseAnswer, nameOf } from '../../helpers/calls.ts';
import { fillClass, openClass, showClass } from '../../helpers/classes.ts';
import { bearer, expect, openAs, test } from '../../helpers/fixtures.ts';
import { change } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const MEMBERS = [
  { name: 'Bia Lima', technologies: { ReactJS: 'Avançado', 'HTML e CSS': 'Iniciante', Elm: 'Iniciante' } },
  { name: 'Caio Reis', technologies: { 'react.js': 'Iniciante', React: 'Intermediário' } },
  { name: 'Ágata Dias', course_module: COURSE_MODULES[1] },
];

const readNames = (page: Page) =>
  page
    .getByRole('region', { name: 'Pessoas' })
    .locator('li')
    .getByText(/^(Bia|Caio|Ágata|Eva) \w+$/);
const rowsOf = (page: Page) => page.getByRole('table').getByRole('row');

test('a name that reverses text does not reverse the question about it', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, [{ name: 'Bia \u202E' }]);
  await showClass(page, teacher, taught);
  await page.getByRole('button', { name: 'Remover Bia' }).click();
  const [first = 0, second = 0] = await dialogOf(page, 'Remover da turma?')
    .getByText('deixa de aparecer aqui')
    .evaluate((paragraph) => {
      const text = [...paragraph.childNodes].find(({ nodeValue }) => nodeValue?.includes('deixa de'));
      return ['deixa', 'de'].map((word) => {
        const range = new Range();
        const start = text?.nodeValue?.indexOf(` ${word} `) ?? 0;
        range.setStart(text ?? paragraph, start + 1);
        range.setEnd(text ?? paragraph, start + 1 + word.length);
        return range.getBoundingClientRect().left;
      });
    });
  expect(first).toBeLessThan(second);
});

test('the class sees who knows what, and what nobody knows yet', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  const [bia] = await fillClass(backstage, taught, MEMBERS);
  if (bia === undefined) throw new Error('nobody joined');
  const handle = `bia-${bia.id.slice(0, 8)}`;
  await change(backstage, bia, { handle, visibility: 'public' });
  await showClass(page, bia, taught);

  await expect(rowsOf(page)).toHaveText([
    'TecnologiaIniciante Intermediário AvançadoTotal'.replaceAll(' ', ''),
    'React0112',
    'Elm1001',
    'HTML e CSS1001',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending');
  await buttonOf(page, 'React').click();
  await expect(page.getByRole('term')).toHaveText(['Avançado', 'Intermediário']);
  await expect(page.getByRole('definition')).toHaveText(['Bia Lima', 'Caio Reis']);
  const links = page.getByRole('link', { name: 'Bia Lima', ...exact });
  await expect(links.first()).toHaveAttribute('href', `/u/${handle}`);
  await expect(links).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Caio Reis', ...exact })).toHaveCount(0);
  await buttonOf(page, 'React').click();
  await buttonOf(page, 'Tecnologia').click();
  await expect(rowsOf(page)).toHaveText([/^Tecnologia/, /^Elm/, /^HTML e CSS/, /^React/]);

  const unknown = page.getByRole('region', { name: 'O que ninguém sabe ainda', ...exact });
  for (const name of ['Git', 'TypeScript', 'Elm (1)', 'HTML e CSS (1)']) {
    await expect(unknown.getByText(name, exact)).toBeVisible();
  }
  for (const name of ['HTML', 'CSS', 'React']) await expect(unknown.getByText(name, exact)).toHaveCount(0);

  await expect(readNames(page)).toHaveText(['Ágata Dias', 'Bia Lima', 'Caio Reis']);
  const counts = buttonOf(page, '1 avançada · 2 iniciantes');
  await expect(counts).toHaveAccessibleDescription('Mostrar as tecnologias de Bia Lima');
  await counts.click();
  await expect(page.getByRole('definition')).toHaveText(['ReactJS', 'HTML e CSS', 'Elm']);
  await expect(page.getByText(/^Na turma desde/)).toHaveCount(0);
});

test('people are filtered and sorted, and the address stores the view', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, MEMBERS);
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60_000);
  await showClass(page, teacher, taught);
  const people = page.getByRole('region', { name: 'Pessoas', ...exact });
  const filter = people.getByRole('searchbox', { name: 'Filtrar por nome ou módulo', ...exact });
  const order = people.getByRole('combobox', { name: 'Ordenar pessoas', ...exact });
  for (const [label, names] of [
    ['Mais tecnologias', ['Bia Lima', 'Caio Reis', 'Ágata Dias']],
    ['Módulo', ['Bia Lima', 'Caio Reis', 'Ágata Dias']],
    ['Lista parada há mais tempo', ['Ágata Dias', 'Bia Lima', 'Caio Reis']],
    ['Na turma há pouco', ['Ágata Dias', 'Caio Reis', 'Bia Lima']],
  ] as const) {
    await order.selectOption({ label });
    await expect(readNames(page)).toHaveText(names);
  }
  await filter.fill('frontend');
  await expect(readNames(page)).toHaveText(['Ágata Dias']);
  await expect(people.getByRole('status')).toHaveText('1 de 3 pessoas');
  await buttonOf(people, 'Entraram nos últimos sete dias: 0').click();
  await expect(people.getByText('Nenhuma pessoa com este filtro.', exact)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact }).fill('el');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(`/turmas/${taught.id}?novas=sim&ordem=entrou&pessoa=frontend&tecnologia=el`);
  await page.clock.setFixedTime(Date.now());
  await page.reload();
  await expect(readNames(page)).toHaveText(['Ágata Dias']);
  await expect(buttonOf(people, 'Entraram nos últimos sete dias: 3')).toHaveAttribute('aria-pressed', 'true');
  await expect(rowsOf(page)).toHaveCount(2);
});

test('the teacher downloads the list, removes a person, renews the code, renames and ends', async ({
  page,
  backstage,
}) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, MEMBERS.slice(0, 2));
  await showClass(page, teacher, taught);
  await expect(page.getByText(/^Na turma desde .* · lista mudou em /)).toHaveCount(2);

  const download = page.waitForEvent('download');
  await buttonOf(page, 'Baixar planilha (CSV)').click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await buttonOf(page, 'Remover Caio Reis').click();
  await buttonOf(dialogOf(page, 'Remover da turma?'), 'Remover').click();
  await expect(toastWith(page, 'Caio Reis não está mais na turma')).toBeVisible();
  await expect(readNames(page)).toHaveText(['Bia Lima']);
  await expect(page.getByRole('link', { name: '1 pessoa', ...exact })).toBeVisible();
  await expect(buttonOf(page, 'Remover Bia Lima')).toBeFocused();

  await buttonOf(page, 'Convidar').click();
  const invitation = dialogOf(page, 'Convite');
  await invitation.getByText('O código chegou a quem não devia?', exact).click();
  await buttonOf(invitation, 'Gerar código novo').click();
  await expect(toastWith(page, 'O convite anterior deixou de valer')).toBeVisible();
  await expect(invitation.getByText(taught.code, exact)).toHaveCount(0);
  await expect(fieldOf(invitation, 'Link do convite')).not.toHaveValue(new RegExp(taught.code));
  await page.keyboard.press('Escape');

  await buttonOf(page, 'Mudar o nome').click();
  await fieldOf(dialogOf(page, 'Nome da turma'), 'Nome da turma').fill('Turma 8');
  await buttonOf(page, 'Salvar nome').click();
  await expect(headingOf(page, 'Turma 8')).toBeVisible();
  await expect(readNames(page)).toHaveText(['Bia Lima']);

  await buttonOf(page, 'Encerrar turma').click();
  await buttonOf(dialogOf(page, 'Encerrar a turma?'), 'Encerrar').click();
  await expect(toastWith(page, 'A turma Turma 8 terminou')).toBeVisible();
  await expect(page).toHaveURL('/turmas');
  await expect(page.getByText('Você ainda não está em nenhuma turma.', exact)).toBeVisible();
});

test('a retry opens no class twice, and a code renewed elsewhere is shown', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  await openAs(page, teacher, '/turmas');
  await fieldOf(page, 'Nome da turma').fill('Turma 9');
  await loseAnswer(page, 'POST', '**/classes');
  await buttonOf(page, 'Abrir turma').click();
  await expect(toastWith(page, 'Não foi possível abrir a turma')).toBeVisible();
  await buttonOf(page, 'Abrir turma').click();
  await expect(headingOf(page, 'Turma 9')).toBeVisible();
  const { request } = backstage;
  const headers = bearer(teacher);
  const all = (await (await request.get('/classes', { headers })).json()) as Class[];
  expect(all).toHaveLength(1);

  const renewed = await request.put(`/classes/${all[0]?.id}`, { data: { renew_code: true }, headers });
  const { code = '' } = (await renewed.json()) as Class;
  await buttonOf(page, 'Convidar').click();
  await expect(dialogOf(page, 'Convite').locator('b').getByText(code, exact)).toBeVisible();
});

test('the invitation shows who joins, and a return to the page reads the class again', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await page.clock.install();
  await showClass(page, teacher, taught);
  await buttonOf(page, 'Convidar').click();
  const invitation = dialogOf(page, 'Convite');
  await expect(invitation.getByText('Ninguém entrou ainda.', exact)).toBeVisible();
  await fillClass(backstage, taught, MEMBERS.slice(0, 1));
  await page.clock.fastForward(10_000);
  await expect(invitation.getByText('1 pessoa na turma', exact)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(readNames(page)).toHaveText(['Bia Lima']);

  await fillClass(backstage, taught, MEMBERS.slice(1, 2));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(readNames(page)).toHaveText(['Bia Lima', 'Caio Reis']);
});

test('a class that has ended elsewhere says so, whatever its teacher does', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  for (const act of [
    async (end: () => Promise<unknown>) => {
      await end();
      await buttonOf(page, 'Baixar planilha (CSV)').click();
    },
    async (end: () => Promise<unknown>) => {
      await end();
      await buttonOf(page, 'Mudar o nome').click();
      await buttonOf(page, 'Salvar nome').click();
    },
    async (end: () => Promise<unknown>) => {
      await end();
      await buttonOf(page, 'Convidar').click();
    },
    async (end: () => Promise<unknown>) => {
      const read = page.waitForResponse((response) => nameOf(response.request()).startsWith('GET /classes/'));
      await buttonOf(page, 'Convidar').click();
      await (await read).finished();
      await end();
      await page.getByText('O código chegou a quem não devia?', exact).click();
      await buttonOf(page, 'Gerar código novo').click();
    },
  ]) {
    const taught = await openClass(backstage, teacher);
    await showClass(page, teacher, taught);
    await act(() => backstage.request.delete(`/classes/${taught.id}`, { headers: bearer(teacher) }));
    await expect(headingOf(page, 'Turma não encontrada')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a late reload or rename undoes nothing that the teacher does meanwhile', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, MEMBERS.slice(0, 2));
  await page.clock.install();
  await showClass(page, teacher, taught);
  const releaseReload = await holdAnswer(page, `/classes/${taught.id}`);
  await buttonOf(page, 'Convidar').click();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Remover Caio Reis').click();
  const again = page.waitForResponse(`/classes/${taught.id}`);
  await buttonOf(dialogOf(page, 'Remover da turma?'), 'Remover').click();
  await (await again).finished();
  releaseReload();
  await expect(readNames(page)).toHaveText(['Bia Lima']);

  const rename = dialogOf(page, 'Nome da turma');
  const releaseName = await holdAnswer(page, `/classes/${taught.id}`);
  await buttonOf(page, 'Mudar o nome').click();
  await fieldOf(rename, 'Nome da turma').fill('Turma 8');
  await buttonOf(rename, 'Salvar nome').click();
  await expect(rename.getByText('Enviando…')).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(rename.getByText('Isso está demorando mais que o normal…')).toBeVisible();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Mudar o nome').click();
  await fieldOf(rename, 'Nome da turma').fill('Turma 9');
  releaseName();
  await expect(page).toHaveTitle(/Turma 8/);
  await expect(fieldOf(rename, 'Nome da turma')).toHaveValue('Turma 9');
});

test('after the last removal the class shows who has joined meanwhile', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, MEMBERS.slice(0, 1));
  await showClass(page, teacher, taught);
  await buttonOf(page, 'Remover Bia Lima').click();
  await fillClass(backstage, taught, MEMBERS.slice(1, 2));
  await buttonOf(dialogOf(page, 'Remover da turma?'), 'Remover').click();
  await expect(readNames(page)).toHaveText(['Caio Reis']);
  await expect(page.locator('main')).toBeFocused();
});

test('the teacher removes a person and those who are shown to have joined later', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  await fillClass(backstage, taught, [...MEMBERS, { name: 'Davi Luz' }]);
  await showClass(page, teacher, taught);
  const dialog = dialogOf(page, 'Remover da turma?');
  await buttonOf(page, 'Remover Davi Luz').click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Remover Caio Reis').click();
  await dialog.getByLabel('Remover também quem entrou depois: 2 pessoas').check();
  // Not shown, so not removed.
  await fillClass(backstage, taught, [{ name: 'Eva Luz' }]);
  await buttonOf(dialog, 'Remover 3 pessoas').click();
  await expect(toastWith(page, '3 pessoas não estão mais na turma')).toBeVisible();
  await expect(readNames(page)).toHaveText(['Bia Lima', 'Eva Luz']);
  await expect(page.getByRole('link', { name: '2 pessoas', ...exact })).toBeVisible();
  await expect(buttonOf(page, 'Remover Bia Lima')).toBeFocused();
  await page.reload();
  await expect(readNames(page)).toHaveText(['Bia Lima', 'Eva Luz']);
});

/** The console of the page gets each SVG that it draws. */
function logDrawings(page: Page) {
  return page.addInitScript(() => {
    const makeUrl = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      if (blob.type === 'image/svg+xml') void blob.text().then((text) => console.info(text));
      return makeUrl(blob);
    };
  });
}

test('a class is drawn, and prints whole without controls', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  const technologies = Object.fromEntries(Array.from('ABCDEFGHIJKLMN', (letter) => [`Zz${letter}`, 'Iniciante']));
  await fillClass(backstage, taught, [
    { name: 'Bia Lima', technologies },
    { name: 'Caio Reis', technologies: { ZzN: 'Avançado' } },
  ]);
  await logDrawings(page);
  await showClass(page, teacher, taught);
  await expect(page.getByRole('rowheader')).toHaveCount(12);
  await expect(buttonOf(page, 'Mostrar todas as 14')).toBeVisible();
  // The picture has its own order.
  await buttonOf(page, 'Tecnologia').click();
  await expect(page.getByRole('rowheader').first()).toHaveText('ZzA');
  const [picture, drawing] = [page.waitForEvent('download'), page.waitForEvent('console')];
  await buttonOf(page, 'Baixar imagem (PNG)').click();
  expect((await picture).suggestedFilename()).toBe('trilha-turma.png');
  expect((await drawing).text().match(/Zz./g)?.slice(0, 3)).toEqual(['ZzN', 'ZzA', 'ZzB']);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('rowheader')).toHaveCount(14);
  for (const role of ['searchbox', 'combobox'] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await expect(
    page
      .getByRole('button')
      .filter({ hasNotText: /^(Zz|Tecnologia|Iniciante|Intermediário|Avançado|Total|14 iniciantes|1 avançada)/ }),
  ).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await buttonOf(page, 'Mostrar todas as 14').click();
  await expect(buttonOf(page, 'ZzM')).toBeFocused();
});

test('a class is drawn although XML lacks some characters of its texts', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher, 'Turma \uFFFE');
  await fillClass(backstage, taught, [{ name: 'Bia Lima', technologies: { 'x\uFFFF\u0338': 'Iniciante' } }]);
  await showClass(page, teacher, taught);
  const picture = page.waitForEvent('download');
  await buttonOf(page, 'Baixar imagem (PNG)').click();
  await picture;
});

test('a class lists the thousand best known technologies, and its filter finds all', async ({ page, backstage }) => {
  const teacher = await backstage.signUp();
  const taught = await openClass(backstage, teacher);
  for (const member of await fillClass(backstage, taught, MEMBERS)) {
    const skills = Array.from({ length: 400 }, (_, count) => ({ name: `Zz ${member.name} ${count}` }));
    const data = { skills: [...skills, { name: 'Zzz' }] };
    await backstage.request.post('/profile/resume?apply=true', { data, headers: bearer(member) });
  }
  await logDrawings(page);
  await showClass(page, teacher, taught);
  await expect(page.getByRole('link', { name: '1.204 tecnologias', ...exact })).toBeVisible();
  const note = page.getByText('A tabela tem só as 1.000 mais conhecidas; o filtro encontra também as outras.', exact);
  await expect(note).toBeVisible();
  await expect(rowsOf(page).nth(1)).toHaveText(/^Zzz/);
  const drawing = page.waitForEvent('console');
  await buttonOf(page, 'Baixar imagem (PNG)').click();
  expect((await drawing).text()).toContain('as 20 mais conhecidas de 1.204.');
  await buttonOf(page, 'Mostrar todas as 1.000').click();
  await expect(page.getByRole('rowheader')).toHaveCount(CLASS_TECHNOLOGIES_LIMIT);

  const filter = page.getByRole('searchbox', { name: 'Filtrar tecnologias', ...exact });
  const counter = page.getByRole('region', { name: 'Tecnologias', ...exact }).getByRole('status');
  await filter.fill('zz');
  await expect(counter).toHaveText('1.201 de 1.204 tecnologias');
  await expect(note).toBeVisible();
  const normalized = await page.evaluateHandle(() => {
    const texts: unknown[] = [];
    const normalize = new Proxy(Reflect.get(String.prototype, 'normalize'), {
      apply(target, text, form) {
        texts.push(text);
        return Reflect.apply(target, text, form);
      },
    });
    Object.assign(String.prototype, { normalize });
    return texts;
  });
  await filter.fill('agata dias 399');
  await expect(rowsOf(page)).toHaveText([/^Tecnologia/, /^Zz Ágata Dias 399/]);
  await expect(counter).toHaveText('1 de 1.204 tecnologias');
  await expect(note).toBeHidden();
  expect(await normalized.evaluate((texts) => texts.length)).toBeLessThan(100);
});
