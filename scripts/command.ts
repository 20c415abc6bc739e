import { existsSync, fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { ConfigError, readConfig } from '../server/config.ts';
import { DatabaseRefused, DatabaseUnavailable, UniqueViolation, UserGone } from '../server/database/errors.ts';
import { exitOnProblem, root, SetUpProblem } from './set-up.mjs';

type Settings = NonNullable<Parameters<typeof readConfig>[0]>;

/** `print` writes a line of the result to standard output, `note` a line for the operator to standard error. */
export type Output = { print: (line: string) => void; note: (line: string) => void };

export type Command = (words: string[], settings: Settings, output: Output) => Promise<void>;

type Syntax<Options> = { usage: string; options?: Options; positionals?: readonly [least: number, most: number] };
type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

export function defineCommand<const Options extends ParseArgsOptionsConfig>(
  { usage, options, positionals: [least, most] = [0, 0] }: Syntax<Options>,
  run: (parsed: Parsed<Options>, settings: Settings, output: Output) => Promise<void>,
): Command {
  const line = `Usage: npm run ${usage}`;
  return async (words, settings, output) => {
    const help = { help: { type: 'boolean', short: 'h' } } as const;
    const parsed = parseArgs({ args: words, allowPositionals: most > 0, options: { ...options, ...help } });
    if (parsed.values.help) {
      output.print(line);
      return;
    }
    const { length } = parsed.positionals;
    if (length < least || length > most) throw new SetUpProblem(line);
    await run(parsed as Parsed<Options>, settings, output);
  };
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const STOPPED = 143;

/** Runs a command in this process, with the settings of `.env`. A failure is one line, with exit code 1. */
export async function runHere(run: Command): Promise<void> {
  process.stdout.on('error', exitOnOutputError);
  // `exit` listeners remove unfinished files. A command that runs until a signal has set the exit code to 0.
  for (const signal of SIGNALS) process.on(signal, () => process.exit(process.exitCode ?? STOPPED));
  await exitOnProblem(async () => {
    loadSettings(join(root, '.env'));
    try {
      await run(process.argv.slice(2), process.env, { print, note: console.error });
    } catch (error) {
      throw explained(error);
    }
  });
}

function loadSettings(path: string): void {
  try {
    if (existsSync(path)) process.loadEnvFile(path);
  } catch {
    throw new SetUpProblem(`${path} cannot be read: correct the file or its permissions.`);
  }
}

/** Exits with 0 if the reader of a pipe has closed it, otherwise with 1. */
function exitOnOutputError(error: Error & { code?: string }): never {
  if (error.code === 'EPIPE') process.exit(0);
  console.error(`The output cannot be written (${error.code}): the command is done, but its output is incomplete.`);
  process.exit(1);
}

/** Prints the whole line or fails: on a full disk Node would write a part of it without an error. */
function print(line: string): void {
  if (!fstatSync(process.stdout.fd).isFile()) {
    console.log(line);
    return;
  }
  try {
    let rest = Buffer.from(`${line}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest));
  } catch (error) {
    exitOnOutputError(error as Error);
  }
}

/** Escapes control and bidirectional characters, as JSON does: a user's name cannot move the cursor of a terminal. */
export function escapeControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

// Some messages repeat an argument, which may be a database URL.
function withoutPassword(text: string): string {
  return text.replaceAll(/\b(\w+:\/{1,2})[^\s'"]*@/g, '$1…@');
}

export function explained(error: unknown): unknown {
  const message = messageOf(error);
  return message === undefined ? error : new SetUpProblem(escapeControls(withoutPassword(message)));
}

function messageOf(error: unknown): string | undefined {
  if (error instanceof SetUpProblem || error instanceof DatabaseRefused) return error.message;
  if (error instanceof ConfigError) return error.message.replaceAll('\n', ' ');
  if (error instanceof UniqueViolation || error instanceof UserGone) {
    return 'Another process wrote to the database: start again with an empty one.';
  }
  if (error instanceof DatabaseUnavailable) {
    const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${reason}. The transaction was rolled back: try again later.`;
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message;
  return 'path' in error ? `${error.message}. Nothing was changed.` : undefined;
}

export function locationOf(url: string | undefined, name = 'DATABASE_URL'): string {
  try {
    const { database } = readConfig({ DATABASE_URL: url });
    if (database !== ':memory:') return database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new SetUpProblem(error.message.replace('DATABASE_URL', name));
  }
  throw new SetUpProblem(`${name} must not be a database in memory.`);
}

export function wholeNumber(option: string, text: string | undefined, least: number, most: number): number {
  const digits = new RegExp(`^\\d{1,${String(most).length}}$`);
  const value = digits.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SetUpProblem(`${option} must be a number from ${least} to ${most}.`);
}
