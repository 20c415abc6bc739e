import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod/mini';
import { EVENT_DAYS, RESET_HOURS } from '#contract/limits.ts';
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
  readLastLogins,
  readUserByEmail,
  unlockAccount,
} from '../../server/database/accounts/administration.ts';
import { httpOrigin } from '../../server/networks.ts';
import { escapeControls, type Output } from '../command.ts';
import { SetUpProblem } from '../set-up.mjs';

type Services = { database: Database; clock: () => Date; config: Config; output: Output };

const LIST_LIMIT = 200;

/** Each takes the e-mail of an account; `list` takes a text to search for. Throws SetUpProblem. */
export const ACTS = {
  list: async ({ database, output: { print } }, text) => {
    const users = await listUsers(database, text, LIST_LIMIT + 1);
    const logins = await readLastLogins(database, users);
    for (const { id, email, name, created_at, locked_at } of users.slice(0, LIST_LIMIT)) {
      const login = logins.get(id);
      const lastLogin = login ? `last login ${dayOf(login)}` : `no login in ${EVENT_DAYS} days`;
      const state = locked_at === null ? [] : [`locked on ${dayOf(locked_at)}`];
      print([email, name, `since ${dayOf(created_at)}`, lastLogin, ...state].map(escapeControls).join('\t'));
    }
    if (users.length > LIST_LIMIT)
      print(`Only the first ${LIST_LIMIT} accounts are listed: add a part of the name or e-mail.`);
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
    output.note(`Send it to ${email} only. It works once, for ${RESET_HOURS} hour; earlier links no longer work.`);
  },
  lock: async (services, email) => {
    const { locked_at } = await actOn(services, email, 'locked', lockAccount);
    const state = locked_at === null ? 'is locked' : 'was already locked';
    services.output.print(`${email} ${state}: it cannot log in and is hidden.`);
  },
  unlock: async (services, email) => {
    const { locked_at } = await find(services, email);
    if (locked_at === null) throw new SetUpProblem(`${email} is not locked.`);
    await actOn(services, email, 'unlocked', unlockAccount);
    services.output.print(`${email} is unlocked.`);
  },
  'end-sessions': async (services, email) => {
    await actOn(services, email, 'sessions-ended', endSessions);
    services.output.print(`Every session of ${email} was ended.`);
  },
  delete: async (services, email, isConfirmed) => {
    const { id, name } = await find(services, email);
    if (!isConfirmed)
      await confirm(escapeControls(`Delete ${email} (${name}) and all its data? This cannot be undone.`));
    if (!(await deleteAccount(services.database, id, accountKey(id)))) throw notFound(email);
    services.output.print(`${email} is deleted.`);
  },
  export: async (services, email) => {
    const { database, clock, config, output } = services;
    const { id } = await actOn(services, email, 'data-exported', addOperatorExport);
    const account = { userId: id, origin: originOf(config) };
    const profile = await exportProfile({ database, clock, sessionIdle: config.sessionIdle }, account);
    // A user agent may contain control characters.
    output.print(escapeControls(JSON.stringify(z.parse(ProfileExport, profile))));
  },
} satisfies Record<string, (services: Services, email: string, isConfirmed: boolean) => Promise<void>>;

function dayOf(time: string): string {
  return time.slice(0, 10);
}

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
  return new SetUpProblem(`No account has the e-mail ${email}. List the accounts with: npm run admin -- list`);
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new SetUpProblem('Without a terminal, confirm with --yes. Nothing was changed.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(terminal, 'close').then(() => 'no');
  const answer = await Promise.race([terminal.question(`${question} [y/N] `).catch(() => 'no'), closed]);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new SetUpProblem('Nothing was changed.');
}

function originOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? httpOrigin(host, port);
}
