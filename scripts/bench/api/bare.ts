import { argon2, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** The least that can answer the same bytes from the same file: the limit that Trilha is measured against. */
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('pragma synchronous = full');
const derive = promisify(argon2);

const user = database.prepare(
  `select id, name, bio, contact, course_module, created_at, updated_at, visibility, email from users where id = ?`,
);
const page = database.prepare(
  `select id, name, bio, contact, course_module, created_at, updated_at from users
   where visibility = 'public' order by sequence limit 15`,
);
const technologies = database.prepare(
  `select id, title, status, created_at, updated_at from technologies
   where user_id = ? and deleted_at is null order by sequence`,
);
const insert = database.prepare(
  `insert into technologies (id, user_id, title, title_key, search_key, status, created_at, updated_at)
   values (?, ?, ?, ?, ?, ?, ?, ?)`,
);

function withTechnologies({ visibility, email, ...row }: Record<string, unknown>, own: boolean) {
  const techs = technologies.all(row['id'] as string);
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
    insert.run(id, asking, title, title.toLowerCase(), title.toLowerCase(), status, time, time);
    answer(response, 201, { id, title, status, created_at: time, updated_at: time, user: { id: asking } });
  } else if (method === 'POST') {
    const { password = '' } = await bodyOf(request);
    const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    await derive('argon2id', { message: password, nonce: randomBytes(16), ...cost });
    answer(response, 200, {});
  } else if (url === '/profile') answer(response, 200, withTechnologies(user.get(asking) ?? {}, true));
  else if (url === '/users')
    answer(
      response,
      200,
      page.all().map((row) => withTechnologies(row, false)),
    );
  else answer(response, 200, withTechnologies(user.get(url.slice('/users/'.length)) ?? {}, false));
}

const server = createServer((request, response) => {
  respond(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
