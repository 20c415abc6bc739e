import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { openDatabase } from '../../../server/database/open.ts';
import { fingerprint, makeToken } from '../../../server/accounts/tokens.ts';
import { orExplain, root, SetUpProblem } from '../../set-up.mjs';
import type { Load, Loaded } from './load.ts';

const execute = promisify(execFile);
const USERS = 2_000;
const TECHNOLOGIES = 8;
const ROUNDS = 3;
const SECONDS = 4;
// Of 1/100 second, as Linux counts processor time.
const TICK = 10;

type Server = { address: string; child: ChildProcess };
type Known = { id: string; email: string; token: string };
type Case = {
  name: string;
  method: Load['method'];
  connections: number;
  requests: (ours: boolean) => Load['requests'];
};
type Round = { perSecond: number; work: number };

await orExplain(async () => {
  if (process.platform !== 'linux')
    throw new SetUpProblem('The bench reads processor time from /proc: run it on Linux.');
  const folder = mkdtempSync(join(tmpdir(), 'trilha-bench-'));
  const path = join(folder, 'trilha.sqlite');
  const servers: Server[] = [];
  try {
    const users = await fill(path);
    const environment = { DATABASE_URL: `sqlite:${path}`, TRUST_PROXY: '127.0.0.1', PORT: '0', HOST: '127.0.0.1' };
    const ours = await start(['server/main.ts'], environment);
    servers.push(ours);
    const bare = await start(['scripts/bench/api/bare.ts', path], {});
    servers.push(bare);
    console.log(`${'what'.padEnd(18)}   Trilha /s     bare /s   ratio   CPU ms   bare   ratio`);
    for (const each of casesOf(users)) await compare(each, ours, bare);
  } finally {
    for (const { child } of servers) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});

async function fill(path: string): Promise<Known[]> {
  const options = ['scripts/database/seed.ts', '--users', String(USERS), '--techs', String(TECHNOLOGIES)];
  await execute(process.execPath, options, { cwd: root, env: { ...process.env, DATABASE_URL: `sqlite:${path}` } });
  const database = await openDatabase(path);
  // Works would be a third statement of the bare server.
  await database.deleteFrom('works').execute();
  await database.updateTable('users').set({ visibility: 'public' }).execute();
  const rows = await database.selectFrom('users').select(['id', 'email']).orderBy('sequence').limit(500).execute();
  const users = rows.map((row) => ({ ...row, token: makeToken() }));
  const time = new Date().toISOString();
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const used = { created_at: time, last_used_at: time, expires_at, ip_prefix: null, user_agent: null };
  const sessions = users.map(({ id, token }) => ({ ...used, user_id: id, token_hash: fingerprint(token) }));
  await database.insertInto('sessions').values(sessions).execute();
  await database.destroy();
  return users;
}

function casesOf(users: Known[]): Case[] {
  const token = (user: Known, ours: boolean) => (ours ? user.token : user.id);
  return [
    {
      name: 'GET /users/:id',
      method: 'GET',
      connections: 16,
      requests: () => users.map(({ id }) => ({ path: `/users/${id}` })),
    },
    {
      name: 'GET /profile',
      method: 'GET',
      connections: 16,
      requests: (ours) => users.map((user) => ({ path: '/profile', token: token(user, ours) })),
    },
    { name: 'GET /users', method: 'GET', connections: 16, requests: () => users.map(() => ({ path: '/users' })) },
    {
      name: 'POST /users/techs',
      method: 'POST',
      connections: 16,
      requests: (ours) =>
        users.map((user) => ({
          path: '/users/techs',
          token: token(user, ours),
          body: { title: '', status: 'Iniciante' },
        })),
    },
    {
      name: 'POST /sessions',
      method: 'POST',
      connections: 8,
      requests: () => users.map(({ email }) => ({ path: '/sessions', body: { email, password: 'senha123' } })),
    },
  ];
}

/** Rounds in turn, so that both see the same machine. */
async function compare(each: Case, ours: Server, bare: Server): Promise<void> {
  const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [mine, its] = [await measure(each, ours, true, round), await measure(each, bare, false, round)];
    // The first one is to warm up.
    if (round === 0) continue;
    rounds.ours.push(mine);
    rounds.bare.push(its);
  }
  const [mine, its] = [middleOf(rounds.ours), middleOf(rounds.bare)];
  console.log(
    `${each.name.padEnd(18)} ${number(mine.perSecond, 0, 11)} ${number(its.perSecond, 0, 11)}` +
      ` ${number(mine.perSecond / its.perSecond, 2, 7)} ${number(mine.work, 3, 8)} ${number(its.work, 3, 6)}` +
      ` ${number(its.work / mine.work, 2, 7)}`,
  );
}

async function measure(each: Case, { address, child }: Server, ours: boolean, round: number): Promise<Round> {
  const before = processorTime(child);
  const load: Load = {
    ...each,
    address,
    requests: each.requests(ours),
    unique: `${ours ? 'a' : 'b'}${round}-`,
    seconds: SECONDS,
  };
  const program = join(import.meta.dirname, 'load.ts');
  const generator = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify(load));
  const { perSecond, answered, refused } = JSON.parse(await text(generator.stdout)) as Loaded;
  if (refused > 0) throw new SetUpProblem(`${each.name}: ${refused} requests were refused.`);
  return { perSecond, work: (processorTime(child) - before) / answered };
}

function number(value: number, digits: number, width: number): string {
  return value.toFixed(digits).padStart(width);
}

/** Of a process, in milliseconds (proc_pid_stat(5): utime and stime). */
function processorTime({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

function middleOf(rounds: Round[]): Round {
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), work: median(rounds.map(({ work }) => work)) };
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function start(options: string[], environment: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, options, {
    cwd: root,
    env: { ...process.env, LOG_FORMAT: 'json', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address !== undefined) return { child, address };
  }
  throw new SetUpProblem(`${options.join(' ')} does not start.`);
}
