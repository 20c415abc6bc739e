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
import { sweepClasses } from './database/classes/classes.ts';
import { sweepSessions } from './database/accounts/sessions.ts';
import { sweepTechnologies } from './database/technologies/technologies.ts';
import { loggerOptions, logStream } from './http/logger.ts';
import { makeMailer, mailErrorFields } from './accounts/mailer.ts';
import { makePasswords } from './accounts/passwords.ts';
import { preferEventLoop } from './load/priorities.ts';
import { httpOrigin } from './networks.ts';
import { loadDrawing } from './public/page.ts';

// Milliseconds after which a shutdown cuts connections, then ends the process. Docker kills it after ten seconds.
const CUT_CONNECTIONS = 5_000;
const EXIT = 9_000;
// In milliseconds.
const SWEEP_INTERVAL = 60_000;
// Linux drops connections above it, and their clients wait a second before they try again.
const BACKLOG = 2_048;

/** Writes to standard error, because standard output is the log. */
function print(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<void> {
  const config = readConfig();
  await preferEventLoop();
  const serveMetrics = config.metrics && (await import('./http/metrics.ts')).collectMetrics(config.metrics);
  const database = await openDatabase(config.database, { pool: config.databasePool });
  const { clock } = database.engine;
  const pages = existsSync(join(config.pages, 'index.html')) ? config.pages : undefined;
  const logger = { ...loggerOptions(config.logLevel), stream: logStream(process.stdout, config.logFormat) };
  const passwords = makePasswords({ pepper: config.pepper });
  const mailer = config.mail && (await makeMailer(config.mail));
  const stop = new AbortController();
  const drawing = pages === undefined ? undefined : () => loadDrawing(pages);
  const stopping = stop.signal;
  const app = buildApp({ ...config, pages, drawing, database, clock, passwords, mailer, logger, stopping });
  stopGracefully(app, database, stop, config.drain);
  startSweeps(app, database, config.sessionIdle);
  try {
    if (serveMetrics) print(`Metrics are at ${await serveMetrics(app)}`);
    const { port, host } = config;
    await app.listen({ port, host, backlog: BACKLOG, listenTextResolver: () => 'listening' });
  } catch (error) {
    await database.destroy();
    throw error;
  }
  if (pages === undefined) print('The web app is not built, so only the API is served: run `npm run build`.');
  if (!config.rateLimit)
    print('RATE_LIMIT=off: passwords can be guessed without limit. Only for tests and benchmarks.');
  print(`Trilha is ready at ${config.publicUrl ?? addressOf(app, config)}`);
  mailer?.verify().catch((error: unknown) => {
    app.log.warn(
      { mail: mailErrorFields(error) },
      'SMTP_URL: mail server unavailable, so reset links cannot be mailed',
    );
  });
}

// Ignores repeated signals, which npm and process groups send. SIGQUIT (Ctrl-\) ends the process immediately.
function stopGracefully(app: FastifyInstance, database: Database, stop: AbortController, drain: number): void {
  let closing = false;
  const skip = ['SIGTERM', 'SIGINT', 'SIGHUP'] satisfies NodeJS.Signals[];
  const { close } = closeWithGrace({ delay: EXIT, logger: app.log, skip }, async ({ err }) => {
    closing = true;
    stop.abort();
    if (err) app.log.fatal({ err }, 'stopping after a failure');
    setTimeout(() => app.server.closeAllConnections(), CUT_CONNECTIONS).unref();
    await app.close();
    await database.destroy();
  });
  for (const name of skip) {
    process.on(name, (signal) => {
      app.log.info({ signal }, 'stopping');
      stop.abort();
      // A terminal sends SIGINT and SIGHUP, so no load balancer needs time to notice.
      const delay = signal === 'SIGTERM' ? drain : 0;
      setTimeout(() => {
        if (!closing) close();
      }, delay);
    });
  }
}

const SWEEPS = [
  sweepSessions,
  sweepTechnologies,
  sweepAttempts,
  sweepPasswordResets,
  sweepEvents,
  sweepClasses,
  ({ engine }: Database, now: Date) => engine.eraseRemnants(now),
];

function startSweeps(app: FastifyInstance, database: Database, sessionIdle: number): void {
  // In an attack, a sweep may take longer than the interval.
  const running = new Set<unknown>();
  const interval = setInterval(() => {
    const now = database.engine.clock();
    for (const sweep of SWEEPS.filter((each) => !running.has(each))) {
      running.add(sweep);
      sweep(database, now, sessionIdle)
        .catch((error: unknown) => {
          app.log.warn({ err: error }, 'sweep failed');
        })
        .finally(() => running.delete(sweep));
    }
  }, SWEEP_INTERVAL);
  app.addHook('preClose', async () => clearInterval(interval));
}

function addressOf(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo;
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return httpOrigin(name, port);
}

function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  if (!['listen', 'getaddrinfo'].includes(String(error.syscall))) return undefined;
  const at = 'port' in error && 'address' in error ? `${String(error.address)}:${String(error.port)}` : 'HOST';
  const prefix = 'isMetrics' in error ? 'METRICS_' : '';
  const wrongHost = `${prefix}HOST is not an address of this machine (${String(error.code)}): set it to 127.0.0.1 or 0.0.0.0.`;
  const explanations: Record<string, string> = {
    EADDRINUSE: `${at} is in use: stop the other program, or set ${prefix}PORT to another number.`,
    EACCES: `${at} is not allowed: set ${prefix}PORT to a number above 1023.`,
    EADDRNOTAVAIL: wrongHost,
    ENOTFOUND: wrongHost,
    EAI_AGAIN: wrongHost,
  };
  return explanations[String(error.code)];
}

try {
  await main();
} catch (error) {
  print(explain(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
  process.exit(1);
}
