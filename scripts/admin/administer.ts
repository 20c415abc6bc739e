import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../../server/config.ts';
import { isServer, openDatabase } from '../../server/database/open.ts';
import { SetUpProblem } from '../set-up.mjs';
import type { Command } from '../database/command.ts';
import { type Act, ACTS } from './acts.ts';
import { list } from './list.ts';

const USAGE =
  'Usage: npm run admin -- list [text] | reset-password <e-mail> | lock <e-mail> | unlock <e-mail> | ' +
  'end-sessions <e-mail> | delete <e-mail> [--yes] | export <e-mail>';

/** `npm run admin`: runs the command that the words name. Throws what `command` explains. */
export const administer: Command = async (words, settings, output) => {
  const act = actOf(words);
  const config = readConfig(settings);
  const { database: location } = config;
  if (!isServer(location) && !existsSync(location)) {
    throw new SetUpProblem('There is no database yet where DATABASE_URL points: name the one that the server uses.');
  }
  const database = await openDatabase(location);
  try {
    await act({ database, clock: database.engine.clock, config, output });
  } finally {
    await database.destroy();
  }
};

/** What the words of the command line ask for. Throws what `command` explains. */
export function actOf(words: string[]): Act {
  const options = { yes: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  const [name = '', who = ''] = positionals;
  const { yes = false } = values;
  if (name === 'list' && positionals.length <= 2 && !yes) return (services) => list(services, who);
  const act = Object.hasOwn(ACTS, name) ? ACTS[name as keyof typeof ACTS] : undefined;
  if (act === undefined || positionals.length !== 2 || (yes && name !== 'delete')) throw new SetUpProblem(USAGE);
  return (services) => act(services, who, yes);
}
