import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openDatabase } from '../../server/database/open.ts';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { wholeNumber } from '../database/command.ts';
import { orExplain, root, SetUpProblem } from '../set-up.mjs';
import type { Load, Loaded } from './api/load.ts';

// Of what there was before: after many requests, and after many pictures.
const MOST = { requests: 1.05, pictures: 1.2 };
const WARM_UP = 5_000;
const PICTURES = 40;
// In milliseconds: the decoder ends five seconds after its last picture.
const DECODER_IDLE = 7_000;
const COLLECT = `process.on('message', () => { gc(); gc(); process.send(process.memoryUsage.rss()); }); process.channel.unref()`;

type User = { id: string; token: string };

/** What the server holds at rest, after many requests, and after forty pictures of 16 megapixels at once. */
await orExplain(async () => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '360000' } } });
  const amount = wholeNumber('--requests', values.requests, 1_000, 100_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'trilha-memory-'));
  const path = join(folder, 'trilha.sqlite');
  const environment = { ...process.env, DATABASE_URL: `sqlite:${path}` };
  let child: ChildProcess | undefined;
  try {
    execFileSync(process.execPath, ['scripts/database/seed.ts', '--users', '1000', '--techs', '8'], {
      cwd: root,
      env: environment,
      stdio: 'ignore',
    });
    const users = await openSessions(path);
    const settings = { PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
    child = spawn(
      process.execPath,
      ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(COLLECT)}`, 'server/main.ts'],
      { cwd: root, env: { ...environment, ...settings }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    );
    const address = await addressOf(child);
    await load(address, users, WARM_UP);
    const rest = await residentOf(child, 'at rest', undefined);
    await load(address, users, amount);
    const after = await residentOf(child, `after ${amount} requests`, { before: rest, most: MOST.requests });
    await upload(address, users);
    await sleep(DECODER_IDLE);
    await residentOf(child, `after ${PICTURES} pictures at once`, { before: after, most: MOST.pictures });
  } finally {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});

async function openSessions(path: string): Promise<User[]> {
  const database = await openDatabase(path);
  const rows = await database.selectFrom('users').select('id').limit(100).execute();
  const users = rows.map(({ id }) => ({ id, token: makeToken() }));
  const time = new Date().toISOString();
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const session = { created_at: time, last_used_at: time, expires_at, ip_prefix: null, user_agent: null };
  await database
    .insertInto('sessions')
    .values(users.map(({ id, token }) => ({ ...session, user_id: id, token_hash: fingerprint(token) })))
    .execute();
  await database.destroy();
  return users;
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr) {
    for await (const line of createInterface({ input: stderr })) {
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address !== undefined) return address;
    }
  }
  throw new SetUpProblem('The server does not start.');
}

async function load(address: string, users: User[], amount: number): Promise<void> {
  const requests: Load['requests'] = users.flatMap(({ id, token }) => [
    { path: `/users/${id}` },
    { path: '/profile', token },
    { path: '/users?tech=react' },
    { path: '/healthz' },
  ]);
  const generator = spawn(process.execPath, [join(import.meta.dirname, 'api', 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  generator.stdin.end(
    JSON.stringify({ address, method: 'GET', requests, unique: '', amount, connections: 32 } satisfies Load),
  );
  const { refused } = JSON.parse(await text(generator.stdout)) as Loaded;
  if (refused > 0) throw new SetUpProblem(`${refused} requests were refused.`);
}

/** Of as many users, in one moment; those that the queue has no room for are sent again. */
async function upload(address: string, users: User[]): Promise<void> {
  const side = 4_000;
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 20 })
    .toBuffer();
  const send = async ({ token }: User): Promise<void> => {
    const body = new FormData();
    body.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'avatar.jpg');
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${address}/users/avatar`, { method: 'PATCH', headers, body });
    if (status === 503) return send({ id: '', token });
    if (status !== 200) throw new SetUpProblem(`A picture of ${picture.length} bytes was answered ${status}.`);
  };
  await Promise.all(users.slice(0, PICTURES).map(send));
}

/** After a collection, with all its children, in bytes. */
async function residentOf(
  child: ChildProcess,
  when: string,
  bound: { before: number; most: number } | undefined,
): Promise<number> {
  child.send('collect');
  const [own] = (await once(child, 'message')) as [number];
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const all = children.reduce((sum, pid) => {
    const [, pages = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return sum + pages * 4_096;
  }, own);
  const share = bound && all / bound.before;
  const told = share === undefined ? '' : `, ${share.toFixed(3)} of before, at most ${bound?.most}`;
  console.log(`${when.padEnd(30)} ${(all / 1_048_576).toFixed(1)} MiB${told}`);
  if (share !== undefined && share > (bound?.most ?? 0)) process.exitCode = 1;
  return all;
}
