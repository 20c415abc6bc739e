import type { FastifyInstance } from 'fastify';
import type { Passwords } from '../../server/accounts/passwords.ts';
import { buildApp } from '../../server/app.ts';
import { lastPosition } from '../../server/database/public-profiles/public-list.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { openSessions } from './sessions.ts';

const CLIENTS = 200;
const RARE = 'raríssima';

// In milliseconds.
const FIRST_PAGE = 50;

type Bound = (last: number, figures: Figures, first: number) => boolean;
const grows =
  (most: number): Bound =>
  (last, _figures, first) =>
    last <= most * first;
const within: Bound = (last) => last <= FIRST_PAGE;
const fiveTimes =
  (measure: 'list' | 'common'): Bound =>
  (last, figures) =>
    last <= 5 * figures[measure];

/** `most` tells whether what the largest size took is in bounds. */
export const MEASURES = {
  read: { label: 'GET /users/:id', most: grows(1.3) },
  write: { label: 'POST /users/techs', most: grows(1.3) },
  login: { label: 'POST /sessions without the hash', most: grows(1.3) },
  list: { label: 'GET /users', most: within },
  common: { label: '?tech=HTML, p95', most: within },
  letter: { label: '?tech=C, p95', most: within },
  rare: { label: '?tech of the last user, p95', most: within },
  absent: { label: '?tech of nobody, p95', most: within },
  deep: { label: 'GET /users after nine tenths', most: fiveTimes('list') },
  deepCommon: { label: '?tech=HTML after nine tenths', most: fiveTimes('common') },
  counted: { label: 'GET /users, that page by number', most: () => true },
} satisfies Record<string, { label: string; most: Bound }>;

/** In milliseconds: medians, or the 95th of 100. */
export type Figures = Record<
  'read' | 'write' | 'login' | 'list' | 'common' | 'letter' | 'rare' | 'absent' | 'deep' | 'deepCommon' | 'counted',
  number
>;

// What a login does beside the hash is what grows.
const NO_HASHES: Passwords = { hash: async () => 'hash', verify: async () => true, needsRehash: () => false };

/** One request after the other, through the whole app in this process. */
export async function measureGrowth(location: string): Promise<Figures> {
  const database = await openDatabase(location);
  const app = buildApp({
    database,
    passwords: NO_HASHES,
    limits: false,
    pressure: { loopDelay: 0, resident: 0, heap: 0 },
  });
  try {
    const clients = await openClients(database);
    const { after, page } = await nineTenths(database);
    const read = (path: string) => () => ask(app, 'GET', path);
    let turn = 0;
    const next = () => clients[(turn += 1) % clients.length] as Client;
    return {
      read: await timed(400, 0.5, () => ask(app, 'GET', `/users/${next().id}`)),
      write: await timed(400, 0.5, () => {
        const body = { title: `${turn} ${Math.random()}`, status: 'Iniciante' };
        return ask(app, 'POST', '/users/techs', next().token, body);
      }),
      login: await timed(400, 0.5, () => {
        return ask(app, 'POST', '/sessions', undefined, { email: next().email, password: 'senha123' });
      }),
      list: await timed(100, 0.5, read('/users')),
      common: await timed(100, 0.95, read('/users?tech=HTML')),
      letter: await timed(100, 0.95, read('/users?tech=C')),
      rare: await timed(100, 0.95, read(`/users?tech=${encodeURIComponent(RARE)}`)),
      absent: await timed(100, 0.95, read('/users?tech=nobody-knows-it')),
      deep: await timed(100, 0.5, read(`/users?page=2&after=${after}`)),
      deepCommon: await timed(100, 0.5, read(`/users?page=2&tech=HTML&after=${after}`)),
      counted: await timed(5, 0.5, read(`/users?page=${page}`)),
    };
  } finally {
    await app.close();
    await database.destroy();
  }
}

type Client = { id: string; email: string; token: string };

/** Of users from all over the table, none of whom is near another; the last listed one knows what nobody else knows. */
async function openClients(database: Database): Promise<Client[]> {
  const last = await lastPosition(database);
  const places = Array.from({ length: CLIENTS }, (_, at) => 1 + Math.floor((at * (last - 1)) / CLIENTS));
  const users = await database.selectFrom('users').select(['id', 'email']).where('sequence', 'in', places).execute();
  const clients = await openSessions(database, users);
  const one = database.selectFrom('technologies').select('sequence').where('listed', '=', last).limit(1);
  const keys = { title: RARE, title_key: RARE, search_key: 'rarissima' };
  await database.updateTable('technologies').set(keys).where('sequence', '=', one).execute();
  return clients.toSorted(() => Math.random() - 0.5);
}

async function nineTenths(database: Database): Promise<{ after: string; page: number }> {
  const listed = database.selectFrom('users').where('visibility', '=', 'public').where('locked_at', 'is', null);
  const { count } = await listed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const page = Math.floor((count * 0.9) / 15);
  const user = listed.select('id').orderBy('sequence').limit(1);
  const { id } = await user.offset(page * 15).executeTakeFirstOrThrow();
  return { after: id, page };
}

async function ask(app: FastifyInstance, method: 'GET' | 'POST', url: string, token?: string, payload?: object) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ method, url, headers, ...(payload && { payload }) });
  if (statusCode >= 300) throw new Error(`${method} ${url} was answered ${statusCode}`);
}

/** After as many to warm up. */
async function timed(runs: number, share: number, act: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = -Math.min(runs, 100); run < runs; run += 1) {
    const begun = performance.now();
    await act();
    if (run >= 0) times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0;
}
