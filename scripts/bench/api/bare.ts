import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { openStore, type Profile } from './bare-stores.ts';

/** A minimal server that sends the same responses from the same database: the upper bound for Trilha. */
const store = openStore(process.argv[2] ?? '');
const derive = promisify(argon2);

function privateProfile({ user, techs }: Profile) {
  return { ...user, techs, works: [], avatar_url: null };
}

function publicProfile(profile: Profile) {
  return { ...privateProfile(profile), visibility: undefined, email: undefined };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text) as Record<string, string>;
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method, headers } = request;
  const userId = headers.authorization?.slice('Bearer '.length) ?? '';
  if (method === 'POST' && url === '/users/techs') {
    const { title = '', status = '' } = await readBody(request);
    const [id, time] = [randomUUID(), new Date().toISOString()];
    await store.addTechnology([id, userId, title, title.toLowerCase(), title.toLowerCase(), status, time, time]);
    send(response, 201, { id, title, status, created_at: time, updated_at: time });
  } else if (method === 'POST') {
    const { password = '' } = await readBody(request);
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    await derive('argon2id', { message: password, nonce: randomBytes(16), ...cost });
    send(response, 200, {});
  } else if (url === '/users') {
    const profiles = await store.listProfiles();
    send(response, 200, profiles.map(publicProfile));
  } else if (url === '/profile') {
    send(response, 200, privateProfile(await store.readProfile(userId)));
  } else {
    send(response, 200, publicProfile(await store.readProfile(url.slice('/users/'.length))));
  }
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
