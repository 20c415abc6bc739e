import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres.ts';
import { SetUpProblem } from '../set-up.mjs';

export type Engine = 'sqlite' | 'postgres';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** The engines that `--engine` chooses: both without it. Throws SetUpProblem for another name. */
export function enginesOf(option: string | undefined): Engine[] {
  const engines = ENGINES.filter((engine) => option === undefined || engine === option);
  if (engines.length === 0) throw new SetUpProblem('--engine must be sqlite or postgres.');
  return engines;
}

/** Passes the URL of an empty database, which exists until the work is done. */
export async function withDatabase<Result>(engine: Engine, work: (url: string) => Promise<Result>): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'trilha-bench-'));
  await using postgres = engine === 'postgres' ? await startPostgres() : undefined;
  return await work(postgres?.url ?? `sqlite:${folder.path}/trilha.sqlite`);
}
