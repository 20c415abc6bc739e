import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, seedClients } from './bench/data.ts';
import { quantile } from './bench/figures.ts';
import { makeClient, openSockets, pictureForm, requestText } from './overload-calls.ts';
import { MEASURED, memoryOf, startServer } from './running-server.ts';

/**
 * Attacks a server of its own, twice, and prints how long bystanders waited: a classmate at the attacker's address, a
 * stranger, and a health check on a new connection. Reads /proc, so it needs Linux.
 */
const USERS = 300;
const ACCOUNTS = 40;
const ATTACKER = '127.0.0.2';
const SECONDS = 10;
// The longest response times in milliseconds: of a health check, and of another bystander's request.
const HEALTH_LIMIT = 250;
const WAIT_LIMIT = 2_000;
const folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-overload-'));
process.once('exit', () => folder.remove());
const settings = { DATABASE_URL: `sqlite:${folder.path}/db.sqlite`, LOG_LEVEL: 'warn', COMPAT: 'kenziehub' };
const clients = await seedClients(settings.DATABASE_URL, { users: USERS, techs: 4, clients: USERS });
const { address, child } = await startServer(settings, MEASURED);
const port = Number(new URL(address).port);
const ask = makeClient(port);
const failures: string[] = [];
// Reported, but no failure on a machine that other programs keep busy.
const slowness: string[] = [];

type Bystander = { name: string; limit: number; act: () => Promise<number> };
/** Starts the attack: sockets, which are closed at its end, and statuses. */
type Attack = { name: string; start: () => Attackers | Promise<Attackers> };
type Attackers = Array<Socket | number>;

function makeBystanders([classmate, stranger]: Client[]): Bystander[] {
  const agent = new Agent({ keepAlive: true, localAddress: ATTACKER });
  const write = { method: 'PUT', body: JSON.stringify({ bio: 'Olá' }) };
  const token = classmate?.token ?? '';
  let calls = 0;
  return [
    { name: 'health', limit: HEALTH_LIMIT, act: () => ask('/healthz', { agent: false }) },
    { name: 'stranger', limit: WAIT_LIMIT, act: () => ask(`/users/${stranger?.id}`) },
    {
      name: 'classmate',
      limit: WAIT_LIMIT,
      act: () => {
        calls += 1;
        return ask('/profile', { token, agent, ...(calls % 5 === 0 && write) });
      },
    },
  ];
}

/** Each bystander's times in milliseconds, and its answers other than 200, while `goesOn`. */
function watch(bystanders: Bystander[], goesOn: () => boolean) {
  return Promise.all(
    bystanders.map(async ({ name, limit, act }) => {
      const times: number[] = [];
      const others: number[] = [];
      while (goesOn()) {
        const start = performance.now();
        const status = await act();
        times.push(performance.now() - start);
        if (status !== 200) others.push(status);
        await sleep(20);
      }
      return { name, limit, others, median: quantile(times, 0.5), longest: Math.max(...times) };
    }),
  );
}

function residentMemory(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

async function run(bystanders: Bystander[], { name, start }: Attack): Promise<void> {
  const state = { isOn: true, most: 0 };
  const watching = watch(bystanders, () => {
    state.most = Math.max(state.most, residentMemory());
    return state.isOn;
  });
  const [attack] = await Promise.all([start(), sleep(SECONDS * 1_000)]);
  state.isOn = false;
  const waits = (await watching).map(({ name: who, limit, others, median, longest }) => {
    if (longest > limit) slowness.push(`${name}: ${who} waited ${longest.toFixed(0)} ms`);
    if (others.length > 0) failures.push(`${name}: ${who} was answered ${[...new Set(others)].join(', ')}`);
    return `${who} ${median.toFixed(0)}/${longest.toFixed(0)} ms${others.length > 0 ? ` (${others.length} refused)` : ''}`;
  });
  const answers = Object.entries(Object.groupBy(attack, (one) => (typeof one === 'number' ? one : 'sockets')));
  const counts = answers.map(([status, all]) => `${all?.length} × ${status}`).join(', ');
  console.log(`${name}: ${waits.join(', ')}, RSS at most ${state.most.toFixed(0)} MiB, ${counts}`);
  for (const each of attack) if (typeof each !== 'number') each.destroy();
  await sleep(1_000);
}

const LIST = requestText('HEAD /users?perPage=100');
const networks = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`);

function flood(name: string, all: string[], count: number, text: string, isReading = true): Attack {
  const start = () => all.flatMap((from) => openSockets(port, { from, count, text, isReading }));
  return { name, start };
}

function floods(): Attack[] {
  const unread = requestText('GET /users?perPage=1000').repeat(20);
  const halfSent = requestText('POST /users', { length: 50 });
  return [
    { name: 'no attack', start: () => [] },
    flood('600 lists from one address', [ATTACKER], 600, LIST),
    flood('600 lists from each of ten networks', [ATTACKER, ...networks(9)], 200, LIST.repeat(3)),
    flood('600 lists from each of forty networks', [ATTACKER, ...networks(39)], 50, LIST.repeat(12)),
    flood('1,200 pipelined lists, not read', [ATTACKER], 1, unread.repeat(60), false),
    flood('forty networks that do not read', [ATTACKER, ...networks(39)], 8, unread, false),
    flood('520 idle sockets from each of four addresses', [ATTACKER, ...networks(3)], 520, ''),
    flood('500 half-sent bodies', [ATTACKER], 500, halfSent),
  ];
}

async function attacksOf([attacker, ...accounts]: Client[]): Promise<Attack[]> {
  const own = new Agent({ localAddress: ATTACKER });
  const form = await pictureForm();
  const multipart = 'multipart/form-data; boundary=x';
  const token = attacker?.token ?? '';
  const exports = requestText('GET /profile/export', { token }).repeat(60);
  return [
    {
      name: '200 × 60 exports of one user',
      start: () => openSockets(port, { from: ATTACKER, count: 200, text: exports }),
    },
    {
      name: '390 writes a second of one user',
      start: async () => {
        const answers: Array<Promise<number>> = [];
        for (let tick = 0; tick < SECONDS * 10; tick += 1) {
          for (let count = 0; count < 39; count += 1)
            answers.push(ask('/users/works', { method: 'POST', token, agent: own }));
          await sleep(100);
        }
        return Promise.all(answers);
      },
    },
    {
      name: 'half-sent uploads of sixteen accounts, and a picture of one more',
      start: async () => {
        const sockets = accounts.slice(0, 16).flatMap((user, index) => {
          const text = requestText('PATCH /users/avatar', { token: user.token, type: multipart, length: 2_000_000 });
          return openSockets(port, { from: [ATTACKER, ...networks(3)][index % 4] ?? ATTACKER, count: 4, text });
        });
        const picture = { method: 'PATCH', token: accounts[16]?.token ?? '', type: multipart, body: form, agent: own };
        const status = await ask('/users/avatar', picture);
        if (status !== 200) failures.push(`half-sent uploads: a picture was answered ${status}`);
        for (const socket of sockets) socket.destroy();
        return [status];
      },
    },
    {
      name: '300 logins',
      start: () => {
        const bodies = clients.map(({ email }) => JSON.stringify({ email, password: 'senha123' }));
        return Promise.all(bodies.map((body) => ask('/sessions', { method: 'POST', body, agent: own })));
      },
    },
    {
      name: 'pictures of 16 megapixels by all accounts',
      start: () => {
        const picture = { method: 'PATCH', type: multipart, body: form, agent: own };
        return Promise.all(accounts.map((user) => ask('/users/avatar', { ...picture, token: user.token })));
      },
    },
  ];
}

const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
const bystanders = makeBystanders(clients.slice(0, 2));
const attacks = [...floods(), ...(await attacksOf(clients.slice(2, ACCOUNTS)))];
const chosen = attacks.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const memory: number[] = [];
for (const round of ['first', 'second']) {
  console.log(`The ${round} round, median and longest wait:`);
  for (const attack of chosen) await run(bystanders, attack);
  // The decoder ends when it was idle for five seconds.
  await sleep(6_000);
  memory.push((await memoryOf(child)).rss / 2 ** 20);
}
const [first = 0, second = 0] = memory;
console.log(`RSS after the rounds: ${first.toFixed(0)}, ${second.toFixed(0)} MiB.`);
if (second > first * 1.2) failures.push('The second round left more than 20 % in memory');
if (isBusy) for (const slow of slowness) console.log(`On a busy machine: ${slow}`);
else failures.push(...slowness);
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
