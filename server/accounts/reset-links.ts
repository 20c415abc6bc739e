import { finished } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESET_HOURS } from '#contract/limits.ts';
import { PAGES } from '#contract/pages.ts';
import type { Database } from '../database/open.ts';
import { readUserByEmail } from '../database/accounts/administration.ts';
import type { NewEvent } from '../database/accounts/events.ts';
import { addPasswordReset } from '../database/accounts/password-resets.ts';
import { emailKey } from '../database/users/users.ts';
import { clientOf } from '../load/clients.ts';
import { plural } from '../plural.ts';
import { QUEUES } from '../load/limits.ts';
import { Queue } from '../load/queue.ts';
import type { Services } from '../services.ts';
import { type Mail, type Mailer, mailErrorFields } from './mailer.ts';
import { activityEntry } from './security-log.ts';
import { fingerprint, makeToken } from './tokens.ts';

// Milliseconds for which a shutdown waits for mails in progress.
const SHUTDOWN_WAIT = 3_000;

type LinkOptions = { userId: string; email?: string; event: NewEvent; origin: string; now: Date };

/** Without `email`, replaces the user's links. Returns undefined if the account is locked, deleted, or no longer has `email`. */
export async function makeResetLink(database: Database, { userId, email, event, origin, now }: LinkOptions) {
  const token = makeToken();
  const reset = { userId, tokenHash: fingerprint(token), ...(email !== undefined && { emailKey: emailKey(email) }) };
  if (!(await addPasswordReset(database, reset, event, now))) return undefined;
  // Browsers do not send the fragment, so no log contains the token.
  return `${origin}${PAGES.reset.path}#${token}`;
}

type Parts = Pick<Services, 'database' | 'clock' | 'operatorContact'> & { mailer: Mailer; origin: string };

export type ResetLinks = ReturnType<typeof makeResetLinks>;

export function makeResetLinks({ database, clock, mailer, origin, operatorContact }: Parts) {
  const queue = new Queue(QUEUES.mails);
  const inProgress = new Set<Promise<void>>();
  /** For the mails that have not been made. */
  const uncounts = new Set<() => Promise<void>>();

  async function makeMail(email: string, event: NewEvent): Promise<Mail | undefined> {
    const user = await readUserByEmail(database, email);
    if (!user) return undefined;
    const link = await makeResetLink(database, { userId: user.id, email: user.email, event, origin, now: clock() });
    return link === undefined ? undefined : { to: user.email, ...mailText(link, operatorContact) };
  }

  function mail(request: FastifyRequest, email: string, uncount: () => Promise<void>): void {
    // A waiting mail must not keep its request, which may have a large body.
    const { log } = request;
    const event = activityEntry(request, 'authn_reset_request');
    uncounts.add(uncount);
    const makeAndSend = async () => {
      const made = await makeMail(email, event);
      uncounts.delete(uncount);
      if (made) await mailer.send(made);
    };
    const sending = queue
      .run(makeAndSend, clientOf(request))
      .catch(async (error: unknown) => {
        if (uncounts.delete(uncount)) await uncount();
        throw error;
      })
      .catch((error: unknown) => {
        log.warn({ mail: mailErrorFields(error) }, 'password reset mail not sent');
      })
      .finally(() => inProgress.delete(sending));
    inProgress.add(sending);
  }

  return {
    /**
     * Mails a link if an account has the e-mail: after the response, so that its time does not reveal that, and also if
     * the client has disconnected, because its request counts. Calls `uncount` if no mail is made. Never throws.
     */
    mailAfter: ({ raw, request }: FastifyReply, email: string, uncount: () => Promise<void>): void => {
      finished(raw, () => mail(request, email, uncount));
    },
    close: async () => {
      await Promise.race([Promise.all(inProgress), sleep(SHUTDOWN_WAIT, undefined, { ref: false })]);
      await Promise.allSettled([...uncounts].map((uncount) => uncount()));
    },
  };
}

/** Contains nothing that a user chose: anybody can sign up with another person's address. */
function mailText(link: string, operatorContact: string | undefined): Omit<Mail, 'to'> {
  const lines = [
    'Olá!',
    '',
    'Alguém pediu um link para redefinir a senha da conta com este email na Trilha.',
    `Para escolher uma nova senha, abra este link. Ele vale por ${plural(RESET_HOURS, 'hora')} e só pode ser usado uma vez:`,
    '',
    link,
    '',
    'Se não foi você, não precisa fazer nada: a sua senha continua a mesma.',
    'Se você nunca criou uma conta, alguém usou o seu email: redefina a senha, entre e apague a conta em "Conta".',
    'Não envie este link a ninguém.',
    ...(operatorContact === undefined ? [] : ['', `Dúvidas? Fale com quem mantém este servidor: ${operatorContact}`]),
  ];
  return { subject: 'Redefinir a sua senha na Trilha', text: `${lines.join('\n')}\n` };
}
