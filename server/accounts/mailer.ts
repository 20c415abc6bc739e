import { isLoopback } from '../networks.ts';

export type Mail = { to: string; subject: string; text: string };

// In milliseconds. Nodemailer's defaults are minutes, and each reply restarts `socketTimeout`: `mail` limits the whole mail.
const TIME_OUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  mail: 60_000,
};
export type MailTimeOuts = Partial<typeof TIME_OUTS>;

export type Mailer = Awaited<ReturnType<typeof makeMailer>>;

/** An SMTP client. Requires TLS, unless `url` says otherwise or names this machine. */
export async function makeMailer({ url, from }: { url: string; from: string }, timeOuts: MailTimeOuts = {}) {
  const { createTransport } = await import('nodemailer');
  const { hostname, searchParams } = new URL(url);
  const isLocal = hostname === 'localhost' || isLoopback(hostname);
  const requireTLS = !isLocal && !searchParams.has('requireTLS') && !searchParams.has('ignoreTLS');
  const { mail: longest, ...waits } = { ...TIME_OUTS, ...timeOuts };
  const options = { ...waits, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, ...options, ...(requireTLS && { requireTLS }) });
  return {
    send: async ({ to, subject, text }: Mail): Promise<void> => {
      await transport.sendMail({
        // An address in an object is not parsed, so it cannot contain a second one.
        from: { name: 'Trilha', address: from },
        to: { name: '', address: to },
        subject,
        text,
        // Prevents automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(longest),
      });
    },
    verify: async () => void (await transport.verify()),
  };
}

/** The loggable part of an error: a mail server's message may repeat addresses and passwords. */
export function mailErrorFields(error: unknown): { code: unknown; responseCode: unknown } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { code: code ?? (error instanceof Error ? error.name : undefined), responseCode };
}
