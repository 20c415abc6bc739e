import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '#contract/session.ts';
import { SIGN_UP } from '../server/openapi/examples.ts';
import { asker, dialler, p99, pictureForm } from './overload-calls.ts';
import { MEASURED, memoryOf, startServer } from './running-app.ts';

/**
 * Attacks a server of its own, twice, and prints what everybody else noticed. The first round warms it up: what a second one
 * adds to memory would be added by each. Linux only: it reads /proc.
 */
const USERS = 300;
// A network of its own: who shares one with an attacker shares the turns.
const ATTACKER = '127.0.0.2';
const PICTURES = 40;
type User = { id: string; token: string };
const { password } = SIGN_UP;
const SHEDDING = [200, 401, 408, 413, 429, 503];
// In milliseconds, beyond what a read takes on this machine while nobody attacks.
const READ_LIMIT = 250;
const NORMAL = 100;
const NORMAL_WITHIN = 5_000;
const ROW_OF_READS = 10;
const folder = mkdtempSync(join(tmpdir(), 'trilha-overload-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const settings = { DATABASE_URL: `sqlite:${folder}/db.sqlite`, LOG_LEVEL: 'warn', COMPAT: 'kenziehub' };
const { address, child } = await startServer(settings, MEASURED);
const port = Number(new URL(address).port);
const ask = asker(port);
const dial = dialler(port, ATTACKER);
/** The 99th percentile of reads while nobody attacks, in milliseconds. */
let quiet = 0;
const failures: string[] = [];
/** What only a machine of one's own can be blamed for. */
const slowness: string[] = [];

function resident(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** In MiB, after a collection of garbage. */
async function memory(): Promise<{ heap: number; resident: number }> {
  const { heapUsed, external, rss } = await memoryOf(child);
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
}

/** Milliseconds of each read, one every 20 ms while it goes on. */
async function readWhile(name: string, path: string, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn()) {
    const start = performance.now();
    const { status } = await ask(path);
    times.push(performance.now() - start);
    // What others do to the machine may take the server past its marks, too.
    if (status !== 200) (status === 503 ? slowness : failures).push(`${name}: a reader was answered ${status}`);
    await sleep(20);
  }
  return times;
}

/** How long reads take until ten in a row are as fast as on any day, in milliseconds. */
async function recovery(path: string): Promise<number> {
  const start = performance.now();
  let row = 0;
  while (row < ROW_OF_READS && performance.now() - start < 6 * NORMAL_WITHIN) {
    const asked = performance.now();
    const { status } = await ask(path);
    row = status === 200 && performance.now() - asked <= quiet + NORMAL ? row + 1 : 0;
  }
  return performance.now() - start;
}

/** What readers notice of an attack and of its end. */
async function beside(name: string, path: string, attack: () => Promise<number[]>): Promise<void> {
  let most = resident();
  const reading = { on: true };
  const reads = readWhile(name, path, () => {
    most = Math.max(most, resident());
    return reading.on;
  });
  const start = performance.now();
  const statuses = await attack();
  const took = performance.now() - start;
  reading.on = false;
  const times = await reads;
  const back = await recovery(path);
  const slow = p99(times);
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} × ${status}`);
  console.log(
    `${name}: ${(took / 1_000).toFixed(1)} s, p99 of ${times.length} reads ${slow.toFixed(0)} ms, normal after ${(back / 1_000).toFixed(1)} s, RSS at most ${most.toFixed(0)} MiB, ${counts.join(', ')}`,
  );
  if (slow > quiet + READ_LIMIT) slowness.push(`${name}: reads took ${slow.toFixed(0)} ms`);
  if (back > NORMAL_WITHIN) slowness.push(`${name}: reads were not normal within five seconds`);
  const foreign = statuses.filter((status) => !SHEDDING.includes(status));
  if (foreign.length > 0) failures.push(`${name}: answered ${[...new Set(foreign)].join(', ')}`);
}

/** Asks again while the machine is too busy to answer. */
async function insist(path: string, body: object): Promise<string> {
  for (;;) {
    const { status, text } = await ask(path, { method: 'POST', body: JSON.stringify(body) });
    if (status !== 0 && status !== 503) return text;
  }
}

/** The first ones are logged in, too: answers those. */
async function signUp(index: number): Promise<User[]> {
  const email = `ana-${index}@example.com`;
  // If it was done and not told, the next one is refused.
  await insist('/users', { ...SIGN_UP, email, bio: 'x'.repeat(500) });
  if (index >= PICTURES) return [];
  const { token, user } = JSON.parse(await insist('/sessions', { email, password })) as Session;
  return [{ id: user.id, token }];
}

const logIn = (index: number) => JSON.stringify({ email: `ana-${index % USERS}@example.com`, password });

async function sendPictures(users: User[], path: string, own: Agent): Promise<void> {
  const form = await pictureForm();
  await beside(`${PICTURES} pictures of 16 megapixels at once`, path, async () => {
    const all = users.map(({ token }) =>
      ask('/users/avatar', {
        method: 'PATCH',
        token,
        body: form,
        type: 'multipart/form-data; boundary=x',
        from: own,
      }),
    );
    return (await Promise.all(all)).map(({ status }) => status);
  });
}

async function attackAll(users: User[], path: string): Promise<void> {
  await beside('1,200 pipelined lists, not read', path, async () => {
    const socket = dial('GET /users?perPage=100 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_200));
    await sleep(5_000);
    socket.destroy();
    return [];
  });
  await beside('50 readers that do not read', path, async () => {
    const sockets = Array.from({ length: 50 }, () =>
      dial('GET /users?perPage=1000 HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50)),
    );
    await sleep(5_000);
    for (const socket of sockets) socket.destroy();
    return [];
  });
  await beside('500 half-open sockets', path, async () => {
    const head = 'POST /users HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const sockets = Array.from({ length: 500 }, () => dial(head).resume());
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    return [];
  });
  const own = new Agent({ localAddress: ATTACKER });
  await beside('300 logins at once', path, async () => {
    const all = Array.from({ length: 300 }, (_, index) =>
      ask('/sessions', { method: 'POST', body: logIn(index), from: own }),
    );
    return (await Promise.all(all)).map(({ status }) => status);
  });
  await sendPictures(users, path, own);
}

async function main(): Promise<void> {
  const users: User[] = [];
  for (let index = 0; index < USERS; index += 8) {
    users.push(...(await Promise.all(Array.from({ length: 8 }, (_, more) => signUp(index + more)))).flat());
  }
  const path = `/users/${users[0]?.id}`;
  const end = performance.now() + 5_000;
  quiet = p99(await readWhile('nobody attacks', path, () => performance.now() < end));
  console.log(`Nobody attacks: p99 of reads ${quiet.toFixed(0)} ms.`);
  const held = [await memory()];
  for (const round of ['first', 'second']) {
    console.log(`The ${round} round:`);
    await attackAll(users, path);
    // The decoder of pictures ends when none has come for five seconds.
    await sleep(NORMAL_WITHIN + 1_000);
    held.push(await memory());
  }
  const told = held.map(({ heap, resident: rss }) => `${heap.toFixed(0)} of ${rss.toFixed(0)}`);
  console.log(`Heap of RSS before, after the first and after the second round: ${told.join(', ')} MiB.`);
  const [, first, second] = held;
  if (!first || !second) return;
  if (second.heap > first.heap * 1.2) failures.push('The second round left more than 20 % on the heap');
  if (second.resident > first.resident * 1.2) failures.push('The second round left more than 20 % in memory');
}

const [load = 0] = loadavg();
const isBusy = load > availableParallelism();
await main();
if (isBusy) {
  console.log(`The load was ${load.toFixed(0)} before it began: what took long is told, and not judged.`);
  for (const slow of new Set(slowness)) console.log(slow);
} else failures.push(...slowness);
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
