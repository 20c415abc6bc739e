import { readFile } from 'node:fs/promises';
import type { Resume } from '#contract/resume.ts';
import { buttonOf, fieldOf, goBack } from '../../helpers/acts.ts';
import { bareCall, cut, nameOf, recordCalls } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, chooseFile, dialogOf, openProfile, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };
const OPENER = 'Importar currículo';

const fileOf = (content: unknown) => ({
  name: 'cv.json',
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

const FILE = {
  basics: { name: 'Outra', summary: 'Já sei programar.' },
  skills: [{ name: 'React', level: 'Master' }, { name: 'Vue' }, { name: 'vue' }, { name: 'HTML', level: 'Beginner' }],
  projects: [{ name: 'Sem link', description: 'x' }],
};

test('the resume is saved as a file (X-398)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await backstage.addTechnology(person, { title: 'React', status: 'Avançado' });
  await addWork(backstage, person);
  await openProfile(page, person);
  const download = page.waitForEvent('download');
  await buttonOf(page, 'Baixar currículo (JSON Resume)').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('trilha-curriculo.json');
  const resume = JSON.parse(await readFile(await file.path(), 'utf8')) as Resume;
  expect(resume).toMatchObject({
    skills: [{ name: 'React', level: 'Avançado' }],
    projects: [{ name: WORK.title, url: WORK.deploy_url }],
  });
  await expect(toastWith(page, 'Seu currículo foi baixado')).toBeVisible();
});

test('an import is shown line by line, and written when its button is pressed (X-398)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (const title of ['React', 'HTML']) await backstage.addTechnology(person, { title, status: 'Iniciante' });
  await openProfile(page, person);
  const calls = recordCalls(page);
  await chooseFile(page, fileOf(FILE), OPENER);
  const dialog = dialogOf(page, OPENER);
  await expect(dialog.getByText('Confira antes: nada foi salvo ainda.', exact)).toBeFocused();
  const linesOf = (name: RegExp) => dialog.getByRole('region', { name }).getByRole('listitem');
  await expect(linesOf(/^Novidades 1$/)).toHaveText([
    'VueTecnologia · Iniciante, porque o arquivo não diz um nível conhecido',
  ]);
  await expect(linesOf(/^Mudanças 2$/)).toHaveText([
    'ReactTecnologia · de Iniciante para Avançado',
    'BioPerfil · passa a ser o texto do arquivo',
  ]);
  await expect(linesOf(/^De fora 2$/)).toHaveText([
    'vueTecnologia · aparece mais de uma vez no arquivo',
    'Sem linkProjeto · falta: link',
  ]);
  await expect(linesOf(/^Sem mudança 2$/)).toHaveText([
    'HTMLTecnologia · já está assim',
    'NomePerfil · a importação não muda o nome da sua conta',
  ]);
  await page.keyboard.press('Escape');
  await expect(buttonOf(page, OPENER)).toBeFocused();
  expect(calls.map(nameOf)).toEqual(['POST /profile/resume']);
  expect((await readOwn(backstage, person)).techs).toHaveLength(2);

  await chooseFile(page, fileOf(FILE), OPENER);
  await buttonOf(dialog, 'Importar 3 itens').click();
  await expect(toastWith(page, '3 itens importados')).toBeVisible();
  await expect(buttonOf(page, OPENER)).toBeFocused();
  const own = await readOwn(backstage, person);
  expect(own).toMatchObject({ name: person.name, bio: 'Já sei programar.' });
  expect(own.techs.map(({ title, status }) => `${title} ${status}`)).toEqual([
    'React Avançado',
    'HTML Iniciante',
    'Vue Iniciante',
  ]);
  await expect(sectionOf(page, 'Visibilidade').getByText('3 tecnologias').first()).toBeVisible();

  await chooseFile(page, fileOf(FILE), OPENER);
  await expect(dialog.getByText('Não há nada para importar neste arquivo.', exact)).toBeFocused();
  await expect(buttonOf(dialog, 'Voltar')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Importar/ })).toHaveCount(0);
});

test('after an import "Dados" shows what is stored now, and keeps what was typed and not saved (X-545)', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  await openProfile(page, person);
  const [name, bio, contact] = ['Nome', 'Bio', 'Contato'].map((label) => fieldOf(page, label));
  if (!name || !bio || !contact) throw new Error('three labels are three fields');
  await name.fill('Ana Maria');
  const imported = { summary: 'Já sei programar.', url: 'https://example.com/outra' };
  await chooseFile(page, fileOf({ basics: imported }), OPENER);
  await buttonOf(dialogOf(page, OPENER), 'Importar 2 itens').click();
  await expect(bio).toHaveValue(imported.summary);
  await expect(contact).toHaveValue(imported.url);
  await expect(name).toHaveValue('Ana Maria');

  await bio.fill('Sei muito.');
  await chooseFile(page, fileOf({ basics: { summary: 'Outra.' } }), OPENER);
  await buttonOf(dialogOf(page, OPENER), 'Importar 1 item').click();
  await expect(toastWith(page, '1 item importado')).toBeVisible();
  await expect(sectionOf(page, 'Visibilidade').getByText('Outra.').first()).toBeVisible();
  await expect(bio).toHaveValue('Sei muito.');
  await goBack(page);
  await buttonOf(dialogOf(page, 'Descartar o que você escreveu?'), 'Continuar escrevendo').click();

  const save = () => buttonOf(page, 'Salvar dados').click();
  const { body } = await bareCall(page, save, '**/profile');
  expect(body).toEqual({ name: 'Ana Maria', bio: 'Sei muito.' });
  await expect(toastWith(page, 'Dados salvos')).toBeVisible();
  expect(await readOwn(backstage, person)).toMatchObject({ bio: 'Sei muito.', contact: imported.url });
});

test('one item is one item, and an import that fails says so and stays (X-398)', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await openProfile(page, person);
  await chooseFile(page, fileOf({ skills: [{ name: 'Go', level: 'Expert' }] }), OPENER);
  const dialog = dialogOf(page, OPENER);
  await cut(page, 'POST', '**/profile/resume?apply=true');
  await buttonOf(dialog, 'Importar 1 item').click();
  await expect(toastWith(page, 'Não foi possível importar o currículo')).toBeVisible();
  await expect(dialog.getByText('Sem resposta do servidor.', exact)).toBeVisible();
  await page.unroute('**/profile/resume?apply=true');
  await buttonOf(dialog, 'Importar 1 item').click();
  await expect(toastWith(page, '1 item importado')).toBeVisible();
});

test('a file that is too large, no resume or endless is told of below its button (X-398)', async ({
  page,
  backstage,
}) => {
  await openProfile(page, await backstage.signUp());
  const opener = buttonOf(page, OPENER);
  for (const [content, words] of [
    ['x'.repeat(512 * 1024 + 1), 'Este arquivo é grande demais: o máximo é 512 KB'],
    ['{oi', 'Este arquivo não é um JSON válido'],
    [[], 'Este arquivo não é um currículo no formato JSON Resume'],
    [{ name: 'trilha' }, 'Este arquivo não é um currículo no formato JSON Resume'],
    [{ skills: 'React' }, 'Este arquivo não é um currículo no formato JSON Resume'],
    [
      { skills: Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}` })) },
      'Este currículo tem itens demais: o máximo são 1.000 tecnologias e 200 projetos',
    ],
  ] as const) {
    await chooseFile(page, fileOf(content), OPENER);
    await expect(sectionOf(page, 'Currículo').getByText(words, exact)).toBeVisible();
    await expect(opener).toHaveAccessibleDescription(words);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await chooseFile(page, fileOf({ skills: [{ name: 'Go' }] }), OPENER);
    await expect(dialogOf(page, OPENER)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(sectionOf(page, 'Currículo').getByText(words, exact)).toHaveCount(0);
  }
});
