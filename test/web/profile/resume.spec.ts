import type { Page } from '@playwright/test';
import { buttonOf, dialogOf, exact } from '../../helpers/actions.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { change, chooseFile, clickFor, openAccount, readOwn, sectionOf } from '../../helpers/profile.ts';

const OPENER = 'Importar currículo';

function chooseResume(page: Page, content: unknown) {
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  const buffer = Buffer.from(isText ? content : JSON.stringify(content));
  return chooseFile(page, { name: 'cv.json', mimeType: 'application/json', buffer }, OPENER);
}

test('an import is previewed line by line, and written on its button alone', async ({ page, backstage }) => {
  const resume = {
    basics: { name: 'Outra', summary: 'Já sei programar.' },
    skills: [{ name: 'React', level: 'Master' }, { name: 'Vue' }, { name: 'vue' }, { name: 'HTML', level: 'Beginner' }],
    projects: [{ name: 'Sem link', description: 'x' }],
  };
  const person = await backstage.signUp();
  for (const title of ['React', 'HTML']) await backstage.addTechnology(person, { title, status: 'Iniciante' });
  await openAccount(page, person);
  await chooseResume(page, resume);
  const dialog = dialogOf(page, OPENER);
  await expect(dialog.getByText('Confira antes: nada foi salvo ainda.', exact)).toBeFocused();
  for (const [name, lines] of [
    [/^Novidades 1$/, ['VueTecnologia · Iniciante, porque o arquivo não diz um nível conhecido']],
    [
      /^Mudanças 2$/,
      [
        'ReactTecnologia · de Iniciante para Avançado',
        'BioPerfil · de “Aprendo a programar.” para “Já sei programar.”',
      ],
    ],
    [/^Ficam de fora 2$/, ['vueTecnologia · aparece mais de uma vez no arquivo', 'Sem linkProjeto · falta: link']],
    [/^Sem mudança 2$/, ['HTMLTecnologia · já está assim', /^NomePerfil · a importação não muda o nome/]],
  ] as const) {
    await expect(dialog.getByRole('region', { name }).getByRole('listitem')).toHaveText([...lines]);
  }
  await page.keyboard.press('Escape');
  await expect(buttonOf(page, OPENER)).toBeFocused();
  expect((await readOwn(backstage, person)).techs).toHaveLength(2);

  await chooseResume(page, resume);
  await clickFor(buttonOf(dialog, 'Importar 3 itens'), '3 itens importados');
  await expect(buttonOf(page, OPENER)).toBeFocused();
  expect((await readOwn(backstage, person)).techs).toHaveLength(3);

  await chooseResume(page, resume);
  await expect(dialog.getByText('Não há nada para importar neste arquivo.', exact)).toBeFocused();
});

test('a resume in the encoding of older Windows programs keeps its accents', async ({ page, backstage }) => {
  await openAccount(page, await backstage.signUp());
  await chooseResume(page, Buffer.from('{"skills":[{"name":"Programação"}]}', 'latin1'));
  await expect(dialogOf(page, OPENER).getByText('Programação', exact)).toBeVisible();
});

test('an import over data that changed since its plan was shown asks again', async ({ page, backstage }) => {
  const person = await openAccount(page, await backstage.signUp());
  await chooseResume(page, { basics: { summary: 'Do arquivo' }, skills: [{ name: 'React', level: 'Master' }] });
  const dialog = dialogOf(page, OPENER);
  await expect(dialog.getByRole('region', { name: /^Mudanças 1$/ })).toBeVisible();
  await change(backstage, person, { bio: 'De outra aba' });
  await clickFor(buttonOf(dialog, 'Importar 2 itens'), 'Seus dados mudaram: confira de novo');
  expect(await readOwn(backstage, person)).toMatchObject({ bio: 'De outra aba', techs: [] });
  await clickFor(buttonOf(dialog, 'Importar 2 itens'), '2 itens importados');
  expect(await readOwn(backstage, person)).toMatchObject({ bio: 'Do arquivo', techs: [{ title: 'React' }] });
});

test('the resume as a PDF is the public page, opened with the print dialog', async ({ page, context, backstage }) => {
  await context.addInitScript(() =>
    Object.assign(window, { print: () => document.body.replaceChildren('imprimindo') }),
  );
  const person = await backstage.signUp();
  const handle = `ana-${person.id.slice(0, 18)}`;
  await change(backstage, person, { handle, visibility: 'public' });
  await openAccount(page, person);
  const opened = context.waitForEvent('page');
  await buttonOf(page, 'Gerar currículo em PDF').click();
  await expect((await opened).getByText('imprimindo', exact)).toBeVisible();
  expect((await opened).url()).toMatch(new RegExp(`/u/${handle}$`));
});

test('a file that is too large, endless or no resume is refused below its button', async ({ page, backstage }) => {
  await openAccount(page, await backstage.signUp());
  for (const [content, words] of [
    ['x'.repeat(512 * 1024 + 1), 'Este arquivo é grande demais: o máximo é 512 KB'],
    ['{oi', 'Este arquivo não é um JSON válido'],
    [{ name: 'trilha' }, 'Este arquivo não é um currículo no formato JSON Resume'],
    [
      { skills: Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}` })) },
      'Este currículo tem itens demais: o máximo são 1.000 tecnologias e 200 projetos',
    ],
  ] as const) {
    await chooseResume(page, content);
    await expect(sectionOf(page, 'Currículo').getByText(words, exact)).toBeVisible();
    await expect(buttonOf(page, OPENER)).toHaveAccessibleDescription(words);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
