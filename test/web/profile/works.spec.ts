import { expectAccessible } from '../../helpers/access.ts';
import { buttonOf, dialogOf, exact, expectMessageUnder, fieldOf } from '../../helpers/actions.ts';
import { answer, loseAnswer, refuse } from '../../helpers/calls.ts';
import { bearer, expect, test } from '../../helpers/fixtures.ts';
import { addWork, clickFor, fillWork, openProfile, readOwn, saveLate, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

test('a project is added, changed and removed', async ({ page, backstage }) => {
  const person = await openProfile(page, await backstage.signUp());
  const card = sectionOf(page, 'Projetos');
  await buttonOf(card, 'Adicionar projeto').click();
  const add = dialogOf(page, 'Novo projeto');
  await expect(fieldOf(add, 'Título')).toBeFocused();
  await fillWork(add);
  await clickFor(buttonOf(add, 'Salvar projeto'), 'Projeto adicionado');
  await expect(buttonOf(card, 'Adicionar projeto')).toBeFocused();
  for (const [name, href] of Object.entries({
    [WORK.deploy_url]: WORK.deploy_url,
    [`Ver código de ${WORK.title}`]: WORK.repository_url,
  })) {
    const link = card.getByRole('link', { name, ...exact });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  }

  await buttonOf(card, `Editar ${WORK.title}`).click();
  const change = dialogOf(page, 'Editar projeto');
  await fieldOf(change, 'Título').fill('Cardápio 2');
  await fieldOf(change, 'Link do código').fill('');
  await clickFor(buttonOf(change, 'Salvar projeto'), 'Projeto salvo');
  await expect(buttonOf(card, 'Editar Cardápio 2')).toBeFocused();
  const changed = { ...WORK, title: 'Cardápio 2', repository_url: null };
  expect((await readOwn(backstage, person)).works).toMatchObject([changed]);

  await buttonOf(card, 'Excluir Cardápio 2').click();
  const remove = dialogOf(page, 'Excluir este projeto?');
  await expect(buttonOf(remove, 'Manter')).toBeFocused();
  await expect(remove).toHaveAccessibleDescription('Cardápio 2 Ele não poderá ser recuperado.');
  await clickFor(buttonOf(remove, 'Excluir'), 'Projeto excluído');
  await expect(card.getByText('Nenhum projeto ainda.')).toBeVisible();
  await expect(buttonOf(card, 'Adicionar projeto')).toBeFocused();
});

test('after a removal the focus is on the next project, else on the one before', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (const title of ['Um', 'Dois', 'Três']) await addWork(backstage, person, { title });
  await openProfile(page, person);
  for (const [title, heir] of Object.entries({ Dois: 'Um', Um: 'Três' })) {
    await buttonOf(page, `Excluir ${title}`).click();
    await buttonOf(page.getByRole('dialog'), 'Excluir').click();
    await expect(buttonOf(page, `Excluir ${heir}`)).toBeFocused();
  }
});

test('three projects are pinned at most, and the newest of six come first', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  for (let index = 1; index <= 6; index += 1) {
    await addWork(backstage, person, { title: `P${index}`, pinned: index === 2 || index === 3 });
  }
  await openProfile(page, person);
  const card = sectionOf(page, 'Projetos');
  const titles = card.getByRole('heading', { level: 3 });
  const pin = (title: string) => buttonOf(card, `Fixar no topo: ${title}`);
  await expect(titles).toHaveText(['P3', 'P2', 'P6', 'P5', 'P4']);
  await buttonOf(card, 'Ver todos os 6').click();
  await expect(titles).toHaveText(['P3', 'P2', 'P6', 'P5', 'P4', 'P1']);
  await buttonOf(card, 'Ver menos').click();
  await clickFor(pin('P5'), 'Projeto fixado');
  await expect(titles).toHaveText(['P5', 'P3', 'P2', 'P6', 'P4']);
  await expect(buttonOf(card, 'Desafixar: P5')).toBeFocused();
  await clickFor(pin('P6'), 'No máximo 3 projetos ficam no topo: desafixe um para fixar outro');
  // The list expands, so that the focus stays on the project.
  await clickFor(buttonOf(card, 'Desafixar: P2'), 'Projeto desafixado');
  await expect(pin('P2')).toBeFocused();
  await expect(pin('P2')).toBeInViewport({ ratio: 1 });
  await expect(titles).toHaveText(['P5', 'P3', 'P6', 'P4', 'P2', 'P1']);
});

test('a project that is added while the profile is being saved stays on the screen', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  const release = await saveLate(page, 'Ana Reis');
  await buttonOf(page, 'Adicionar projeto').click();
  await fillWork(dialogOf(page, 'Novo projeto'));
  await clickFor(buttonOf(page, 'Salvar projeto'), 'Projeto adicionado');
  release();
  await expect(toastWith(page, 'Dados salvos')).toBeVisible();
  await expect(buttonOf(page, `Editar ${WORK.title}`)).toBeVisible();
});

test('a link without a scheme is offered with one, and its hint stays', async ({ page, backstage }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openProfile(page, await backstage.signUp());
  await buttonOf(page, 'Adicionar projeto').click();
  const dialog = dialogOf(page, 'Novo projeto');
  await expect(buttonOf(dialog, 'Salvar projeto')).toBeInViewport({ ratio: 1 });
  const link = fieldOf(dialog, 'Link do projeto');
  await link.fill('linkedin.com/in/maria');
  await buttonOf(dialog, 'Salvar projeto').click();
  await expect(link).toHaveAccessibleDescription(
    /^Link inválido: .* Sem site no ar\? Use o link do código\. Você quis dizer/,
  );
  await expectAccessible(page);
  await buttonOf(dialog, 'Você quis dizer https://linkedin.com/in/maria?').click();
  await expect(link).toHaveValue('https://linkedin.com/in/maria');
  await expect(link).toBeFocused();
  await expect(link).toHaveAccessibleDescription('Sem site no ar? Use o link do código.');
});

test('shows errors under their fields, and a refusal keeps the dialog open', async ({ page, backstage }) => {
  await openProfile(page, await backstage.signUp());
  await buttonOf(page, 'Adicionar projeto').click();
  const dialog = dialogOf(page, 'Novo projeto');
  const [title, link] = [fieldOf(dialog, 'Título'), fieldOf(dialog, 'Link do projeto')];
  await buttonOf(dialog, 'Salvar projeto').click();
  await expectMessageUnder(title, 'Título obrigatório');
  await expectMessageUnder(fieldOf(dialog, 'Descrição'), 'Descrição obrigatória');
  await expect(link).toHaveAccessibleDescription('Link do projeto obrigatório Sem site no ar? Use o link do código.');
  await expect(title).toBeFocused();
  await link.fill('javascript:alert(1)');
  await expect(link).toHaveAccessibleDescription(
    /^Link inválido: comece com https:\/\/ ou http:\/\/ e não use espaços/,
  );
  await fillWork(dialog);
  await refuse(page, 'POST', '**/users/works', 400, { code: 'limit-reached' });
  await clickFor(buttonOf(dialog, 'Salvar projeto'), 'Não foi possível salvar o projeto');
  await expectMessageUnder(title, 'Você já tem 50 projetos, o máximo: exclua um para adicionar outro');
  await expect(link).toHaveValue(WORK.deploy_url);
});

test('a retry after a lost answer adds no project twice', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  // As another one of the same text.
  await addWork(backstage, person);
  await openProfile(page, person);
  await buttonOf(page, 'Adicionar projeto').click();
  const dialog = dialogOf(page, 'Novo projeto');
  await fillWork(dialog);
  await loseAnswer(page, 'POST', '**/users/works');
  await clickFor(buttonOf(dialog, 'Salvar projeto'), 'Não foi possível salvar o projeto');
  await clickFor(buttonOf(dialog, 'Salvar projeto'), 'Projeto adicionado');
  await expect(buttonOf(page, `Editar ${WORK.title}`)).toHaveCount(2);
  expect((await readOwn(backstage, person)).works).toHaveLength(2);
});

test('a project that was removed elsewhere keeps what was typed, and says so', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { id, title } = await addWork(backstage, person);
  await openProfile(page, person);
  await buttonOf(page, `Editar ${title}`).click();
  await backstage.request.delete(`/users/works/${id}`, { headers: bearer(person) });
  const dialog = dialogOf(page, 'Editar projeto');
  await fieldOf(dialog, 'Título').fill('Novo título');
  await buttonOf(dialog, 'Salvar projeto').click();
  await expect(page.getByText('Ele foi excluído em outro lugar.')).toBeVisible();
  await expect(fieldOf(dialog, 'Título')).toHaveValue('Novo título');
  await expect(buttonOf(page, `Editar ${title}`)).toHaveCount(0);
});

test('a project that was removed elsewhere cannot be pinned, and leaves the list', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const { id, title } = await addWork(backstage, person);
  await openProfile(page, person);
  await backstage.request.delete(`/users/works/${id}`, { headers: bearer(person) });
  await buttonOf(page, `Fixar no topo: ${title}`).click();
  await expect(page.getByText('Ele foi excluído em outro lugar.')).toBeVisible();
  await expect(buttonOf(page, `Editar ${title}`)).toHaveCount(0);
  await expect(buttonOf(page, 'Adicionar projeto')).toBeFocused();
});

test('values that today’s rules refuse survive a change, and are no links', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person);
  const own = await readOwn(backstage, person);
  const works = [{ ...own.works[0], deploy_url: 'javascript:alert(1)', repository_url: null }];
  await answer(page, 'GET', '**/profile', 200, { ...own, contact: 'fale comigo', course_module: 'M3', works });
  await openProfile(page, person);
  await expect(page.getByText('javascript:alert(1)', exact)).toBeVisible();
  await expect(sectionOf(page, 'Projetos').getByRole('link')).toHaveCount(0);
  await buttonOf(page, `Editar ${WORK.title}`).click();
  const dialog = dialogOf(page, 'Editar projeto');
  await fieldOf(dialog, 'Título').fill('Cardápio 2');
  await clickFor(buttonOf(dialog, 'Salvar projeto'), 'Projeto salvo');
  await fieldOf(page, 'Nome').fill('Ana Maria');
  await clickFor(buttonOf(page, 'Salvar dados'), 'Dados salvos');
});
