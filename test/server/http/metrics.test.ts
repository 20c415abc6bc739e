import { connect } from 'node:net';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { aPerson } from '../../helpers/make.ts';
import { failToStart, ServerProcess, signUp } from '../../helpers/server-process.ts';

const url = await aDatabaseUrl();
const server = new ServerProcess({ DATABASE_URL: url, METRICS_PORT: '0', LOG_LEVEL: 'debug', RATE_LIMIT: 'off' });
let [address, metrics] = ['', ''];

beforeAll(async () => {
  await vi.waitUntil(() => server.address, { timeout: 60_000 });
  address = server.address ?? '';
  metrics = /^Metrics are at (\S+)$/m.exec(server.err)?.[1] ?? '';
});

async function read(): Promise<string> {
  return (await fetch(metrics)).text();
}

/** The value of the metric whose line begins with `line`; undefined without such a line. */
async function valueOf(line: string): Promise<number | undefined> {
  const found = (await read()).split('\n').find((text) => text.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

describe('the metrics', () => {
  test('have a separate loopback port without other routes', async () => {
    expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const { status, headers } = await fetch(metrics);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const path of ['/', '/metrics/', '/users', '/metrics?x=1']) {
      expect((await fetch(new URL(path, metrics))).status, path).toBe(404);
    }
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
  });

  test('count requests by route and status, and refusals by code, without personal data (X-325)', async () => {
    const person = aPerson();
    const { id } = (await (await signUp(address, person)).json()) as { id: string };
    for (const path of [id, id, id, 'nobody']) await fetch(`${address}/users/${path}`);
    await fetch(`${address}/no-such-page?secret=geheim`);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: person.email, password: 'errada12' });
    expect((await fetch(`${address}/sessions`, { method: 'POST', headers, body })).status).toBe(401);

    await expect.poll(() => valueOf('http_requests_total{method="POST",route="/sessions",status="401"}')).toBe(1);
    expect(await valueOf('http_requests_total{method="GET",route="/users/:id",status="200"}')).toBe(3);
    expect(await valueOf('http_request_duration_seconds_count{method="GET",route="/users/:id"}')).toBe(4);
    expect(await valueOf('http_requests_total{method="GET",route="none",status="404"}')).toBeGreaterThan(0);
    expect(await valueOf('trilha_refusals_total{code="invalid-credentials"}')).toBe(1);
    const text = await read();
    for (const secret of [id, person.email, 'geheim', 'no-such-page', 'nobody']) expect(text).not.toContain(secret);
  });

  test('count malformed requests, and clients that disconnect (X-325)', async () => {
    const port = Number(new URL(address).port);
    connect(port, '127.0.0.1').end('GET / HTTP/9.9\r\n\r\n').resume();
    await expect.poll(() => valueOf('trilha_refusals_total{code="bad-request"}')).toBe(1);
    const begun = () => server.out.split('incoming request').length;
    const before = begun();
    const impatient = connect(port, '127.0.0.1');
    impatient.write('POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
    await expect.poll(begun).toBeGreaterThan(before);
    impatient.destroy();
    await expect.poll(() => valueOf('http_requests_aborted_total{method="POST",route="/users"}')).toBe(1);
    expect(server.out).not.toContain('"stack"');
  });

  test('measure the database, the queues and the process', async () => {
    expect(await valueOf('trilha_database_statement_duration_seconds_count{failed="false"}')).toBeGreaterThan(5);
    for (const queue of ['hashes', 'pictures', 'imports', 'mails', 'writes']) {
      // An event is still written after the answer that it belongs to.
      await expect.poll(() => valueOf(`trilha_queue_waiting{queue="${queue}"}`), { message: queue }).toBe(0);
    }
    for (const name of ['http_open_sockets', 'nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(await valueOf(name), name).toBeGreaterThan(0);
    }
    expect(await read()).not.toContain('trilha_database_connections{');
  });

  test('fail the start if their port is in use', async () => {
    const { port } = new URL(metrics);
    expect(await failToStart({ DATABASE_URL: url, METRICS_PORT: port })).toEqual([
      `127.0.0.1:${port} is in use: stop the other program, or set METRICS_PORT to another number.`,
    ]);
  });

  test('end with the server', async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    await expect(fetch(metrics)).rejects.toThrow();
  });
});
