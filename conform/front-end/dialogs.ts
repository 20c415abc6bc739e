import type { Locator } from '@playwright/test';
import { Deviation, type Scene } from '../atom.ts';
import { happens, until } from '../wait.ts';
import { boxesOf, buttonOf, fieldAt, readFields, textOf, titleOf } from './find.ts';
import { choose, listOf } from './forms.ts';
import { TECHNOLOGIES, type Visit } from './visit.ts';

export type Kind = 'create' | 'edit' | 'remove';

export const TITLES: Record<Kind, string> = {
  create: 'Cadastrar Tecnologia',
  edit: 'Tecnologia Detalhes',
  remove: 'Deseja excluir a tecnologia?',
};
const SUBMITS: Record<Kind, (string | RegExp)[]> = {
  create: ['Cadastrar Tecnologia', /^(cadastr|criar|adicion|salv)/i],
  edit: ['Salvar Alterações', /^(salv|atualiz|editar|alterar)/i],
  remove: ['Sim', /^(sim|excluir|confirmar|deletar)/i],
};
/** The name of a button that closes a dialog. */
export const X = /^[x×✕✖⨉]$|fechar|close/i;
const AROUND: Record<Kind, string> = {
  create: 'xpath=ancestor::*[.//input and .//button][1]',
  edit: 'xpath=ancestor::*[.//input and .//button][1]',
  remove: 'xpath=ancestor::*[count(.//button) >= 2][1]',
};

/** Finds the open dialog by its role, its title, or its parts. */
export async function openDialog(visit: Visit, kind: Kind): Promise<Locator | undefined> {
  const { page } = visit;
  const [, similar = /$^/] = SUBMITS[kind];
  const ways = [
    page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ visible: true }),
    titleOf(page, TITLES[kind]).locator(AROUND[kind]),
    kind === 'remove'
      ? buttonOf(page, 'Não').locator(AROUND.remove)
      : buttonOf(page, similar).locator('xpath=ancestor::*[.//input and .//select][1]'),
  ];
  for (const way of ways) if ((await way.count()) > 0) return way.last();
  return undefined;
}

export async function waitForDialog(visit: Visit, kind: Kind): Promise<Locator> {
  let dialog: Locator | undefined;
  await until(`o modal “${TITLES[kind]}”`, async () => {
    dialog = await openDialog(visit, kind);
    return dialog === undefined ? 'nenhum modal' : undefined;
  });
  if (dialog === undefined) throw new Deviation(TITLES[kind], 'nenhum modal');
  return dialog;
}

export async function openCreate(visit: Visit): Promise<Locator> {
  await visit.press(['+', /adicionar|nova|criar|cadastrar/i]);
  return waitForDialog(visit, 'create');
}

/** The row of a technology: the largest element around its title that has no other title. */
export async function rowOf(visit: Visit, title: string): Promise<Locator> {
  const text = textOf(visit.page, title).first();
  await until(`uma linha com “${title}”`, async () => ((await text.count()) > 0 ? undefined : 'nenhuma linha assim'));
  const others = (await rowsOf(visit)).filter((one) => one !== title);
  const levels = await text.evaluate((element, titles) => {
    let count = 0;
    let node: Element | null = element;
    while (node?.parentElement && node.parentElement !== document.body) {
      const around = node.parentElement.textContent ?? '';
      if (titles.some((one) => around.includes(one))) break;
      node = node.parentElement;
      count += 1;
    }
    return count;
  }, others);
  return levels === 0 ? text : text.locator(`xpath=ancestor::*[${levels}]`);
}

/** The titles of this person's technologies that the page shows, from top to bottom. */
export async function rowsOf(visit: Visit, more: readonly string[] = []): Promise<string[]> {
  const known = [...(await visit.options.api.technologiesOf(visit.person)).map(({ title }) => title), ...more];
  const places = await Promise.all(
    [...new Set(known)].map(async (title) => {
      const text = textOf(visit.page, title).first();
      return { title, box: (await boxesOf(text))[0] };
    }),
  );
  return places
    .flatMap(({ title, box }) => (box === undefined ? [] : [{ title, box }]))
    .toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
    .map(({ title }) => title);
}

/** Opens the edit dialog by a click on the row, as specified. */
export async function clickRow(visit: Visit, title: string): Promise<Locator> {
  await rowOf(visit, title);
  await textOf(visit.page, title).first().click();
  return waitForDialog(visit, 'edit');
}

/** Opens the edit dialog by a click on the row, else by a button for it beside the trash. */
export async function openEdit(visit: Visit, title: string): Promise<Locator> {
  const row = await rowOf(visit, title);
  const buttons = row.getByRole('button').filter({ hasNotText: title, visible: true });
  if ((await buttons.count()) < 2) return clickRow(visit, title);
  await textOf(visit.page, title).first().click();
  const isOpened = await happens(async () => (await openDialog(visit, 'edit')) !== undefined, 3_000);
  if (!isOpened)
    await buttonOf(row, /edit|alter|detalh/i)
      .or(buttons)
      .first()
      .click();
  return waitForDialog(visit, 'edit');
}

/** The trash of a row: a button with such a name, else the last button or picture. */
export async function trashOf(visit: Visit, title: string): Promise<Locator> {
  const row = await rowOf(visit, title);
  const { remove } = visit.options.settings.buttons;
  const ways = [
    ...(remove === undefined ? [] : [buttonOf(row, remove)]),
    buttonOf(row, /exclu|delet|remov|apag|lixeira/i),
    row
      .getByRole('button')
      .filter({ has: visit.page.locator('svg, img') })
      .filter({ hasNotText: title }),
    row.locator('svg, img, [role=img]').filter({ visible: true }),
    row.getByRole('button').filter({ hasNotText: title }),
    // An icon may be a letter of a font.
    row
      .locator('xpath=.//*[not(*)]')
      .filter({ hasNotText: title })
      .filter({ hasNotText: /inici|interm|avan/i }),
  ];
  for (const way of ways) if ((await way.count()) > 0) return way.last();
  throw new Deviation(`uma lixeira na linha “${title}”`, 'nenhum botão nem ícone na linha');
}

/** Opens the confirmation. If the trash also opens the edit dialog, closes that: another requirement covers it. */
export async function openRemove(visit: Visit, title: string): Promise<Locator> {
  await (await trashOf(visit, title)).click();
  const dialog = await waitForDialog(visit, 'remove');
  const edit = titleOf(visit.page, TITLES.edit).locator(AROUND.edit);
  if ((await edit.count()) === 0) return dialog;
  await buttonOf(edit, X).or(textOf(edit, 'X')).first().click();
  return waitForDialog(visit, 'remove');
}

/** The text field and the select of an open dialog. */
export async function dialogFields(dialog: Locator): Promise<{ title: Locator; status: Locator }> {
  const fields = await readFields(dialog);
  const title = fields.find(({ tag }) => tag === 'input');
  const status = fields.find(({ tag }) => tag === 'select');
  if (title === undefined || status === undefined) {
    throw new Deviation('um campo de texto e um <select> no modal', `campos ${listOf(fields)}`);
  }
  return { title: fieldAt(dialog, title), status: fieldAt(dialog, status) };
}

export async function fillDialog(
  dialog: Locator,
  { title, status }: { title?: string; status?: string },
): Promise<void> {
  const fields = await dialogFields(dialog);
  if (title !== undefined) await fields.title.fill(title);
  if (status !== undefined) await choose(fields.status, status);
}

export function submit(visit: Visit, kind: Kind, dialog: Locator): Promise<void> {
  return visit.press(SUBMITS[kind], dialog);
}

export async function isClosed(visit: Visit, kind: Kind): Promise<void> {
  await until(`o modal “${TITLES[kind]}” fechado`, async () =>
    (await openDialog(visit, kind)) === undefined ? undefined : 'o modal ainda aberto',
  );
}

export async function isOpen(visit: Visit, kind: Kind): Promise<void> {
  if ((await openDialog(visit, kind)) === undefined) {
    throw new Deviation(`o modal “${TITLES[kind]}” ainda aberto`, 'o modal fechado');
  }
}

/** The technology of the dialogs that are scenes: the last one, because a wrong row would most likely be the first. */
export const SCENE_TECHNOLOGY = TECHNOLOGIES[2];

export async function enter(visit: Visit, scene: Scene): Promise<void> {
  if (scene === 'signUp' || scene === 'login') return visit.openScreen(scene);
  await visit.openDashboard();
  if (scene === 'create') await openCreate(visit);
  if (scene === 'edit') await openEdit(visit, SCENE_TECHNOLOGY.title);
  if (scene === 'remove') await openRemove(visit, SCENE_TECHNOLOGY.title);
}
