import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { openStore, type Row } from './bare-stores.ts';

/** The least that can answer the same bytes from the same database: the limit that Trilha is measured against. */
const store = openStore(process.argv[2] ?? '');
const derive = promisify(argon2);

/** `email` and `visibility` are for the user alone. */
function shown({ visibility, email, ...row }: Row, techs: Row[], own = false) {
  return { ...row, ...(own && { visibility, email }), techs, works: [], avatar_url: null };
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text) as Record<string, string>;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method, headers } = request;
  // A token is the id of its user here.
  const asking = headers.authorization?.slice('Bearer '.length) ?? '';
  if (method === 'POST' && url === '/users/techs') {
    const { title = '', status = '' } = await bodyOf(request);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    await store.addTechnology([id, asking, title, title.toLowerCase(), title.toLowerCase(), status, time, time]);
    answer(response, 201, { id, title, status, created_at: time, updated_at: time });
  } else if (method === 'POST') {
    const { password = '' } = await bodyOf(request);
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    await derive('argon2id', { message: password, nonce: randomBytes(16), ...cost });
    answer(response, 200, {});
  } else if (url === '/users') {
    const page = await store.listUsers();
    answer(
      response,
      200,
      page.map(({ user, techs }) => shown(user, techs)),
    );
  } else {
    const own = url === '/profile';
    const { user, techs } = await store.readUser(own ? asking : url.slice('/users/'.length));
    answer(response, 200, shown(user, techs, own));
  }
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
