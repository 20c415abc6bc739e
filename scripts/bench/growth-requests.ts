import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { COURSE_MODULES } from '#contract/choices.ts';
import { peoplePath } from '#contract/public/people.ts';
import { buildApp } from '../../server/app.ts';
import { positionText } from '../../server/database/public-profiles/people.ts';
import { lastSequence } from '../../server/database/public-profiles/public-list.ts';
import { type Database, openDatabase } from '../../server/database/open.ts';
import { loadDrawing } from '../../server/public/page.ts';
import { root } from '../set-up.mjs';
import { type Client, openSessions } from './data.ts';
import { quantile } from './figures.ts';

const CLIENTS = 200;
const RARE = 'raríssima';

export type Durations = Readonly<Record<string, number>>;
type Deep = { after: string; position: string; page: number };
type Request = (context: Deep & { client: Client }) => string | InjectOptions;
type Kind = {
  label: string;
  runs: number;
  quantile: number;
  request: Request;
  /** The limit with the most users; `fewest` is the duration with the fewest. In milliseconds. */
  limit: (fewest: number, most: Durations) => number;
};

const ofOneUser = (label: string, request: Request): Kind => {
  return { label, runs: 400, quantile: 0.5, request, limit: (fewest) => 1.3 * fewest };
};
const firstPage = (label: string, path: string, share = 0.95): Kind => {
  return { label, runs: 100, quantile: share, request: () => path, limit: () => 50 };
};
const deepPage = (label: string, first: string, request: Request): Kind => {
  return { label, runs: 100, quantile: 0.5, request, limit: (_fewest, most) => 5 * (most[first] ?? 0) };
};

export const KINDS: readonly Kind[] = [
  ofOneUser('GET /users/:id', ({ client }) => `/users/${client.id}`),
  ofOneUser('POST /users/techs', ({ client: { token } }) => ({
    method: 'POST',
    url: '/users/techs',
    headers: { authorization: `Bearer ${token}` },
    payload: { title: `${Math.random()}`, status: 'Iniciante' },
  })),
  ofOneUser('POST /sessions without the hash', ({ client: { email } }) => {
    return { method: 'POST', url: '/sessions', payload: { email, password: 'senha123' } };
  }),
  firstPage('GET /users', '/users', 0.5),
  firstPage('?tech=HTML, p95', '/users?tech=HTML'),
  firstPage('?tech=C, p95', '/users?tech=C'),
  firstPage('?tech of the last user, p95', `/users?tech=${encodeURIComponent(RARE)}`),
  firstPage('?tech of nobody, p95', '/users?tech=nobody-knows-it'),
  firstPage('/pessoas: HTML, p95', peoplePath({ technologies: ['HTML'] })),
  firstPage('/pessoas: the last user’s, p95', peoplePath({ technologies: [RARE] })),
  firstPage('/pessoas: nobody’s, p95', peoplePath({ technologies: ['nobody-knows-it'] })),
  firstPage('/pessoas: HTML and that, p95', peoplePath({ technologies: ['HTML', RARE] })),
  firstPage(
    '/pessoas: two, level, module, p95',
    peoplePath({ technologies: ['HTML', 'Zustand'], level: 'Avançado', module: COURSE_MODULES[3] }),
  ),
  deepPage('/pessoas: HTML, near its end', '/pessoas: HTML, p95', ({ position }) =>
    peoplePath({ technologies: ['HTML'] }, position),
  ),
  deepPage('GET /users after nine tenths', 'GET /users', ({ after }) => `/users?page=2&after=${after}`),
  deepPage('?tech=HTML after nine tenths', '?tech=HTML, p95', ({ after }) => `/users?page=2&tech=HTML&after=${after}`),
  {
    label: 'GET /users, that page by number',
    runs: 5,
    quantile: 0.5,
    request: ({ page }) => `/users?page=${page}`,
    limit: () => Infinity,
  },
];

// The hash takes the same time with any number of users.
const passwords = { hash: async () => 'hash', verify: async () => true, needsRehash: () => false };

export async function measureGrowth(location: string): Promise<Durations> {
  await using database = await openDatabase(location);
  await using app = buildApp({
    database,
    passwords,
    rateLimit: false,
    pressure: { loopDelay: 0, heap: 0 },
    drawing: () => loadDrawing(join(root, 'dist')),
  });
  const clients = await openClients(database);
  const deep = await findDeepPage(database);
  const measured: Record<string, number> = {};
  for (const kind of KINDS) {
    const durations: number[] = [];
    for (let run = -Math.min(kind.runs, 100); run < kind.runs; run += 1) {
      const client = clients.at(run % clients.length) as Client;
      const request = kind.request({ client, ...deep });
      const start = performance.now();
      const { statusCode } = await app.inject(request);
      if (run >= 0) durations.push(performance.now() - start);
      if (statusCode >= 300) throw new Error(`${kind.label}: status ${statusCode}`);
    }
    measured[kind.label] = quantile(durations, kind.quantile);
  }
  return measured;
}

/** Signs in users from all over the table, in random order; gives the last listed user a technology that is unique. */
async function openClients(database: Database): Promise<Client[]> {
  const last = await lastSequence(database);
  const places = Array.from({ length: CLIENTS }, (_, at) => 1 + Math.floor((at * (last - 1)) / CLIENTS));
  const users = await database.selectFrom('users').select(['id', 'email']).where('sequence', 'in', places).execute();
  const clients = await openSessions(database, users);
  const one = database.selectFrom('technologies').select('sequence').where('listed', '=', last).limit(1);
  const keys = { title: RARE, title_key: RARE, search_key: 'rarissima', spelling: 'rarissima' };
  await database.updateTable('technologies').set(keys).where('sequence', '=', one).execute();
  return clients.toSorted(() => Math.random() - 0.5);
}

async function findDeepPage(database: Database): Promise<Deep> {
  const listed = database.selectFrom('users').where('visibility', '=', 'public').where('locked_at', 'is', null);
  const { count } = await listed.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const page = Math.floor((count * 0.9) / 15);
  const user = listed.select('id').orderBy('sequence').limit(1);
  const { id } = await user.offset(page * 15).executeTakeFirstOrThrow();
  const { rank, handle } = await database
    .selectFrom('technologies')
    .innerJoin('handles', 'handles.user_id', 'technologies.user_id')
    .select(['rank', 'handle'])
    .where('spelling', '=', 'html')
    .where('rank', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('rank')
    .limit(1)
    .offset(20)
    .executeTakeFirstOrThrow();
  return { after: id, position: positionText(rank ?? 0, handle), page };
}
