import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COURSE_MODULES } from '#contract/choices.ts';
import { orExplain, root, SetUpProblem } from './set-up.mjs';

/** Counts how often the server makes the disk write, beside the writes that it acknowledges: never fewer. Linux only. */
const WRITES = 50;
// What SQLite forces onto the disk before it says that a transaction is over.
const FORCED = /f(data)?sync\(\d+<[^>]*-wal>/g;
const PERSON = {
  name: 'Ana',
  email: 'ana@example.com',
  password: 'senha123',
  bio: 'x',
  contact: 'https://example.com',
  course_module: COURSE_MODULES[0],
};

await orExplain(async () => {
  if (spawnSync('strace', ['-V']).status !== 0) {
    throw new SetUpProblem('This needs Linux and strace: install it, such as by `sudo apt install strace`.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'trilha-durability-'));
  const calls = join(folder, 'calls');
  const child = spawn(
    'strace',
    // -D: the child is the server, and strace beside it.
    ['-D', '-f', '-y', '-e', 'trace=fdatasync,fsync', '-o', calls, process.execPath, 'server/main.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        DATABASE_URL: `sqlite:${folder}/db.sqlite`,
        LOG_LEVEL: 'silent',
        PUBLIC_URL: '',
        RATE_LIMIT: 'off',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  const forced = () => readFileSync(calls, 'utf8').match(FORCED)?.length ?? 0;
  try {
    const address = await addressIn(child.stderr);
    await post(`${address}/users`, PERSON);
    const { token } = (await (await post(`${address}/sessions`, PERSON)).json()) as { token: string };
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

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output });
  const said: string[] = [];
  for await (const line of lines) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) {
      output.resume();
      return address;
    }
    said.push(line);
  }
  throw new SetUpProblem(`The server did not start under strace: ${said.join(' ')}`);
}

async function post(url: string, body: object, token?: string): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.ok) return answer;
  throw new SetUpProblem(`${new URL(url).pathname} answered ${answer.status}: ${await answer.text()}`);
}
