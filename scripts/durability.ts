import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post, signUp, startServer } from './running-app.ts';
import { orExplain, SetUpProblem } from './set-up.mjs';

/** Counts how often the server makes the disk write, beside the writes that it acknowledges: never fewer. Linux only. */
const WRITES = 50;
// What SQLite forces onto the disk before it says that a transaction is over.
const FORCED = /f(data)?sync\(\d+<[^>]*-wal>/g;

await orExplain(async () => {
  if (spawnSync('strace', ['-V']).status !== 0) {
    throw new SetUpProblem('This needs Linux and strace: install it, such as by `sudo apt install strace`.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'trilha-durability-'));
  const calls = join(folder, 'calls');
  const forced = () => readFileSync(calls, 'utf8').match(FORCED)?.length ?? 0;
  // -D: the child is the server, and strace beside it.
  const strace = ['strace', '-D', '-f', '-y', '-e', 'trace=fdatasync,fsync', '-o', calls];
  const settings = { DATABASE_URL: `sqlite:${folder}/db.sqlite`, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' };
  const { address, child } = await startServer(settings, [...strace, process.execPath, 'server/main.ts']);
  const closed = once(child, 'close');
  try {
    const { token } = await signUp(address, {}, []);
    const before = forced();
    for (let count = 1; count <= WRITES; count += 1) {
      const last = forced();
      await post(`${address}/users/techs`, { title: `React ${count}`, status: 'Iniciante' }, token);
      if (forced() === last) throw new SetUpProblem(`Write ${count} was acknowledged before it was on the disk.`);
    }
    console.log(`${WRITES} writes were acknowledged, and ${forced() - before} forced onto the disk.`);
  } finally {
    child.kill('SIGTERM');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  }
});
