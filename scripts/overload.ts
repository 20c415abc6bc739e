import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { root } from './set-up.mjs';

/** Attacks a server of its own and prints what everybody else noticed. Linux only: it reads /proc. */
const USERS = 300;
// A network of its own: who shares one with an attacker shares the turns.
const ATTACKER = '127.0.0.2';
const SHEDDING = [200, 401, 408, 413, 429, 503];
const PASSWORD = 'senha123';
const folder = mkdtempSync(join(tmpdir(), 'trilha-overload-'));
const child = spawn(process.execPath, ['server/main.ts'], {
  cwd: root,
  env: {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: `sqlite:${folder}/db.sqlite`,
    LOG_LEVEL: 'warn',
    COMPAT: 'kenziehub',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
});
process.once('exit', () => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const agent = new Agent({ keepAlive: true });
let port = 0;
const failures: string[] = [];

type Sent = { method?: string; token?: string; type?: string; body?: string | Buffer; from?: Agent };

/** The status and the body of an answer; 0 for a connection that was cut. */
async function ask(path: string, { method = 'GET', token, type = 'application/json', body, from = agent }: Sent = {}) {
  const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: from });
  asked.end(body);
  try {
    const [answer] = await once(asked, 'response');
    let text = '';
    for await (const piece of answer) text += piece;
    return { status: answer.statusCode as number, text };
  } catch {
    return { status: 0, text: '' };
  }
}

function resident(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
}

function dial(text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER }).on('error', () => undefined);
  socket.pause();
  socket.write(text);
  return socket;
}

/** Reads beside an attack, every 20 ms, and says what they noticed. */
async function beside(name: string, path: string, attack: () => Promise<number[]>): Promise<void> {
  const before = resident();
  const times: number[] = [];
  let most = before;
  const reading = { on: true };
  const reader = (async () => {
    while (reading.on) {
      const start = performance.now();
      const { status } = await ask(path);
      times.push(performance.now() - start);
      if (status !== 200) failures.push(`${name}: a reader was answered ${status}`);
      most = Math.max(most, resident());
      await sleep(20);
    }
  })();
  const start = performance.now();
  const statuses = await attack();
  const took = performance.now() - start;
  reading.on = false;
  await reader;
  const sorted = times.toSorted((one, other) => one - other);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} × ${status}`);
  console.log(
    `${name}: ${(took / 1_000).toFixed(1)} s, p99 of ${times.length} reads ${p99.toFixed(0)} ms, RSS ${before.toFixed(0)} → ${most.toFixed(0)} → ${resident().toFixed(0)} MiB, ${counts.join(', ')}`,
  );
  if (p99 > 250) failures.push(`${name}: reads took ${p99.toFixed(0)} ms`);
  const foreign = statuses.filter((status) => !SHEDDING.includes(status));
  if (foreign.length > 0) failures.push(`${name}: answered ${[...new Set(foreign)].join(', ')}`);
}

async function signUp(index: number): Promise<{ id: string; token: string }> {
  const email = `ana-${index}@example.com`;
  const person = {
    name: 'Ana',
    email,
    password: PASSWORD,
    bio: 'x'.repeat(500),
    contact: 'https://example.com',
    course_module: 'x',
  };
  const { text } = await ask('/users', { method: 'POST', body: JSON.stringify(person) });
  const { id } = JSON.parse(text) as { id: string };
  if (index > 40) return { id, token: '' };
  const session = await ask('/sessions', { method: 'POST', body: JSON.stringify({ email, password: PASSWORD }) });
  return { id, token: (JSON.parse(session.text) as { token: string }).token };
}

const logIn = (index: number) => JSON.stringify({ email: `ana-${index % USERS}@example.com`, password: PASSWORD });

async function sendPictures(people: Array<{ token: string }>, path: string, own: Agent): Promise<void> {
  const picture = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#257942' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n'),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
  await beside('40 pictures of 16 megapixels at once', path, async () => {
    const all = people.slice(0, 40).map(({ token }) =>
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

async function main(): Promise<void> {
  for await (const line of createInterface({ input: child.stderr })) {
    port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? 0);
    if (port > 0) break;
  }
  child.stderr.resume();
  const people: Array<{ id: string; token: string }> = [];
  for (let index = 0; index < USERS; index += 8) {
    people.push(...(await Promise.all(Array.from({ length: 8 }, (_, more) => signUp(index + more)))));
  }
  const path = `/users/${people[0]?.id}`;
  const rest = resident();

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
  await sendPictures(people, path, own);
  await sleep(5_000);
  const start = performance.now();
  const { status } = await ask(path);
  console.log(
    `afterwards: ${status} in ${(performance.now() - start).toFixed(0)} ms, RSS ${rest.toFixed(0)} → ${resident().toFixed(0)} MiB`,
  );
  if (status !== 200) failures.push(`afterwards: answered ${status}`);
  if (resident() > rest * 1.2) failures.push('afterwards: more than 20 % more memory than before');
}

await main();
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
