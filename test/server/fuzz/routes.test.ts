import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OwnUser } from '#contract/user.ts';
import type { Operation as Described, Parameter, RequestBody } from '../../../server/openapi/types.ts';
import { bodyOf, runs, wordOf } from './arbitrary.ts';
import { expectListedAsUsers } from '../../helpers/database/listing.ts';
import { aForm } from '../../helpers/images.ts';
import { type Answer, startServer } from '../../helpers/start-server.ts';

// Fewer where each request makes a hash of a password.
const [FEW, SOME] = [10, 25];

const server = await startServer({ rateLimit: false });
await server.app.ready();
const { document, database } = server;
const { user, token } = await server.signUpWithEverything();
type Operation = { method: string; path: string; operation: Described };
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
) as Operation[];
const needsSession = ({ operation: { security = [] } }: Operation) =>
  security.length > 0 && security.every((way) => 'token' in way);

const profile = await server.ask<OwnUser>('PUT', '/profile', { token, body: { visibility: 'public' } });
const { techs, works, handle } = profile.body;
const technologies = techs.map(({ id }) => id);
const { id: classId } = await server.openClass(token);
const ids = [user.id, ...technologies, ...works.map(({ id }) => id)];
const known: Record<string, readonly string[]> = {
  handle: [handle ?? ''],
  technology: techs.map(({ title }) => title),
};

function requestOf({ path, operation }: Operation): fc.Arbitrary<{ url: string; body: unknown }> {
  const parameters = (operation.parameters ?? []) as Parameter[];
  const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const words = names.map((name) => [name, wordOf(['1', '2', '100', 'react'])]);
  const own = path.startsWith('/classes') ? [classId, user.id] : ids;
  const query = fc.record(Object.fromEntries(words) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] });
  const places = fc.tuple(...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => wordOf(known[name] ?? own)));
  const url = fc.tuple(places, query).map(([values, search]) => {
    const left = values.map(encodeURIComponent);
    const filled = path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '');
    return `${filled}?${new URLSearchParams(search as Record<string, string>).toString()}`;
  });
  return fc.record({ url, body: bodyFor(operation) });
}

function bodyFor({ requestBody }: Described): fc.Arbitrary<unknown> {
  const content = (requestBody as RequestBody | undefined)?.content ?? {};
  if ('multipart/form-data' in content) {
    const signatures = ['', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF\0\0\0\0WEBP'];
    return fc
      .tuple(
        fc.constantFrom(...signatures.map((start) => Buffer.from(start, 'latin1'))),
        fc.uint8Array({ maxLength: 2_000 }),
        fc.constantFrom('avatar', 'other', ''),
      )
      .map(([start, rest, field]) => aForm(Buffer.concat([start, rest]), { field }));
  }
  const schema = content['application/json']?.schema;
  return schema === undefined ? fc.constant(undefined) : bodyOf(document, schema, technologies);
}

/** Logins, restorations, joins and random reset links store nothing of the input. */
function stores({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return ['POST', 'PUT'].includes(method) && !/sessions|restore|join|password-resets/.test(path);
}

/** Text is stored trimmed. A profile's empty texts change nothing. */
function expectStored(sent: unknown, stored: unknown): void {
  const held = new Map(Object.entries(stored as Record<string, unknown>));
  for (const [name, value] of Object.entries(sent as Record<string, unknown>)) {
    const found = held.get(name);
    // Responses omit passwords and unknown fields.
    if (found === undefined || (typeof value === 'string' && value.trim() === '')) continue;
    if (typeof value === 'string') expect(found).toBe(value.trim());
    else expect(found).toEqual(Array.isArray(value) ? [...new Set(value)] : value);
  }
}

async function readBack({ method, path }: Operation, sent: unknown, { status, body }: Answer): Promise<void> {
  if (status >= 300 || !stores({ method, path })) return;
  const { id } = body as { id: string };
  expectStored(sent, body);
  if (!path.startsWith('/users/')) return;
  const held = (await server.ask<OwnUser>('GET', '/profile', { token })).body;
  const stored = [...held.techs, ...held.works].find((each) => each.id === id);
  expectStored(sent, stored);
  const table = path.endsWith('techs') ? 'technologies' : 'works';
  if (method === 'POST') await database.deleteFrom(table).where('id', '=', id).execute();
}

test.for(operations)(
  '$method $path answers any input as documented, and stores exactly the accepted input',
  async (operation) => {
    const { method, path } = operation;
    const isHashed = /^(POST \/users|POST \/sessions|PUT \/profile|DELETE \/users\/\{id\})$/.test(`${method} ${path}`);
    const endsSomething = method === 'DELETE' && /sessions|\{id\}$/.test(path) && !/techs|works/.test(path);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async ({ url, body }) => {
        const who = endsSomething ? await server.signUp() : { user, token };
        const sent = needsSession(operation) ? { token: who.token, body } : { body };
        const answer = await server.ask(method, url.replace(user.id, who.user.id), sent);
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 300) accepted += 1;
        await readBack(operation, body, answer);
      }),
      runs(isHashed ? FEW : SOME),
    );
    if (stores(operation)) expect(accepted).toBeGreaterThan(0);
  },
);

test('the requests above leave each technology listed as its user', () => expectListedAsUsers(database));
