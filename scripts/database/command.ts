import { existsSync, fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../server/config.ts';
import { DatabaseRefused, DatabaseUnavailable, UniqueViolation, UserGone } from '../../server/database/errors.ts';
import { orExplain, root, SetUpProblem } from '../set-up.mjs';

type Settings = Parameters<typeof readConfig>[0];

/** `print` takes the result, line by line, for standard output; `note` what is for the operator alone. */
export type Output = { print: (line: string) => void; note: (line: string) => void };

/** Takes the arguments of the command line and the environment. Throws errors that `explained` understands. */
export type Command = (words: string[], settings: Settings, output: Output) => Promise<void>;

/** Runs a command in this process, with the settings of `.env`. A failure is one line, with exit code 1. */
export async function command(run: Command): Promise<void> {
  process.stdout.on('error', endWithReader);
  await orExplain(async () => {
    const settings = join(root, '.env');
    if (existsSync(settings)) process.loadEnvFile(settings);
    try {
      await run(process.argv.slice(2), process.env, { print, note: console.error });
    } catch (error) {
      throw explained(error);
    }
  });
}

/** Who reads the output may have read enough, as `head` has; a disk that is full has not. */
function endWithReader(error: Error & { code?: string }): never {
  if (error.code === 'EPIPE') process.exit(0);
  console.error(
    `The output cannot be written (${error.code}): what was asked for is done, and not all of it was told.`,
  );
  process.exit(1);
}

/** Prints a line, all of it: of what goes to a file, Node writes as much as finds room, and calls that done. */
function print(line: string): void {
  if (!fstatSync(process.stdout.fd).isFile()) {
    console.log(line);
    return;
  }
  try {
    let left = Buffer.from(`${line}\n`);
    while (left.length > 0) left = left.subarray(writeSync(process.stdout.fd, left));
  } catch (error) {
    endWithReader(error as Error);
  }
}

/**
 * A text for a terminal, where others may have chosen it: what would move the cursor, begin a line or turn text round is
 * told by its number. JSON means the same by it.
 */
export function legible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

// An address that stands where none belongs is repeated by some of the messages.
function withoutPassword(text: string): string {
  return text.replaceAll(/\b(\w+:\/{1,2})[^\s'"]*@/g, '$1…@');
}

/** The SetUpProblem that this failure is to whoever runs the command; an unforeseen failure comes back as it is. */
export function explained(error: unknown): unknown {
  const problem = problemOf(error);
  return problem instanceof SetUpProblem ? new SetUpProblem(legible(withoutPassword(problem.message))) : problem;
}

function problemOf(error: unknown): unknown {
  if (error instanceof ConfigError) return new SetUpProblem(error.mistakes.join(' '));
  if (error instanceof DatabaseRefused) return new SetUpProblem(error.message);
  if (error instanceof UniqueViolation || error instanceof UserGone) {
    return new SetUpProblem('Somebody else wrote to the database meanwhile: begin again with an empty one.');
  }
  if (error instanceof DatabaseUnavailable) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return new SetUpProblem(`${error.message}${reason}: nothing was kept. Begin again when it is back.`);
  }
  if (!(error instanceof Error) || !('code' in error)) return error;
  // What node:util's parseArgs says is made for people.
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return new SetUpProblem(error.message);
  // A file that cannot be read or written.
  return 'path' in error ? new SetUpProblem(`${error.message}. Nothing was changed.`) : error;
}

/** The database of the settings, as `openDatabase` takes it. Throws ConfigError and SetUpProblem. */
export function ownDatabase(settings: Settings): string {
  const { database } = readConfig(settings);
  if (database === ':memory:') throw new SetUpProblem('DATABASE_URL must be a database that stays, not one in memory.');
  return database;
}

/** Where an option points, as `openDatabase` takes it. Throws SetUpProblem. */
export function locationOf(option: string, url: string | undefined): string {
  if (url === undefined) throw new SetUpProblem(`${option} is missing: name a database as DATABASE_URL does.`);
  try {
    const { database } = readConfig({ DATABASE_URL: url });
    if (database !== ':memory:') return database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new SetUpProblem(error.message.replace('DATABASE_URL', option));
  }
  throw new SetUpProblem(`${option} must be a database that stays, not one in memory.`);
}

/** The value of an option that is a number. Throws SetUpProblem. */
export function wholeNumber(option: string, text: string | undefined, least: number, most: number): number {
  const digits = new RegExp(`^\\d{1,${String(most).length}}$`);
  const value = digits.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SetUpProblem(`${option} must be a number from ${least} to ${most}.`);
}
