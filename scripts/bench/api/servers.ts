import { locationOf } from '../../command.ts';
import { type RunningServer, startServer } from '../../running-server.ts';
import { SetUpProblem } from '../../set-up.mjs';
import { type Client, seedClients } from '../data.ts';
import { type Engine, withDatabase } from '../engines.ts';
import { type Figures, processorTime } from '../figures.ts';
import { generate, type Load } from './load.ts';

// Trilha refuses requests on a machine that other programs keep busy; such a round is repeated.
const TRIES = 5;

export type Round = Figures<'perSecond' | 'work'>;
export type Servers = { trilha: RunningServer; bare: RunningServer; clients: Client[] };

export async function withServers<Result>(
  engine: Engine,
  work: (servers: Servers) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(engine, async (url) => {
    const clients = await seedClients(url, { users: 2_000, techs: 8, clients: 500 });
    await using trilha = await startServer({ DATABASE_URL: url, TRUST_PROXY: '127.0.0.1', LOG_FORMAT: 'json' });
    await using bare = await startServer({}, [process.execPath, 'scripts/bench/api/bare.ts', locationOf(url)]);
    return await work({ trilha, bare, clients });
  });
}

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
