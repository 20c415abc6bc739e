import { type Channel, subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Connections, connections, statements, type StatementTiming } from '../database/query-timing.ts';
import { refusals } from '../problems.ts';
import { QUEUES } from '../load/limits.ts';
import { type QueueLimits, queueStates, type QueueState } from '../load/queue.ts';
import { httpOrigin } from '../networks.ts';
import { onHangUp } from './connection.ts';

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

type Address = { port: number; host: string };

/**
 * Collects the Prometheus metrics of this process. Call it once, before the database opens. Returns the function that
 * measures the requests of an app, serves the metrics until it closes, and returns their URL.
 */
export function collectMetrics(address: Address): (app: FastifyInstance) => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });

  const running = gauge('trilha_queue_running', 'Running tasks of a queue', ['queue']);
  const waiting = gauge('trilha_queue_waiting', 'Waiting tasks of a queue', ['queue']);
  const setQueue = (state: QueueState) => {
    running.set({ queue: state.name }, state.running);
    waiting.set({ queue: state.name }, state.waiting);
  };
  for (const { name } of Object.values<QueueLimits>(QUEUES)) if (name) setQueue({ name, running: 0, waiting: 0 });
  listen(queueStates, setQueue);

  const refused = new Counter({
    name: 'trilha_refusals_total',
    help: 'Requests refused, by error code',
    labelNames: ['code'],
    registers,
  });
  listen(refusals, (code: string) => refused.inc({ code }));

  const took = new Histogram({
    name: 'trilha_database_statement_duration_seconds',
    help: 'Database statements, some including the wait for a connection or a lock',
    labelNames: ['failed'],
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  listen(statements, ({ milliseconds, failed }: StatementTiming) =>
    took.observe({ failed: `${failed}` }, milliseconds / 1_000),
  );

  const pool = gauge('trilha_database_connections', 'Connections to PostgreSQL, and statements that wait for one', [
    'state',
  ]);
  listen(connections, (state: Connections) => {
    for (const [name, count] of Object.entries(state)) pool.set({ state: name }, count);
  });
  return (app) => {
    measureRequests(app, registry);
    return serve(app, registry, address);
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- channels are untyped; the type of each message is exported beside it
function listen({ name }: Channel, listener: (message: any) => void): void {
  subscribe(name, listener);
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route'];
  const counter = (name: string, help: string, labels: string[]) =>
    new Counter({ name, help, labelNames: labels, registers });
  const requests = counter('http_requests_total', 'Responses sent', [...labelNames, 'status']);
  const aborted = counter(
    'http_requests_aborted_total',
    'Requests whose client disconnected before the response',
    labelNames,
  );
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the headers of a request to the end of its response',
    labelNames,
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const sockets: Gauge = new Gauge({
    name: 'http_open_sockets',
    help: 'Open sockets of clients',
    registers,
    collect: () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(sockets.set(count)))),
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = labelsOf(request);
    requests.inc({ ...labels, status: reply.statusCode });
    durations.observe(labels, reply.elapsedTime / 1_000);
  });
  app.addHook('onRequest', async (request, reply) => onHangUp(reply, () => aborted.inc(labelsOf(request))));
}

/** Labels with the route pattern: URLs contain ids, and are unlimited in number. */
function labelsOf({ method, routeOptions: { url } }: FastifyRequest): { method: string; route: string } {
  if (url === undefined) return { method, route: 'none' };
  return { method, route: url.startsWith('/assets/') ? '/assets/*' : url };
}

async function serve(app: FastifyInstance, registry: Registry, { port, host }: Address): Promise<string> {
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
  const bound = server.address() as AddressInfo;
  return `${httpOrigin(host, bound.port)}/metrics`;
}
