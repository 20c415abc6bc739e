import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { RESET_HOURS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { Database } from '../database/open.ts';
import { readUserByEmail } from '../database/accounts/administration.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { addPasswordReset } from '../database/accounts/password-resets.ts';
import { networkOf } from '../http/networks.ts';
import { inUnits } from '../openapi/words.ts';
import { QUEUES } from '../limits.ts';
import { Queue } from '../queue.ts';
import { type Mail, type Mailer, reasonOf } from './mailer.ts';
import { eventOf } from './security-log.ts';
import { fingerprint, makeToken } from './tokens.ts';

// A server of mails takes a second or two for each, and minutes when it is away.
// In milliseconds: for how long a stop waits for mails that were promised.
const LAST_MAILS = 3_000;

type Making = { userId: string; email?: string; event: NewEvent; origin: string; now: Date };

/** Replaces the user's last link. Undefined when the account is locked or gone, or no longer has `email`. */
export async function makeResetLink(
  database: Database,
  { userId, email, event, origin, now }: Making,
): Promise<string | undefined> {
  const token = makeToken();
  const reset = { userId, tokenHash: fingerprint(token), email };
  if (!(await addPasswordReset(database, reset, event, now))) return undefined;
  // After "#": no request and no log ever holds it.
  return `${origin}${PAGES.reset.path}#${token}`;
}

export type ResetLinks = {
  /** Mails a link to whoever has the e-mail, if anybody; later, and without a word of what comes of it. */
  mail(request: FastifyRequest, email: string): void;
  /** Waits for the mails under way, but not for long. */
  close(): Promise<void>;
};

type Parts = {
  database: Database;
  clock: () => Date;
  mailer: Mailer;
  origin: string;
  contact: string | undefined;
};

export function makeResetLinks({ database, clock, mailer, origin, contact }: Parts): ResetLinks {
  const queue = new Queue(QUEUES.mails);
  const underWay = new Set<Promise<void>>();

  async function send(email: string, event: NewEvent): Promise<void> {
    const user = await readUserByEmail(database, email);
    if (!user) return;
    const link = await makeResetLink(database, { userId: user.id, email: user.email, event, origin, now: clock() });
    if (link !== undefined) await mailer.send({ to: user.email, ...written(link, contact) });
  }

  return {
    mail: (request, email) => {
      const event = eventOf(request, 'authn_reset_request');
      const network = networkOf(request.ip);
      const sending = queue
        .run(() => send(email, event), { group: network, member: network })
        .catch((error: unknown) => {
          request.log.warn({ mail: reasonOf(error) }, 'a link to a new password was not mailed');
        })
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      await Promise.race([Promise.all(underWay), sleep(LAST_MAILS, undefined, { ref: false })]);
    },
  };
}

/** Nothing in it was chosen by a user: anybody may have signed up with somebody else's address. */
function written(link: string, contact: string | undefined): Omit<Mail, 'to'> {
  const lines = [
    'Olá!',
    '',
    'Alguém pediu um link para redefinir a senha da conta com este email na Trilha.',
    `Para escolher uma nova senha, abra este link. Ele vale por ${inUnits(RESET_HOURS, 'hora')} e só pode ser usado uma vez:`,
    '',
    link,
    '',
    'Se não foi você, não precisa fazer nada: a sua senha continua a mesma.',
    'Não envie este link a ninguém.',
    ...(contact === undefined ? [] : ['', `Dúvidas? Fale com quem mantém este servidor: ${contact}`]),
  ];
  return { subject: 'Redefinir a sua senha na Trilha', text: `${lines.join('\n')}\n` };
}
