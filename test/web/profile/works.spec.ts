import { buttonOf, expectMessageUnder, fieldOf } from '../../helpers/acts.ts';
import { refuse } from '../../helpers/calls.ts';
import { expect, test } from '../../helpers/fixtures.ts';
import { addWork, bearer, dialogOf, openProfile, readOwn, sectionOf, WORK } from '../../helpers/profile.ts';
import { toastWith } from '../../helpers/toasts.ts';

const exact = { exact: true };

test('a work is added, changed and removed', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await openProfile(page, person);
  const card = sectionOf(page, 'Projetos');
  await expect(card.getByText('Nenhum projeto ainda.')).toBeVisible();
  await buttonOf(card, 'Adicionar projeto').click();
  const add = dialogOf(page, 'Novo projeto');
  await expect(fieldOf(add, 'Título')).toBeFocused();
  await fieldOf(add, 'Título').fill(WORK.title);
  await fieldOf(add, 'Descrição').fill(WORK.description);
  await fieldOf(add, 'Link do projeto').fill(WORK.deploy_url);
  await buttonOf(add, 'Salvar projeto').click();
  await expect(toastWith(page, 'Projeto adicionado')).toBeVisible();
  await expect(buttonOf(card, 'Adicionar projeto')).toBeFocused();
  const link = card.getByRole('link', { name: WORK.deploy_url, ...exact });
  await expect(link).toHaveAttribute('href', WORK.deploy_url);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');

  await buttonOf(card, `Editar ${WORK.title}`).click();
  const change = dialogOf(page, 'Editar projeto');
  await expect(fieldOf(change, 'Descrição')).toHaveValue(WORK.description);
  await fieldOf(change, 'Título').fill('Cardápio 2');
  await buttonOf(change, 'Salvar projeto').click();
  await expect(toastWith(page, 'Projeto salvo')).toBeVisible();
  await expect(buttonOf(card, 'Editar Cardápio 2')).toBeFocused();
  expect((await readOwn(backstage, person)).works).toMatchObject([{ ...WORK, title: 'Cardápio 2' }]);

  await buttonOf(card, 'Excluir Cardápio 2').click();
  const remove = dialogOf(page, 'Excluir este projeto?');
  await expect(buttonOf(remove, 'Manter')).toBeFocused();
  await expect(remove).toHaveAccessibleDescription('Cardápio 2 Ele não poderá ser recuperado.');
  await buttonOf(remove, 'Manter').click();
  await expect(buttonOf(card, 'Excluir Cardápio 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await buttonOf(remove, 'Excluir').click();
  await expect(toastWith(page, 'Projeto excluído')).toBeVisible();
  await expect(buttonOf(card, 'Adicionar projeto')).toBeFocused();
  expect((await readOwn(backstage, person)).works).toEqual([]);
});

test('a work with an address of another client can be changed all the same', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  await addWork(backstage, person);
  const own = await readOwn(backstage, person);
  const works = own.works.map((work) => ({ ...work, deploy_url: 'sem endereço' }));
  await page.route('**/profile', (route) => route.fulfill({ json: { ...own, works } }));
  await openProfile(page, person);
  await expect(sectionOf(page, 'Projetos').getByText('sem endereço', exact)).toBeVisible();
  await expect(sectionOf(page, 'Projetos').getByRole('link')).toHaveCount(0);
  await buttonOf(page, `Editar ${WORK.title}`).click();
  const change = dialogOf(page, 'Editar projeto');
  await fieldOf(change, 'Título').fill('Cardápio 2');
  await buttonOf(change, 'Salvar projeto').click();
  await expect(toastWith(page, 'Projeto salvo')).toBeVisible();
  expect((await readOwn(backstage, person)).works).toMatchObject([{ ...WORK, title: 'Cardápio 2' }]);
});

test('after a removal the focus is on the next work, else on the one before; a work that another tab has removed is gone here as well', async ({
  page,
  backstage,
}) => {
  const person = await backstage.signUp();
  const { id } = await addWork(backstage, person, { title: 'Um' });
  for (const title of ['Dois', 'Três']) await addWork(backstage, person, { title });
  await openProfile(page, person);
  for (const { title, heir } of [
    { title: 'Dois', heir: 'Três' },
    { title: 'Três', heir: 'Um' },
  ]) {
    await buttonOf(page, `Excluir ${title}`).click();
    await buttonOf(page.getByRole('dialog'), 'Excluir').click();
    await expect(buttonOf(page, `Excluir ${title}`)).toHaveCount(0);
    await expect(buttonOf(page, `Excluir ${heir}`)).toBeFocused();
  }

  await backstage.request.delete(`/users/works/${id}`, { headers: bearer(person) });
  await buttonOf(page, 'Excluir Um').click();
  await buttonOf(page.getByRole('dialog'), 'Excluir').click();
  await expect(sectionOf(page, 'Projetos').getByText('Nenhum projeto ainda.')).toBeVisible();
});

test('what is wrong with a work is said under its field; a refusal leaves the dialog as it was', async ({
  page,
  backstage,
}) => {
  await openProfile(page, await backstage.signUp());
  await buttonOf(page, 'Adicionar projeto').click();
  const dialog = dialogOf(page, 'Novo projeto');
  await buttonOf(dialog, 'Salvar projeto').click();
  await expectMessageUnder(fieldOf(dialog, 'Título'), 'Título obrigatório');
  await expectMessageUnder(fieldOf(dialog, 'Descrição'), 'Descrição obrigatória');
  await expectMessageUnder(fieldOf(dialog, 'Link do projeto'), 'Link do projeto obrigatório');
  await expect(fieldOf(dialog, 'Título')).toBeFocused();
  await fieldOf(dialog, 'Link do projeto').fill('javascript:alert(1)');
  await expectMessageUnder(
    fieldOf(dialog, 'Link do projeto'),
    'Link inválido: comece com https:// ou http:// e não use espaços',
  );
  await fieldOf(dialog, 'Link do projeto').fill(WORK.deploy_url);
  await fieldOf(dialog, 'Título').fill(WORK.title);
  await fieldOf(dialog, 'Descrição').fill(WORK.description);
  await refuse(page, 'POST', '**/users/works', 400, { code: 'limit-reached' });
  await buttonOf(dialog, 'Salvar projeto').click();
  await expectMessageUnder(
    fieldOf(dialog, 'Título'),
    'Você já tem 50 projetos, o máximo: exclua um para adicionar outro',
  );
  await expect(toastWith(page, 'Não foi possível salvar o projeto')).toBeVisible();
  await expect(fieldOf(dialog, 'Link do projeto')).toHaveValue(WORK.deploy_url);
});

test('an address that does not lead to the web is no link', async ({ page, backstage }) => {
  const person = await backstage.signUp();
  const own = await readOwn(backstage, person);
  const times = { created_at: own.created_at, updated_at: own.updated_at };
  const works = ['javascript:alert(1)', 'data:text/html,oi', 'oi'].map((deploy_url, id) => ({
    ...WORK,
    ...times,
    id: String(id),
    title: `Projeto ${id}`,
    deploy_url,
  }));
  await page.route('**/profile', (route) => route.fulfill({ json: { ...own, works } }));
  await openProfile(page, person);
  for (const { deploy_url } of works) await expect(page.getByText(deploy_url, exact)).toBeVisible();
  await expect(sectionOf(page, 'Projetos').getByRole('link')).toHaveCount(0);
});
