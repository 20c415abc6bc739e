import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../bench/data.ts';
import { type Call, openSockets, pictureForm, requestText } from './calls.ts';

/** Starts the attack. Returns its sockets, which are closed at its end, and statuses. */
export type Attack = { name: string; start: () => Attackers | Promise<Attackers> };
type Attackers = Array<Socket | number>;

export const ATTACKER = '127.0.0.2';
/** The server trusts it as a proxy. */
export const PROXY = '127.0.9.9';

export type Target = {
  port: number;
  ask: (path: string, call?: Call) => Promise<number>;
  clients: Client[];
  /** Seconds of an attack. */
  seconds: number;
  fail: (problem: string) => void;
};

const LIST = requestText('HEAD /users?perPage=100');
const MULTIPART = 'multipart/form-data; boundary=x';
export const attackerAgent = new Agent({ localAddress: ATTACKER });

export const networks = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.${1 + (index >> 7)}.${1 + (index & 127)}`);
const behindProxy = (client: string) => ({ 'X-Forwarded-For': `203.0.113.${client}` });
const chunked = (type: string, headers = {}) =>
  requestText('POST /users', { headers: { 'Content-Type': type, 'Transfer-Encoding': 'chunked', ...headers } });

export function floods({ port }: Target): Attack[] {
  const flood = (name: string, all: string[], count: number, text: string | Buffer, isReading = true): Attack => ({
    name,
    start: () => all.flatMap((from) => openSockets(port, { from, count, text, isReading })),
  });
  const unread = requestText('GET /users?perPage=1000').repeat(20);
  const search = requestText('HEAD /users?tech=a', { headers: behindProxy('1') });
  const expecting = requestText('GET /', { headers: { Expect: 'x' } });
  const chunks = '1\r\nx\r\n'.repeat(60_000);
  const headers = { 'X-Long': 'x'.repeat(7_500) };
  // One for each queue of reads.
  const reads = ['/users?perPage=1000', '/users/unknown', '/users?tech=a', '/u/unknown', '/pessoas?tecnologia=a'];
  const readAll = reads.map((path) => requestText(`GET ${path}`, { headers })).join('');
  const unfinished = chunked('application/json') + chunks;
  const behind = chunked('application/json', behindProxy('1')) + chunks;
  return [
    { name: 'no attack', start: () => [] },
    flood('600 lists from one address', [ATTACKER], 600, LIST),
    flood('600 searches of one client behind a proxy', [PROXY], 600, search),
    flood('600 lists from each of ten networks', [ATTACKER, ...networks(9)], 200, LIST.repeat(3)),
    flood('600 lists from each of forty networks', [ATTACKER, ...networks(39)], 50, LIST.repeat(12)),
    flood('600 × 1,600 requests with Expect', [ATTACKER], 600, expecting.repeat(1_600)),
    flood('600 refused bodies in chunks of a byte', [ATTACKER], 600, chunked('text/x') + chunks),
    flood('600 half-sent bodies in chunks of a byte', [ATTACKER], 600, unfinished),
    flood('600 bodies in chunks of a byte', [ATTACKER], 600, `${unfinished}0\r\n\r\n`),
    flood('100 half-sent bodies in chunks of a byte behind a proxy', [PROXY], 100, behind),
    flood('1,200 pipelined lists, not read', [ATTACKER], 1, unread.repeat(60), false),
    flood('forty networks that do not read', [ATTACKER, ...networks(39)], 8, unread, false),
    flood(
      'reads of five queues with heads of 8 kB, from each of forty networks',
      [ATTACKER, ...networks(39)],
      50,
      Buffer.from(readAll.repeat(2)),
    ),
    flood('520 idle sockets from each of four addresses', [ATTACKER, ...networks(3)], 520, ''),
    flood('500 half-sent bodies', [ATTACKER], 500, requestText('POST /users', { length: 50 })),
  ];
}

/** Calls `act` ten times a second. */
export async function repeat<Result>({ seconds }: Target, act: (tick: number) => Result[]): Promise<Result[]> {
  const results: Result[] = [];
  for (let tick = 0; tick < seconds * 10; tick += 1) {
    results.push(...act(tick));
    await sleep(100);
  }
  return results;
}

export function busyClients(target: Target): Attack[] {
  const { port, ask, clients } = target;
  const token = clients[0]?.token ?? '';
  return [
    {
      name: '200 × 60 exports of one user',
      start: () => {
        const text = requestText('GET /profile/export', { token }).repeat(60);
        return openSockets(port, { from: ATTACKER, count: 200, text });
      },
    },
    {
      name: '390 writes a second of one user',
      start: async () => {
        const write = { method: 'POST', token, agent: attackerAgent };
        return Promise.all(await repeat(target, () => Array.from({ length: 39 }, () => ask('/users/works', write))));
      },
    },
    {
      name: '90 half-sent bodies a second of each of two clients behind a proxy',
      start: () =>
        repeat(target, () =>
          ['1', '2'].flatMap((client) => {
            const text = requestText('POST /users', { length: 50, headers: behindProxy(client) });
            return openSockets(port, { from: PROXY, count: 9, text });
          }),
        ),
    },
    {
      name: '160 half-sent bodies of unknown length a second',
      start: () => {
        const text = `${chunked('application/json')}1\r\n{\r\n`;
        return repeat(target, () => openSockets(port, { from: ATTACKER, count: 16, text }));
      },
    },
    {
      name: '300 logins',
      start: () => {
        const bodies = clients.map(({ email }) => JSON.stringify({ email, password: 'senha123' }));
        return Promise.all(bodies.map((body) => ask('/sessions', { method: 'POST', body, agent: attackerAgent })));
      },
    },
    {
      name: 'changes of passwords by sixty accounts of one address',
      start: async () => {
        const body = JSON.stringify({ old_password: 'senha123', password: 'senha123' });
        const change = ({ token: ofClient }: Client) =>
          ask('/profile', { method: 'PUT', token: ofClient, body, agent: attackerAgent });
        const accounts = clients.slice(0, 60);
        return Promise.all(await repeat(target, (tick) => (tick % 10 === 0 ? accounts.map(change) : [])));
      },
    },
  ];
}

/** Also sends a request of one more account, which must succeed. */
export async function busyQueues(target: Target): Promise<Attack[]> {
  const { port, ask, clients, fail } = target;
  const [victim, ...accounts] = clients;
  const picture = { method: 'PATCH', type: MULTIPART, body: await pictureForm(), agent: attackerAgent };
  const expectOk = async (name: string, sockets: Socket[], path: string, call: Call): Promise<number[]> => {
    const status = await ask(path, { token: victim?.token, ...call });
    if (status !== 200) fail(`${name}: the request of one more account got ${status}`);
    for (const socket of sockets) socket.destroy();
    return [status];
  };
  return [
    {
      name: 'half-sent uploads of sixteen accounts, and a picture of one more',
      start: () => {
        const sockets = accounts.slice(0, 16).flatMap(({ token }, index) => {
          const text = requestText('PATCH /users/avatar', { token, type: MULTIPART, length: 2_000_000 });
          return openSockets(port, { from: [ATTACKER, ...networks(3)][index % 4] ?? ATTACKER, count: 4, text });
        });
        return expectOk('half-sent uploads', sockets, '/users/avatar', picture);
      },
    },
    {
      name: 'eight half-sent imports of one account, and an import of one more',
      start: () => {
        const text = requestText('POST /profile/resume', { token: accounts[0]?.token ?? '', length: 500_000 });
        const sockets = openSockets(port, { from: ATTACKER, count: 8, text });
        const call = { method: 'POST', body: JSON.stringify({ skills: [] }), agent: attackerAgent };
        return expectOk('half-sent imports', sockets, '/profile/resume', call);
      },
    },
    {
      name: 'previews of 24 accounts on six networks, and one more; hosts of 5,000 characters',
      start: async () => {
        for (const [index, { token }] of accounts.slice(0, 25).entries()) {
          const change = { visibility: 'public', handle: `aluna-${index}`, name: `Ana ${Date.now()}` };
          await ask('/profile', { method: 'PUT', token, body: JSON.stringify(change) });
        }
        const sockets = accounts.slice(0, 24).flatMap((_account, index) => {
          const line = `GET /u/aluna-${index}/preview.png`;
          const text = requestText(line) + requestText(line, { host: 'a'.repeat(5_000) });
          return openSockets(port, { from: networks(6)[index % 6] ?? ATTACKER, count: 5, text });
        });
        return expectOk('previews', sockets, '/u/aluna-24/preview.png', {});
      },
    },
    {
      name: 'pictures of 16 megapixels by all accounts',
      start: () => Promise.all(accounts.slice(0, 38).map(({ token }) => ask('/users/avatar', { ...picture, token }))),
    },
  ];
}
