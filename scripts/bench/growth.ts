import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { wholeNumber } from '../command.ts';
import { requireWebApp } from '../running-server.ts';
import { startPostgres } from '../postgres.ts';
import { exitOnProblem } from '../set-up.mjs';
import { seed } from './data.ts';
import { enginesOf } from './engines.ts';
import { type Durations, KINDS, measureGrowth } from './growth-requests.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

await exitOnProblem(async () => {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000000' },
      techs: { type: 'string', default: '5' },
      engine: { type: 'string' },
    },
  });
  await requireWebApp();
  const most = wholeNumber('--users', values.users, 1_000, 100_000_000);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const techs = wholeNumber('--techs', values.techs, 1, 500);
  for (const engine of enginesOf(values.engine)) {
    const measure = engine === 'sqlite' ? measureSqlite : measurePostgres;
    print(engine, sizes, await measure(sizes, techs));
  }
});

async function measureSqlite(sizes: number[], techs: number): Promise<Durations[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-growth-'));
  const pathOf = (size: number) => join(folder.path, `${size}.sqlite`);
  for (const size of sizes) await seed(`sqlite:${pathOf(size)}`, size, techs);
  return await Array.fromAsync(sizes, (size) => measureGrowth(pathOf(size)));
}

async function measurePostgres(sizes: number[], techs: number): Promise<Durations[]> {
  await using server = await startPostgres();
  const urlOf = (size: number) => new URL(`/users_${size}`, server.url).href;
  await execute(server.url, ...sizes.map((size) => `create database users_${size}`));
  for (const size of sizes) await seed(urlOf(size), size, techs);
  // PostgreSQL does this in the background after many writes, and doubles each duration meanwhile.
  for (const size of sizes) await execute(urlOf(size), 'vacuum analyze', 'checkpoint');
  return await Array.fromAsync(sizes, (size) => measureGrowth(urlOf(size)));
}

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function print(engine: string, sizes: number[], all: Durations[]): void {
  const heads = sizes.map((size) => String(size).padStart(9)).join('');
  console.log(`\n${`${engine}, ms`.padEnd(36)}${heads}   last ÷ first`);
  for (const { label, limit } of KINDS) {
    const row = all.map((durations) => durations[label] ?? 0);
    const [first = 0, last = 0] = [row[0], row.at(-1)];
    const longest = limit(first, all.at(-1) ?? {});
    const cells = row.map((duration) => duration.toFixed(2).padStart(9)).join('');
    const excess = last > longest ? `   above ${longest.toFixed(2)} ms` : '';
    console.log(`${label.padEnd(36)}${cells}${(last / first).toFixed(2).padStart(14)}${excess}`);
    if (last > longest) process.exitCode = 1;
  }
}
