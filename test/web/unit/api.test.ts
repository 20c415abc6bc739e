import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorkInput } from '#contract/work.ts';
import { fileOf } from '../../../web/components/secondary/save-as.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const TECHNOLOGY = { id: 't1', title: 'React', status: 'Iniciante' };
const calls: string[] = [];
let respond: (response: ServerResponse) => void;

const server = createServer(({ method, url }, response) => {
  calls.push(`${method} ${url}`);
  respond(response);
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
  calls.length = 0;
});

/** Imports the client as built for an API on this path. The server responds to each call with `response`. */
function importApi(path: string, response: typeof respond) {
  respond = response;
  vi.stubEnv('VITE_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  vi.resetModules();
  return import('../../../web/api.ts');
}

test.for(['', '/', '/api', '/api/'])(
  'every call goes to the configured address, here %j (M-136, A-35)',
  async (path) => {
    const api = await importApi(path, (response) => response.end(JSON.stringify({ ...TECHNOLOGY, techs: [] })));
    await api.readUser('u1');
    await api.addTechnology('token', TECHNOLOGY);
    await api.logOut('token');
    const base = path.replace(/\/$/, '');
    expect(calls).toEqual([`GET ${base}/users/u1`, `POST ${base}/users/techs`, `DELETE ${base}/sessions`]);
  },
);

test.for([200, 201, 202, 299])('the status %d is a success (M-138)', async (status) => {
  const api = await importApi('', (response) => response.writeHead(status).end(JSON.stringify(TECHNOLOGY)));
  await expect(api.addTechnology('token', TECHNOLOGY)).resolves.toEqual(TECHNOLOGY);
});

test.for([300, 304, 400, 404, 500])('the status %d is a failure (M-138)', async (status) => {
  const api = await importApi('', (response) => response.writeHead(status).end());
  await expect(api.addTechnology('token', TECHNOLOGY)).rejects.toMatchObject({ status });
});

test.for(['<!doctype html>', '{"id":"1","title":"Rea'])(
  'a deletion answered by %j is a failure (X-331)',
  async (body) => {
    const api = await importApi('', (response) => response.end(body));
    await expect(api.removeTechnology('token', 't1')).rejects.toThrow();
  },
);

test.for(['', '<!doctype html>', '{}', 'null', '{"id":"1","title":"Rea', '[{"id":5,"title":null,"techs":"x"}]'])(
  'a success with the body %j is a failure (X-331)',
  async (body) => {
    const api = await importApi('', (response) => response.end(body));
    await expect(api.logIn({ email: 'a@example.com', password: 'abc123' })).rejects.toThrow();
    await expect(api.readUser('u1')).rejects.toThrow();
    await expect(api.addTechnology('token', TECHNOLOGY)).rejects.toThrow();
    const profile = await import('../../../web/screens/profile/api.ts');
    await expect(profile.changeProfile('token', { bio: 'Olá' })).rejects.toThrow();
    await expect(profile.removeAvatar('token')).rejects.toThrow();
    await expect(profile.addWork('token', {} as WorkInput)).rejects.toThrow();
    await expect(profile.importResume('token', {}, { apply: true })).rejects.toThrow();
  },
);

test.for(['', 'text/html'])('a download of the type %j is a failure (X-331)', async (type) => {
  const response = new Response('Entre na rede', { headers: type === '' ? [] : [['Content-Type', type]] });
  if (type === '') response.headers.delete('Content-Type');
  await expect(fileOf(response, 'dados.json')).rejects.toThrow();
});
