import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod/mini';
import { RESET_HOURS } from '#contract/limits.ts';
import { ProfileExport } from '#contract/user.ts';
import { exportProfile } from '../../server/accounts/export.ts';
import { adminEvent } from '../../server/accounts/security-log.ts';
import { makeResetLink } from '../../server/accounts/reset-links.ts';
import { accountKey } from '../../server/accounts/throttle.ts';
import type { Config } from '../../server/config.ts';
import type { Database } from '../../server/database/open.ts';
import {
  deleteAccount,
  endSessions,
  type ListedUser,
  listUsers,
  lockAccount,
  addOperatorExport,
  readUserByEmail,
  unlockAccount,
} from '../../server/database/accounts/administration.ts';
import { legible, type Output } from '../database/command.ts';
import { SetUpProblem } from '../set-up.mjs';

type Services = { database: Database; clock: () => Date; config: Config; output: Output };

const LIST_LIMIT = 200;

/** Each acts on the account of an e-mail and prints one line; `list` takes a text to search for. Throws SetUpProblem. */
export const ACTS = {
  list: async ({ database, output: { print } }, text) => {
    const users = await listUsers(database, text, LIST_LIMIT + 1);
    for (const { email, name, created_at, locked_at } of users.slice(0, LIST_LIMIT)) {
      const state = locked_at === null ? [] : [`locked on ${locked_at.slice(0, 10)}`];
      print([email, name, `since ${created_at.slice(0, 10)}`, ...state].map(legible).join('\t'));
    }
    if (users.length > LIST_LIMIT) print(`${LIST_LIMIT} accounts, and more: add a part of the name or of the e-mail.`);
    else print(users.length === 1 ? '1 account.' : `${users.length} accounts.`);
  },
  'reset-password': async (services, email) => {
    const { database, clock, config, output } = services;
    const { id, locked_at } = await find(services, email);
    if (locked_at !== null) throw new SetUpProblem(`${email} is locked: unlock it first.`);
    const making = { userId: id, event: adminEvent('reset-link-made'), origin: originOf(config), now: clock() };
    const link = await makeResetLink(database, making);
    if (link === undefined) throw notFound(email);
    output.print(link);
    output.note(`For ${email} alone: it works once, for ${RESET_HOURS} hour. An older link works no more.`);
  },
  lock: async (services, email) => {
    const { locked_at } = await actOn(services, email, 'locked', lockAccount);
    const state = locked_at === null ? 'is locked' : 'was locked before';
    services.output.print(`${email} ${state}: nobody can log in or see it.`);
  },
  unlock: async (services, email) => {
    const { locked_at } = await find(services, email);
    if (locked_at === null) throw new SetUpProblem(`${email} is not locked.`);
    await actOn(services, email, 'unlocked', unlockAccount);
    services.output.print(`${email} is unlocked.`);
  },
  'end-sessions': async (services, email) => {
    await actOn(services, email, 'sessions-ended', endSessions);
    services.output.print(`Every session of ${email} is ended.`);
  },
  delete: async (services, email, isConfirmed) => {
    const { id, name } = await find(services, email);
    if (!isConfirmed) await confirm(legible(`Delete ${email} (${name}) and all that is theirs, for ever?`));
    if (!(await deleteAccount(services.database, id, accountKey(id)))) throw notFound(email);
    services.output.print(`${email} is deleted.`);
  },
  export: async (services, email) => {
    const { database, clock, config, output } = services;
    const { id } = await actOn(services, email, 'data-exported', addOperatorExport);
    const account = { userId: id, origin: originOf(config) };
    const profile = await exportProfile({ database, clock, sessionIdle: config.sessionIdle }, account);
    // A user agent may contain control characters.
    output.print(legible(JSON.stringify(z.parse(ProfileExport, profile))));
  },
} satisfies Record<string, (services: Services, email: string, isConfirmed: boolean) => Promise<void>>;

async function find({ database }: Services, email: string): Promise<ListedUser> {
  const user = await readUserByEmail(database, email.trim());
  if (!user) throw notFound(email);
  return user;
}

async function actOn(
  services: Services,
  email: string,
  kind: Parameters<typeof adminEvent>[0],
  act: typeof lockAccount,
): Promise<ListedUser> {
  const user = await find(services, email);
  const isDone = await act(services.database, { userId: user.id, event: adminEvent(kind), now: services.clock() });
  if (!isDone) throw notFound(email);
  return user;
}

function notFound(email: string): SetUpProblem {
  return new SetUpProblem(`Nobody has the e-mail ${email}: npm run admin -- list shows who is there.`);
}

/** Throws SetUpProblem unless the operator answers yes at a terminal. */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new SetUpProblem('Nobody is there to be asked: say --yes. Nothing was changed.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D close it without an answer.
  const closed = once(terminal, 'close').then(() => 'no');
  const answer = await Promise.race([terminal.question(`${question} [y/N] `).catch(() => 'no'), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new SetUpProblem('Nothing was changed.');
}

function originOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
