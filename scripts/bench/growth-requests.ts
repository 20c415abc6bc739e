import type { FastifyInstance } from 'fastify';
import type { Passwords } from '../../server/accounts/passwords.ts';
import { buildApp } from '../../server/app.ts';
import { lastPosition } from '../../server/database/public-profiles/public-list.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { openSessions } from './data.ts';
import { quantile } from './figures.ts';

const CLIENTS = 200;
const RARE = 'raríssima';
const GROWTH_LIMIT = 1.3;
const FIRST_PAGE_LIMIT_MS = 50;
const DEEP_PAGE_LIMIT = 5;

export const LABELS = {
  read: 'GET /users/:id',
  write: 'POST /users/techs',
  login: 'POST /sessions without the hash',
  list: 'GET /users',
  common: '?tech=HTML, p95',
  letter: '?tech=C, p95',
  rare: '?tech of the last user, p95',
  absent: '?tech of nobody, p95',
  deep: 'GET /users after nine tenths',
  deepCommon: '?tech=HTML after nine tenths',
  counted: 'GET /users, that page by number',
};

/** Median or 95th percentile of each kind of request, in milliseconds. */
export type Durations = Record<keyof typeof LABELS, number>;

/** The longest that each may take with the most users, in milliseconds. */
export function limitsOf(fewest: Durations, most: Durations): Durations {
  return {
    read: GROWTH_LIMIT * fewest.read,
    write: GROWTH_LIMIT * fewest.write,
    login: GROWTH_LIMIT * fewest.login,
    list: FIRST_PAGE_LIMIT_MS,
    common: FIRST_PAGE_LIMIT_MS,
    letter: FIRST_PAGE_LIMIT_MS,
    rare: FIRST_PAGE_LIMIT_MS,
    absent: FIRST_PAGE_LIMIT_MS,
    deep: DEEP_PAGE_LIMIT * most.list,
    deepCommon: DEEP_PAGE_LIMIT * most.common,
    counted: Infinity,
  };
}

// The hash takes the same time with any number of users.
const NO_HASHES: Passwords = { hash: async () => 'hash', verify: async () => true, needsRehash: () => false };

export async function measureGrowth(location: string): Promise<Durations> {
  const database = await openDatabase(location);
  const app = buildApp({
    database,
    passwords: NO_HASHES,
    limits: false,
    pressure: { loopDelay: 0, resident: 0, heap: 0 },
  });
  try {
    const clients = await openClients(database);
    const { after, page } = await deepPage(database);
    let turn = 0;
    const next = () => clients[(turn += 1) % clients.length] as Client;
    const get = (path: string) => () => request(app, 'GET', path);
    return {
      read: await time(400, 0.5, () => request(app, 'GET', `/users/${next().id}`)),
      write: await time(400, 0.5, () => {
        const technology = { title: `${turn} ${Math.random()}`, status: 'Iniciante' };
        return request(app, 'POST', '/users/techs', technology, next().token);
      }),
      login: await time(400, 0.5, () => {
        return request(app, 'POST', '/sessions', { email: next().email, password: 'senha123' });
      }),
      list: await time(100, 0.5, get('/users')),
      common: await time(100, 0.95, get('/users?tech=HTML')),
      letter: await time(100, 0.95, get('/users?tech=C')),
      rare: await time(100, 0.95, get(`/users?tech=${encodeURIComponent(RARE)}`)),
      absent: await time(100, 0.95, get('/users?tech=nobody-knows-it')),
      deep: await time(100, 0.5, get(`/users?page=2&after=${after}`)),
      deepCommon: await time(100, 0.5, get(`/users?page=2&tech=HTML&after=${after}`)),
      counted: await time(5, 0.5, get(`/users?page=${page}`)),
    };
  } finally {
    await app.close();
    await database.destroy();
  }
}

type Client = { id: string; email: string; token: string };

/** Signs in users from all over the table, in random order; gives the last listed user a technology that is unique. */
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

/** The page after nine tenths of the listed users: its number, and the `after` parameter that reaches it. */
async function deepPage(database: Database): Promise<{ after: string; page: number }> {
  const listed = database.selectFrom('users').where('visibility', '=', 'public').where('locked_at', 'is', null);
  const { count } = await listed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const page = Math.floor((count * 0.9) / 15);
  const user = listed.select('id').orderBy('sequence').limit(1);
  const { id } = await user.offset(page * 15).executeTakeFirstOrThrow();
  return { after: id, page };
}

async function request(app: FastifyInstance, method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ method, url, headers, ...(payload && { payload }) });
  if (statusCode >= 300) throw new Error(`${method} ${url}: status ${statusCode}`);
}

/** Warms up first. Returns a quantile of the durations, in milliseconds. */
async function time(runs: number, share: number, act: () => Promise<void>): Promise<number> {
  const durations: number[] = [];
  for (let run = -Math.min(runs, 100); run < runs; run += 1) {
    const start = performance.now();
    await act();
    if (run >= 0) durations.push(performance.now() - start);
  }
  return quantile(durations, share);
}
