import type { Locator } from '@playwright/test';
import { fillDialog, type Kind, openCreate, openEdit, openRemove, rowsOf, submit } from '../front-end/dialogs.ts';
import type { Call } from '../front-end/network.ts';
import { TECHNOLOGIES, type Visit } from '../front-end/visit.ts';
import { must, until } from '../wait.ts';

export const CALLS: Record<Kind, string> = {
  create: 'POST /users/techs',
  edit: 'PUT /users/techs/{id}',
  remove: 'DELETE /users/techs/{id}',
};

/** Opens a dialog and fills it. */
export async function prepare(visit: Visit, kind: Kind, title: string = TECHNOLOGIES[0].title): Promise<Locator> {
  const open = {
    create: () => openCreate(visit),
    edit: () => openEdit(visit, title),
    remove: () => openRemove(visit, title),
  };
  const dialog = await open[kind]();
  if (kind === 'create') await fillDialog(dialog, { title: 'Turmalina', status: 'Avançado' });
  // Fills both fields: another requirement covers a dialog that opens empty.
  if (kind === 'edit') await fillDialog(dialog, { title, status: 'Avançado' });
  return dialog;
}

export async function send(visit: Visit, kind: Kind, title?: string): Promise<void> {
  await submit(visit, kind, await prepare(visit, kind, title));
}

export const USER = 'GET /users/{id}';

export function expectToken(visit: Visit, { name, authorization }: Call): void {
  const wanted = `Bearer ${visit.person.token}`;
  must(authorization === wanted, `${name} com Authorization: Bearer {token}`, shorten(authorization));
}

export function expectNoToken({ name, authorization }: Call): void {
  must(authorization === undefined, `${name} sem Authorization`, shorten(authorization));
}

function shorten(header: string | undefined): string {
  return header === undefined ? 'nenhum Authorization' : `Authorization: ${header.slice(0, 20)}…`;
}

export async function expectRows(visit: Visit, titles: readonly string[], more: readonly string[] = []): Promise<void> {
  await until(`as linhas ${titles.join(', ')}`, async () => {
    const rows = await rowsOf(visit, more);
    return rows.join() === titles.join() ? undefined : `as linhas ${rows.join(', ') || '(nenhuma)'}`;
  });
}
