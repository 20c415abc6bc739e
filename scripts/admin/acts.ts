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
  lockAccount,
  addOperatorExport,
  readUserByEmail,
  unlockAccount,
} from '../../server/database/accounts/administration.ts';
import { legible, type Output } from '../database/command.ts';
import { SetUpProblem } from '../set-up.mjs';
import { confirm } from './confirm.ts';

export type AdminServices = { database: Database; clock: () => Date; config: Config; output: Output };
export type Act = (services: AdminServices) => Promise<void>;

/** Each acts on one account, and says in one line what it has done. Throws SetUpProblem. */
export const ACTS = {
  'reset-password': async (services, email) => {
    const { database, clock, config, output } = services;
    const { id, locked_at } = await find(services, email);
    if (locked_at !== null) throw new SetUpProblem(`${email} is locked: unlock it first.`);
    const made = { userId: id, event: adminEvent('reset-link-made'), origin: originOf(config), now: clock() };
    const link = await makeResetLink(database, made);
    if (link === undefined) throw gone(email);
    output.print(link);
    output.note(`For ${email} alone: it works once, for ${RESET_HOURS} hour. An older link works no more.`);
  },
  lock: async (services, email) => {
    const { locked_at } = await actOn(services, email, 'locked', lockAccount);
    services.output.print(
      `${email} ${locked_at === null ? 'is locked' : 'was locked before'}: nobody can log in or see it.`,
    );
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
  delete: async (services, email, yes) => {
    const { id, name } = await find(services, email);
    if (!yes) await confirm(legible(`Delete ${email} (${name}) and all that is theirs, for ever?`));
    if (!(await deleteAccount(services.database, id, accountKey(id)))) throw gone(email);
    services.output.print(`${email} is deleted.`);
  },
  export: async (services, email) => {
    const { database, clock, config, output } = services;
    const { id } = await actOn(services, email, 'data-exported', addOperatorExport);
    const asked = { userId: id, origin: originOf(config) };
    const held = await exportProfile({ database, clock, sessionIdle: config.sessionIdle }, asked);
    // Browsers say of themselves what they like.
    output.print(legible(JSON.stringify(z.parse(ProfileExport, held))));
  },
} satisfies Record<string, (services: AdminServices, email: string, yes: boolean) => Promise<void>>;

async function find({ database }: AdminServices, email: string): Promise<ListedUser> {
  const user = await readUserByEmail(database, email.trim());
  if (!user) throw gone(email);
  return user;
}

/** Answers the user as they were before. */
async function actOn(
  services: AdminServices,
  email: string,
  kind: Parameters<typeof adminEvent>[0],
  act: typeof lockAccount,
): Promise<ListedUser> {
  const user = await find(services, email);
  const done = await act(services.database, { userId: user.id, event: adminEvent(kind), now: services.clock() });
  if (!done) throw gone(email);
  return user;
}

function gone(email: string): SetUpProblem {
  return new SetUpProblem(`Nobody has the e-mail ${email}: npm run admin -- list shows who is there.`);
}

function originOf({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
