import { parseArgs } from 'node:util';
import { bulkOf } from '../../server/database/bulk.ts';
import { SetUpProblem } from '../set-up.mjs';
import { command, locationOf, print } from './command.ts';
import { fill } from './copy.ts';

await command(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  const [from, to] = [locationOf('--from', values.from), locationOf('--to', values.to)];
  if (from === to) throw new SetUpProblem('--from and --to name the same database.');
  const rows = await bulkOf(from).readSnapshot(from, (source) => fill(source, to, '--to'));
  print(`Moved ${rows} rows. Set DATABASE_URL to the new database; the old one is as it was.`);
});
