import { isLoopback } from '../http/networks.ts';

/** Plain text, in Portuguese. */
export type Mail = { to: string; subject: string; text: string };

/** Hands mails to a server of mails. Both reject when it does not answer, or refuses. */
export type Mailer = { send(mail: Mail): Promise<void>; verify(): Promise<void> };

// In milliseconds. Nodemailer waits minutes, and each word of a server starts its last one anew: `mail` is for all of it.
const TIME_OUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  mail: 60_000,
};
export type MailTimeOuts = Partial<typeof TIME_OUTS>;

/** `url` is smtp: or smtps:, and may hold a password. Unless it says otherwise, only this machine is talked to in the open. */
export async function makeMailer(
  { url, from }: { url: string; from: string },
  timeOuts: MailTimeOuts = {},
): Promise<Mailer> {
  // Few servers send mail: the others need not load it.
  const { createTransport } = await import('nodemailer');
  const { hostname, searchParams } = new URL(url);
  const requireTLS = !isLocal(hostname) && !searchParams.has('requireTLS') && !searchParams.has('ignoreTLS');
  const { mail: longest, ...waits } = { ...TIME_OUTS, ...timeOuts };
  const options = { ...waits, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, ...options, ...(requireTLS && { requireTLS }) });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({
        // As objects they are not parsed: an address can name nobody else.
        from: { name: 'Trilha', address: from },
        to: { name: '', address: to },
        subject,
        text,
        // Nobody's absence note is to answer (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(longest),
      });
    },
    verify: async () => {
      await transport.verify();
    },
  };
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname);
}

/** What a log may hold of a failure: a server may repeat addresses and passwords in its words. */
export function reasonOf(error: unknown): { code: unknown; responseCode: unknown } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { code: code ?? (error instanceof Error ? error.name : undefined), responseCode };
}
