import { type Channel, subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type Connections,
  connections,
  type Line,
  type Statement,
  statements,
  writes,
} from '../database/query-timing.ts';
import { refusals } from '../measures.ts';
import { queueStates, type QueueState } from '../queue.ts';
import { onHangUp } from './connection.ts';

// In seconds: a read takes some milliseconds, a hash a hundred, and who waits in a queue seconds.
const OF_REQUESTS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const OF_STATEMENTS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** What this process does, for Prometheus. Make it before the database is opened, and once. */
export function makeMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const running = gauge('trilha_queue_running', 'Tasks of a queue that run', ['queue']);
  const waiting = gauge('trilha_queue_waiting', 'Tasks of a queue that wait', ['queue']);
  const show = (queue: string, state: Line) => {
    running.set({ queue }, state.running);
    waiting.set({ queue }, state.waiting);
  };
  for (const queue of ['hashes', 'pictures', 'mails', 'writes']) show(queue, { running: 0, waiting: 0 });
  listen(queueStates, ({ name, ...state }: QueueState) => show(name, state));
  listen(writes, (state: Line) => show('writes', state));

  const refused = new Counter({ name: 'trilha_refusals_total', help: 'Refusals', labelNames: ['code'], registers });
  listen(refusals, (code: string) => refused.inc({ code }));

  const took = new Histogram({
    name: 'trilha_database_statement_duration_seconds',
    help: 'Statements, from the wait for a connection or the file on',
    labelNames: ['failed'],
    buckets: OF_STATEMENTS,
    registers,
  });
  listen(statements, ({ milliseconds, failed }: Statement) =>
    took.observe({ failed: `${failed}` }, milliseconds / 1_000),
  );

  const pool = gauge('trilha_database_connections', 'Connections to PostgreSQL, and who waits for one', ['state']);
  listen(connections, (state: Connections) => {
    for (const [name, count] of Object.entries(state)) pool.set({ state: name }, count);
  });
  return registry;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a channel knows no types; each message has one beside it
function listen({ name }: Channel, hear: (message: any) => void): void {
  subscribe(name, hear);
}

/** Measures the requests of the app. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route'];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered',
    labelNames: [...labelNames, 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer',
    labelNames,
    buckets: OF_REQUESTS,
    registers,
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Clients that hung up',
    labelNames,
    registers,
  });
  registry.registerMetric(
    new Gauge({
      name: 'http_open_sockets',
      help: 'Sockets of clients',
      registers: [],
      async collect() {
        this.set(await openSockets(app.server));
      },
    }),
  );
  app.addHook('onResponse', async (request, reply) => {
    const labels = labelsOf(request);
    requests.inc({ ...labels, status: reply.statusCode });
    durations.observe(labels, reply.elapsedTime / 1_000);
  });
  app.addHook('onRequest', async (request, reply) => onHangUp(reply, () => aborted.inc(labelsOf(request))));
}

/** The route as it was registered: addresses as they are sent are without number, and hold ids. */
function labelsOf({ method, routeOptions: { url } }: FastifyRequest): { method: string; route: string } {
  if (url === undefined) return { method, route: 'none' };
  return { method, route: url.startsWith('/assets/') ? '/assets/*' : url };
}

function openSockets(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });
}

/** Serves them at /metrics, at an address of their own. Answers that address, once it listens. */
export async function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<string> {
  const server = createServer(({ method, url }, response) => {
    if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = 16;
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw Object.assign(error as Error, { isMetrics: true });
  });
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/metrics`;
}
