import { type ListedUser, listUsers } from '../../server/database/accounts/administration.ts';
import { legible } from '../database/command.ts';
import type { AdminServices } from './acts.ts';

const MOST = 200;

/** A line for each user whose name or e-mail holds the text. */
export async function list({ database, output }: AdminServices, text: string): Promise<void> {
  const users = await listUsers(database, text, MOST + 1);
  for (const user of users.slice(0, MOST)) output.print(lineOf(user));
  if (users.length === 0) output.print('Nobody.');
  if (users.length > MOST) output.print(`… and more: add a part of the name or of the e-mail.`);
}

function lineOf({ email, name, created_at, locked_at }: ListedUser): string {
  const since = `since ${created_at.slice(0, 10)}`;
  const state = locked_at === null ? [] : [`locked on ${locked_at.slice(0, 10)}`];
  return [email, name, since, ...state].map(legible).join('\t');
}
