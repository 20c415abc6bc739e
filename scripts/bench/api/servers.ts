import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../server/database/open.ts';
import { startPostgres } from '../../postgres.ts';
import { type RunningServer, startServer } from '../../running-app.ts';
import { SetUpProblem } from '../../set-up.mjs';
import { locationOf, openSessions, seed } from '../data.ts';
import { type Figures, processorTime } from '../figures.ts';
import { generate, type Load } from '../load.ts';
import type { Client, Engine } from './cases.ts';

const USERS = 2_000;
const TECHNOLOGIES = 8;
const CLIENTS = 500;
// Trilha refuses requests on a machine that other programs keep busy; such a round is repeated.
const TRIES = 5;

/** Responses per second, and milliseconds of processor time per response. */
export type Round = Figures<'perSecond' | 'work'>;
export type Servers = { trilha: RunningServer; bare: RunningServer; clients: Client[]; stop: () => Promise<void> };

/** Starts Trilha as shipped, behind a proxy, and the bare server, on one database with users and open sessions. */
export async function startServers(engine: Engine): Promise<Servers> {
  const { url, remove } = engine === 'sqlite' ? newFile() : await startPostgres();
  try {
    await seed(url, USERS, TECHNOLOGIES);
    const clients = await openClients(url);
    const trilha = await startServer({ DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', LOG_FORMAT: 'json' });
    const bare = await startServer({}, [process.execPath, 'scripts/bench/api/bare.ts', locationOf(url)]);
    const stop = async () => {
      await Promise.all([trilha.stop(), bare.stop()]);
      await remove();
    };
    return { trilha, bare, clients, stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-bench-'));
  return { url: `sqlite:${folder}/trilha.sqlite`, remove: async () => rmSync(folder, { recursive: true }) };
}

async function openClients(url: string): Promise<Client[]> {
  const database = await openDatabase(locationOf(url));
  // The bare server has no statement for works.
  await database.deleteFrom('works').execute();
  await database.updateTable('users').set({ visibility: 'public' }).execute();
  const users = await database.selectFrom('users').select(['id', 'email']).orderBy('sequence').limit(CLIENTS).execute();
  const clients = await openSessions(database, users);
  await database.destroy();
  return clients;
}

/** Measures one round. Throws SetUpProblem if the server keeps refusing requests. */
export async function measureRound({ child, address }: RunningServer, load: Omit<Load, 'address'>): Promise<Round> {
  let refused = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = processorTime(child.pid);
    const loaded = await generate({ ...load, address });
    const work = processorTime(child.pid) - before;
    if (loaded.refused === 0) return { perSecond: loaded.perSecond, work: work / loaded.answered };
    ({ refused } = loaded);
  }
  throw new SetUpProblem(`The server refused ${refused} of ${load.amount} requests in each of ${TRIES} tries.`);
}
