import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

/** A received mail: envelope, headers and decoded text. */
type Received = { from: string; to: string[]; headers: string; text: string };

const USER = 'trilha';
const MAIL_PASSWORD = 'geheim-e-segredo';

/** A real local SMTP server that stores received mails. */
export class MailServer {
  readonly mails: Received[] = [];
  /** Each mail waits for this before it is accepted. */
  gate: Promise<unknown> = Promise.resolve();
  readonly #server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    closeTimeout: 0,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === USER && password === MAIL_PASSWORD;
      // A server may say anything, the password too.
      done(isRight ? null : new Error(`no such user: ${username} ${password}`), { user: username });
    },
    onData: (stream, { envelope }, done) => void this.#take(stream, envelope, done),
  }).on('error', () => undefined);

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await once(server.#server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  async #take(stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope, done: () => void): Promise<void> {
    const [headers = '', ...body] = (await text(stream)).split('\r\n\r\n');
    await this.gate;
    const to = rcptTo.map(({ address }) => address);
    this.mails.push({ from: mailFrom ? mailFrom.address : '', to, headers, text: decoded(body.join('\r\n\r\n')) });
    done();
  }

  /** A value of SMTP_URL. */
  url(password = MAIL_PASSWORD): string {
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://${USER}:${password}@127.0.0.1:${port}`;
  }

  mailsTo(address: string): Received[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Decodes quoted-printable (RFC 2045, section 6.7), which has `=` where URLs have `%`. */
function decoded(body: string): string {
  const escaped = body.replaceAll('=\r\n', '').replaceAll('%', '=25').replaceAll('=', '%');
  return decodeURIComponent(escaped).replaceAll('\r\n', '\n');
}
