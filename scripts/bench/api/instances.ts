import { availableParallelism } from 'node:os';
import { Client } from 'pg';
import type { RunningServer } from '../../running-app.ts';
import { type Figures, medians } from '../device.ts';
import { type Case, WARM_UP } from './cases.ts';
import { type Known, prepareData } from './data.ts';
import { measure, number, processorTime, startBare, startTrilha, stop } from './servers.ts';

type Options = { instances: number; rounds: number };
/** `work` is what the database takes for an answer, in milliseconds of processor time. */
type Together = Figures<'perSecond' | 'work'>;

/** What one and several instances serve of one PostgreSQL, beside as many bare servers, and what it could serve at most. */
export async function compareInstances(cases: Case[], { instances, rounds }: Options): Promise<void> {
  const { setting, location, users, remove } = await prepareData('postgres');
  const servers: RunningServer[] = [];
  const database = new Client(location);
  try {
    await database.connect();
    const begin = async (each: () => Promise<RunningServer>) => {
      const begun = [];
      for (let count = 0; count < instances; count += 1) begun.push(await each());
      servers.push(...begun);
      return begun;
    };
    const ours = await begin(() => startTrilha(setting));
    const bare = await begin(() => startBare(location));
    console.log(
      `\n${'postgres'.padEnd(18)}      one /s  ${instances} together   ratio       bare   ratio    DB ms      most /s`,
    );
    for (const each of cases) {
      const kinds = { one: ours.slice(0, 1), together: ours, bare };
      tell(each.name, await inTurn(each, { users, kinds, rounds, database }));
    }
  } finally {
    await Promise.all(servers.map(stop));
    await database.end();
    await remove();
  }
}

type Kind = 'one' | 'together' | 'bare';
type Turn = { users: Known[]; kinds: Record<Kind, RunningServer[]>; rounds: number; database: Client };

async function inTurn(each: Case, { users, kinds, rounds, database }: Turn): Promise<Record<Kind, Together>> {
  const measured: Record<Kind, Together[]> = { one: [], together: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of ['together', 'bare', 'one'] as const) {
      const amount = each.amount * (round === 0 ? WARM_UP : 1);
      const requests = each.requests(users, kind !== 'bare');
      const before = await timeOf(database);
      const answers = await Promise.all(
        kinds[kind].map((server, index) => {
          const unique = `${kind}${index}-${round}-`;
          return measure({ ...each, amount, address: server.address, requests, unique }, server);
        }),
      );
      const work = ((await timeOf(database)) - before) / (amount * answers.length);
      const perSecond = answers.reduce((sum, answer) => sum + answer.perSecond, 0);
      if (round > 0) measured[kind].push({ perSecond, work });
    }
  }
  return { one: medians(measured.one), together: medians(measured.together), bare: medians(measured.bare) };
}

/** Of the database, all its processes together. It runs on this machine. */
async function timeOf(database: Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pid from pg_stat_activity');
  return rows.reduce((sum, { pid }) => sum + processorTime({ pid }), 0);
}

function tell(name: string, { one, together, bare }: Record<Kind, Together>): void {
  // With nothing but the database on all cores.
  const most = (1_000 * availableParallelism()) / together.work;
  console.log(
    `${name.padEnd(18)} ${number(one.perSecond, 0, 11)} ${number(together.perSecond, 0, 11)}` +
      ` ${number(together.perSecond / one.perSecond, 2, 7)} ${number(bare.perSecond, 0, 10)}` +
      ` ${number(together.perSecond / bare.perSecond, 2, 7)} ${number(together.work, 3, 8)} ${number(most, 0, 12)}`,
  );
}
