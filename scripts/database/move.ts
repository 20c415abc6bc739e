import { readSnapshot } from '../../server/database/open.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, locationOf, runHere } from '../command.ts';
import { copyAll } from './copy.ts';

export const move = defineCommand(
  {
    usage: 'move -- --from <database> --to <empty database>, each as in DATABASE_URL',
    options: { from: { type: 'string' }, to: { type: 'string' } },
  },
  async ({ values }, _settings, { print }) => {
    const [from, to] = (['from', 'to'] as const).map((name) => {
      if (values[name] !== undefined) return locationOf(values[name], `--${name}`);
      throw new SetUpProblem(`--${name} is missing: it takes a database, as DATABASE_URL does.`);
    }) as [string, string];
    if (from === to) throw new SetUpProblem('--from and --to name the same database.');
    const rows = await readSnapshot(from, (source) => copyAll(source, to, '--to'));
    print(`Copied ${rows} rows. Set DATABASE_URL to the new database; the old one is unchanged.`);
  },
);

if (import.meta.main) await runHere(move);
