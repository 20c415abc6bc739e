import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const TECHNOLOGY = { id: 't1', title: 'React', status: 'Iniciante' };
const calls: string[] = [];
let respond: (response: ServerResponse) => void;

const server = createServer((request: IncomingMessage, response) => {
  calls.push(`${request.method} ${request.url}`);
  respond(response);
});
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  calls.length = 0;
});

/** The client, as it is built for this address. */
function importApi(address: string) {
  vi.stubEnv('VITE_API_URL', address);
  vi.resetModules();
  return import('../../../web/api.ts');
}

test.for(['', '/', '/api', '/api/'])(
  'every call goes to the configured address, here %j (M-136, A-35)',
  async (path) => {
    const api = await importApi(`${origin()}${path}`);
    respond = (response) => response.end(JSON.stringify({ ...TECHNOLOGY, techs: [] }));
    await api.readUser('u1');
    await api.addTechnology('token', TECHNOLOGY);
    await api.logOut('token');
    const base = path.replace(/\/$/, '');
    expect(calls).toEqual([`GET ${base}/users/u1`, `POST ${base}/users/techs`, `DELETE ${base}/sessions`]);
  },
);

test.for([200, 201, 202, 299])('the status %d is a success (M-138)', async (status) => {
  const api = await importApi(origin());
  respond = (response) => response.writeHead(status).end(JSON.stringify(TECHNOLOGY));
  await expect(api.addTechnology('token', TECHNOLOGY)).resolves.toEqual(TECHNOLOGY);
});

test.for([300, 304, 400, 404, 500])('the status %d is a failure (M-138)', async (status) => {
  const api = await importApi(origin());
  respond = (response) => response.writeHead(status).end(status === 304 ? undefined : JSON.stringify(TECHNOLOGY));
  await expect(api.addTechnology('token', TECHNOLOGY)).rejects.toMatchObject({ name: 'ApiError', status });
});

test.for([
  ['no body', ''],
  ['a page of HTML', '<!doctype html><title>Wi-Fi</title>'],
  ['an empty object', '{}'],
  ['null', 'null'],
  ['half of an answer', '{"id":"1","title":"Rea'],
  ['another shape', '[{"id":5,"title":null,"techs":"x"}]'],
])('a success with %s is a failure (X-331)', async ([, body]) => {
  const api = await importApi(origin());
  respond = (response) => response.end(body);
  await expect(api.logIn({ email: 'a@example.com', password: 'abc123' })).rejects.toThrow();
  await expect(api.readUser('u1')).rejects.toThrow();
  await expect(api.addTechnology('token', TECHNOLOGY)).rejects.toThrow();
});
