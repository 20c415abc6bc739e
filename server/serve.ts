import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Database, openDatabase } from './database/open.ts';
import { DatabaseRefused } from './database/errors.ts';
import { sweepAttempts } from './database/accounts/attempts.ts';
import { sweepEvents } from './database/accounts/events.ts';
import { sweepPasswordResets } from './database/accounts/password-resets.ts';
import { sweepSessions } from './database/accounts/sessions.ts';
import { sweepTechnologies } from './database/technologies/technologies.ts';
import { loggerOptions, logStream } from './http/logger.ts';
import { makeMailer, reasonOf } from './accounts/mailer.ts';
import { makePasswords } from './accounts/passwords.ts';
import { loadDrawing } from './public/page.ts';

// In milliseconds after a stop: connections are cut, then the process ends. Docker kills it after ten seconds.
const LAST_ANSWERS = 5_000;
const LAST_MOMENT = 9_000;
const SWEEP_EVERY = 60_000;

/** Standard output is for the log. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig();
  // What only some servers need, no other waits for.
  const metering = config.metrics && (await import('./http/metrics.ts'));
  const metrics = metering?.makeMetrics();
  const database = await openDatabase(config.database, { pool: config.databasePool });
  const { clock } = database.engine;
  const pages = existsSync(join(config.pages, 'index.html')) ? config.pages : undefined;
  const logger = { ...loggerOptions(config.logLevel), stream: logStream(process.stdout, config.logFormat) };
  const passwords = makePasswords({ pepper: config.pepper });
  const mailer = config.mail && (await makeMailer(config.mail));
  const stop = new AbortController();
  const drawing = pages === undefined ? undefined : () => loadDrawing(pages);
  const app = buildApp({
    ...config,
    pages,
    drawing,
    database,
    clock,
    passwords,
    mailer,
    logger,
    stopping: stop.signal,
  });
  if (metrics) metering?.measureRequests(app, metrics);
  stopGracefully(app, database, { stop, drain: config.drain });
  sweepEveryMinute(app, database, { clock, sessionIdle: config.sessionIdle });
  try {
    if (config.metrics && metering && metrics) {
      tell(`Metrics are at ${await metering.serveMetrics(app, metrics, config.metrics)}`);
    }
    await app.listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' });
  } catch (error) {
    await database.destroy();
    throw error;
  }
  if (pages === undefined) tell('The web app is not built, so only the API is served: run `npm run build`.');
  if (!config.limits) tell('RATE_LIMIT=off: passwords can be guessed without limit. Only for tests and benches.');
  tell(`Trilha is ready at ${config.publicUrl ?? addressOf(app, config)}`);
  // A mail server that is away keeps nobody from logging in: it is told, and tried again with each mail.
  mailer?.verify().catch((error: unknown) => {
    app.log.warn({ mail: reasonOf(error) }, 'SMTP_URL: the mail server cannot be used, so nobody gets a link by mail');
  });
}

type StopOptions = { stop: AbortController; drain: number };

/**
 * Answers the requests under way, for five seconds at most; after SIGTERM also all that come while it drains. npm and
 * process groups signal more than once: a second signal cuts nothing. SIGQUIT (Ctrl-\) ends the process at once.
 */
function stopGracefully(app: FastifyInstance, database: Database, { stop, drain }: StopOptions): void {
  let closing = false;
  const skip = ['SIGTERM', 'SIGINT', 'SIGHUP'] satisfies NodeJS.Signals[];
  const { close } = closeWithGrace({ delay: LAST_MOMENT, logger: app.log, skip }, async ({ err }) => {
    closing = true;
    stop.abort();
    if (err) app.log.fatal({ err }, 'stopping after a failure');
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS).unref();
    await app.close();
    await database.destroy();
  });
  for (const name of skip) {
    process.on(name, (signal) => {
      app.log.info({ signal }, 'stopping');
      stop.abort();
      // The other two come from a terminal, where no balancer has to notice.
      const delay = signal === 'SIGTERM' ? drain : 0;
      setTimeout(() => {
        if (!closing) close();
      }, delay);
    });
  }
}

type SweepOptions = { clock: () => Date; sessionIdle: number };

function sweepEveryMinute(app: FastifyInstance, database: Database, { clock, sessionIdle }: SweepOptions): void {
  const sweep = setInterval(() => {
    const now = clock();
    Promise.all([
      sweepSessions(database, now, sessionIdle),
      sweepTechnologies(database, now),
      sweepAttempts(database, now),
      sweepPasswordResets(database, now),
      sweepEvents(database, now),
    ]).catch((error: unknown) => {
      app.log.warn({ err: error }, 'not everything was swept this time');
    });
  }, SWEEP_EVERY);
  app.addHook('preClose', async () => clearInterval(sweep));
}

function addressOf(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo;
  // "All addresses" cannot be opened in a browser; this one of them can.
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Lines for the operator; undefined for an unforeseen failure. */
function explain(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.mistakes;
  if (error instanceof DatabaseRefused) return [error.message];
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const at = 'port' in error && 'address' in error ? `${String(error.address)}:${String(error.port)}` : 'HOST';
  const of = 'isMetrics' in error ? 'METRICS_' : '';
  switch (error.code) {
    case 'EADDRINUSE':
      return [`${at} is in use: stop the other program, or set ${of}PORT to another number.`];
    case 'EACCES':
      return [`${at} is not allowed: set ${of}PORT to a number above 1023.`];
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`${of}HOST is no address of this machine (${error.code}): set it to 127.0.0.1 or 0.0.0.0.`];
    default:
      return undefined;
  }
}

try {
  await main();
} catch (error) {
  const lines = explain(error) ?? [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  for (const line of lines) tell(line);
  process.exit(1);
}
