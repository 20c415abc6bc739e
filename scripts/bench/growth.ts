import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { wholeNumber } from '../database/command.ts';
import { startPostgres } from '../postgres.ts';
import { orExplain } from '../set-up.mjs';
import { seed } from './data.ts';
import { type Durations, LABELS, limitsOf, measureGrowth } from './growth-requests.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

await orExplain(async () => {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000000' },
      techs: { type: 'string', default: '5' },
      engine: { type: 'string', default: 'both' },
    },
  });
  const most = wholeNumber('--users', values.users, 1_000, 100_000_000);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const techs = wholeNumber('--techs', values.techs, 1, 500);
  if (values.engine !== 'postgres') print('SQLite', sizes, await measureSqlite(sizes, techs));
  if (values.engine !== 'sqlite') print('PostgreSQL', sizes, await measurePostgres(sizes, techs));
});

async function measureSqlite(sizes: number[], techs: number): Promise<Durations[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trilha-growth-'));
  try {
    const paths = sizes.map((size) => join(folder, `${size}.sqlite`));
    for (const [index, path] of paths.entries()) await fill(`sqlite:${path}`, sizes[index] ?? 0, techs);
    return await measureEach(paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measurePostgres(sizes: number[], techs: number): Promise<Durations[]> {
  const { url, remove } = await startPostgres();
  try {
    await execute(url, ...sizes.map((size) => `create database users_${size}`));
    const urls = sizes.map((size) => new URL(`/users_${size}`, url).href);
    for (const [index, each] of urls.entries()) await fill(each, sizes[index] ?? 0, techs);
    // PostgreSQL does this in the background after many writes, and doubles each duration meanwhile.
    for (const each of urls) await execute(each, 'vacuum analyze', 'checkpoint');
    return await measureEach(urls);
  } finally {
    await remove();
  }
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function fill(url: string, users: number, techs: number): Promise<void> {
  console.error(`Adding ${users} users…`);
  await seed(url, users, techs);
}

async function measureEach(locations: string[]): Promise<Durations[]> {
  const all = [];
  for (const location of locations) all.push(await measureGrowth(location));
  return all;
}

function print(engine: string, sizes: number[], all: Durations[]): void {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return;
  const limits = limitsOf(first, last);
  const heads = sizes.map((size) => String(size).padStart(9)).join('');
  console.log(`\n${`${engine}, ms`.padEnd(36)}${heads}   last ÷ first`);
  for (const [name, label] of Object.entries(LABELS) as [keyof Durations, string][]) {
    const isSlow = last[name] > limits[name];
    const cells = all.map((durations) => durations[name].toFixed(2).padStart(9)).join('');
    const ratio = (last[name] / first[name]).toFixed(2).padStart(14);
    console.log(`${label.padEnd(36)}${cells}${ratio}${isSlow ? `   above ${limits[name].toFixed(2)} ms` : ''}`);
    if (isSlow) process.exitCode = 1;
  }
}
