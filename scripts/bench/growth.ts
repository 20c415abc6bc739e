import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../test/helpers/database/postgres-server.ts';
import { wholeNumber } from '../database/command.ts';
import { orExplain, root, SetUpProblem } from '../set-up.mjs';
import { drawCurves } from './growth-chart.ts';
import { type Figures, measureGrowth, MEASURES } from './growth-measures.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const CHART = join(root, 'docs', 'images', 'growth.svg');

/** What each kind of request takes as there are more users, on both engines. */
await orExplain(async () => {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000000' },
      techs: { type: 'string', default: '5' },
      engine: { type: 'string', default: 'both' },
      // Files of SQLite are kept there, and used again.
      folder: { type: 'string' },
    },
  });
  const most = wholeNumber('--users', values.users, 1_000, 100_000_000);
  const sizes = [...SIZES.filter((size) => size < most), most];
  const techs = String(wholeNumber('--techs', values.techs, 1, 500));
  const folder = values.folder === undefined ? mkdtempSync(join(tmpdir(), 'trilha-growth-')) : resolve(values.folder);
  mkdirSync(folder, { recursive: true });
  const all: Record<string, Figures[]> = {};
  try {
    if (values.engine !== 'postgres') {
      all['SQLite'] = await measureEach(
        sizes.map((size) => prepare(`sqlite:${join(folder, `${size}.sqlite`)}`, size, techs)),
      );
    }
    if (values.engine !== 'sqlite') all['PostgreSQL'] = await onPostgres(sizes, techs);
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true });
  }
  for (const [engine, figures] of Object.entries(all)) tell(engine, sizes, figures);
  writeFileSync(CHART, drawCurves(sizes, all));
  console.log(`Drawn in docs/images/growth.svg. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);
});

/** When all are filled: what a machine still does after a large one was filled would only slow down that one. */
async function measureEach(locations: string[]): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (const location of locations) figures.push(await measureGrowth(location));
  return figures;
}

async function onPostgres(sizes: number[], techs: string): Promise<Figures[]> {
  const { url, remove } = await startPostgres();
  try {
    await run(url, ...sizes.map((size) => `create database users_${size}`));
    const addresses = sizes.map((size) => prepare(new URL(`/users_${size}`, url).href, size, techs));
    // As its own daemons would have done by now; while they are at it, everything takes twice as long.
    for (const address of addresses) await run(address, 'vacuum analyze', 'checkpoint');
    return await measureEach(addresses);
  } finally {
    await remove();
  }
}

async function run(address: string, ...statements: string[]): Promise<void> {
  const client = new Client(address);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Fills it, unless it was kept. Answers what `openDatabase` takes. */
function prepare(setting: string, size: number, techs: string): string {
  console.error(`${size} users…`);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/database/seed.ts', '--users', String(size), '--techs', techs],
    { cwd: root, env: { ...process.env, DATABASE_URL: setting }, encoding: 'utf8' },
  );
  if (status !== 0 && !stderr.includes('There are people in this database')) throw new SetUpProblem(stderr);
  return setting.replace(/^sqlite:/, '');
}

function tell(engine: string, sizes: number[], figures: Figures[]): void {
  const heads = sizes.map((size) => String(size).padStart(9)).join('');
  console.log(`\n${`${engine}, ms`.padEnd(34)}${heads}   last ÷ first`);
  for (const [name, { label, most }] of Object.entries(MEASURES)) {
    const row = figures.map((figure) => figure[name as keyof Figures]);
    const [first = 0, last = 0] = [row[0], row.at(-1)];
    const verdict = most(last, figures.at(-1) as Figures, first) ? '' : '   too much';
    console.log(
      `${label.padEnd(34)}${row.map((value) => value.toFixed(2).padStart(9)).join('')} ${(last / first).toFixed(2).padStart(14)}${verdict}`,
    );
    if (verdict !== '') process.exitCode = 1;
  }
}
