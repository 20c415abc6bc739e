import { parseArgs } from 'node:util';
import { readSnapshot } from '../../server/database/open.ts';
import { SetUpProblem } from '../set-up.mjs';
import { type Command, command, locationOf } from './command.ts';
import { fill } from './copy.ts';

/** `npm run move`: copies everything from one database to another, which must be empty. */
export const move: Command = async (words, _settings, { print }) => {
  const { values } = parseArgs({ args: words, options: { from: { type: 'string' }, to: { type: 'string' } } });
  const [from, to] = [locationOf('--from', values.from), locationOf('--to', values.to)];
  if (from === to) throw new SetUpProblem('--from and --to name the same database.');
  const rows = await readSnapshot(from, (source) => fill(source, to, '--to'));
  print(`Moved ${rows} rows. Set DATABASE_URL to the new database; the old one is as it was.`);
};

if (import.meta.main) await command(move);
