import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openDatabase } from '../../server/database/open.ts';
import { wholeNumber } from '../database/command.ts';
import { MEASURED, memoryOf, startServer } from '../running-app.ts';
import { orExplain, root, SetUpProblem } from '../set-up.mjs';
import type { Load, Loaded } from './api/load.ts';
import { openSessions } from './sessions.ts';

// Of what there was before: after many requests, and after many pictures.
const MOST = { requests: 1.05, pictures: 1.2 };
const WARM_UP = 5_000;
const PICTURES = 40;
// In milliseconds: V8 gives back what a collection has freed little by little, and the decoder ends after five seconds.
const REST = 10_000;

type User = { id: string; token: string };

/** What the server holds at rest, after many requests, and after forty pictures of 16 megapixels at once. */
await orExplain(async () => {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '360000' } } });
  const amount = wholeNumber('--requests', values.requests, 1_000, 100_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'trilha-memory-'));
  const path = join(folder, 'trilha.sqlite');
  const database = { DATABASE_URL: `sqlite:${path}` };
  try {
    execFileSync(process.execPath, ['scripts/database/seed.ts', '--users', '1000', '--techs', '8'], {
      cwd: root,
      env: { ...process.env, ...database },
      stdio: 'ignore',
    });
    const users = await openSome(path);
    const { address, child } = await startServer({ ...database, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' }, MEASURED);
    await load(address, users, WARM_UP);
    const rest = await residentOf(child, 'at rest', undefined);
    await load(address, users, amount);
    const after = await residentOf(child, `after ${amount} requests`, { before: rest, most: MOST.requests });
    await upload(address, users);
    await residentOf(child, `after ${PICTURES} pictures at once`, { before: after, most: MOST.pictures });
    child.kill('SIGKILL');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function openSome(path: string): Promise<User[]> {
  const database = await openDatabase(path);
  const users = await openSessions(database, await database.selectFrom('users').select('id').limit(100).execute());
  await database.destroy();
  return users;
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
  const send = async (user: User): Promise<void> => {
    const body = new FormData();
    body.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'avatar.jpg');
    const headers = { authorization: `Bearer ${user.token}` };
    const { status } = await fetch(`${address}/users/avatar`, { method: 'PATCH', headers, body });
    if (status === 503) return send(user);
    if (status !== 200) throw new SetUpProblem(`A picture of ${picture.length} bytes was answered ${status}.`);
  };
  await Promise.all(users.slice(0, PICTURES).map(send));
}

/** At rest, after a collection, with all its children, in bytes. */
async function residentOf(
  child: ChildProcess,
  when: string,
  bound: { before: number; most: number } | undefined,
): Promise<number> {
  await memoryOf(child);
  await sleep(REST);
  const { rss: own } = await memoryOf(child);
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
