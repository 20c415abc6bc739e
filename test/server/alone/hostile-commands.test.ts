import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { addSession } from '../../../server/database/sessions.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { runAdmin, runCommand } from '../../helpers/database/command.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aDatabaseUrl } from '../../helpers/database/test-database.ts';
import { aPerson } from '../../helpers/make.ts';
import { atEnd, kill } from '../../helpers/server-process.ts';

const ADMIN = resolve(import.meta.dirname, '../../../scripts/admin/main.ts');
const LOGIN = { kind: 'login', actor: 'user', network: null } as const;
// Clears a terminal, in two ways, turns text round, and begins lines.
const EVIL = '\u001b[2J\u009b2J\u202Esenha\u2028\n# ';

const folder = mkdtempSync(join(tmpdir(), 'trilha-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const url = await aDatabaseUrl();
const { email } = aPerson();
await inDatabase(async (database) => {
  const userId = await sign(database, email);
  // As a backup of somebody else's may hold it: no form takes it.
  await database.updateTable('users').set({ name: EVIL }).where('id', '=', userId).execute();
  const session = { tokenHash: 'a'.repeat(64), ipPrefix: null, userAgent: 'curl \u009b2J', event: LOGIN };
  await addSession(database, { userId, passwordHash: 'hash' }, session, new Date());
});

async function inDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(url.replace(/^sqlite:/, ''));
  await work(database);
  await database.destroy();
}

const admin = (...words: string[]) => runAdmin(words, { DATABASE_URL: url });

/** With these for its input, output and errors. */
function spawnAdmin(words: string[], stdio: Array<'ignore' | 'pipe' | number>, options: string[] = []) {
  const child = spawn(process.execPath, [...options, ADMIN, ...words], {
    env: { ...process.env, DATABASE_URL: url },
    stdio,
  });
  atEnd(() => kill(child));
  return child;
}

/** Anything but text, tabs and ends of lines. */
const ODD = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|\u2028/u;

describe('at a terminal', () => {
  test('a stranger moves no cursor and begins no line (X-502)', async () => {
    const listed = await admin('list', email);
    expect(listed.out.trim().split('\n')).toHaveLength(1);
    expect(listed.out).toContain('\\u001b[2J\\u009b2J\\u202esenha\\u2028\\u000a# ');
    const exported = await admin('export', email);
    expect(exported).toMatchObject({ code: 0, err: '' });
    for (const { out } of [listed, exported]) expect(out).not.toMatch(ODD);
    const { user, sessions } = JSON.parse(exported.out) as { user: object; sessions: object[] };
    expect([user, sessions]).toEqual([
      expect.objectContaining({ name: EVIL }),
      [expect.objectContaining({ user_agent: 'curl \u009b2J' })],
    ]);
  });

  test.for([
    ['admin', ['lock', EVIL]],
    ['admin', ['list', 'a', `--${EVIL}`]],
    ['backup', [join('/none', EVIL)]],
    ['restore', [join('/none', EVIL)]],
    ['move', ['--from', EVIL, '--to', EVIL]],
    ['seed', ['--users', EVIL]],
  ] as const)('%s %j says in one line what is wrong, and moves no cursor (X-502)', async ([name, words]) => {
    const { code, out, err } = name === 'admin' ? await admin(...words) : await runCommand(name, [...words], { url });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toMatch(ODD);
  });

  test.for([
    ['admin', ['lock']],
    ['backup', []],
    ['restore', []],
    ['move', []],
    ['seed', []],
  ] as const)('%s %j does not repeat the password of an address (X-502)', async ([name, words]) => {
    for (const address of ['postgres://ana:hunter2@db.example/trilha', 'postgres://ana:hunter2/@x@db.example/trilha']) {
      const all = [...words, address];
      const { code, out, err } = name === 'admin' ? await admin(...all) : await runCommand(name, all, { url });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).not.toContain('hunter2');
    }
  });

  test.for(['', 'n\n', 'yes please\n'])('whoever answers %j deletes nobody, and is told so (X-503)', async (said) => {
    const asTerminal = ['--import', 'data:text/javascript,process.stdin.isTTY = true'];
    const child = spawnAdmin(['delete', email], ['pipe', 'pipe', 'pipe'], asTerminal);
    child.stdin?.end(said);
    const [told, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')]);
    expect(code).toBe(1);
    expect(told.trim().split('\n').at(-1)).toMatch(/Nothing was changed\.$/);
    expect(told).not.toContain('Warning');
    expect((await admin('list', email)).out).toContain(email);
  });
});

describe('the output', () => {
  test('that nobody reads to its end is no failure (X-503)', async () => {
    const child = spawnAdmin(['export', email], ['ignore', 'pipe', 'pipe']);
    child.stdout?.destroy();
    const [told, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')]);
    expect({ code, told }).toEqual({ code: 0, told: '' });
  });

  if (existsSync('/dev/full')) {
    test.for([
      ['list', ['list']],
      ['export', ['export', email]],
    ] as const)('of %s that finds no room is told in one line (X-503)', async ([, words]) => {
      const full = openSync('/dev/full', 'w');
      const child = spawnAdmin([...words], ['ignore', full, 'pipe']);
      const [told, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')]);
      closeSync(full);
      expect({ code, told }).toEqual({ code: 1, told: expect.stringMatching(/^The output cannot be written.*\n$/) });
    });
  }
});

const BOUND = 3 * 1024 * 1024;
// Only Linux lets one bound the files of a process.
if (spawnSync('prlimit', ['--version']).status === 0) {
  test('an output of which a part finds room is told to be one (X-503)', async () => {
    const long = aPerson().email;
    await inDatabase(async (database) => {
      const userId = await sign(database, long);
      // As JSON six times as long: the database finds room.
      const bio = '\u0001'.repeat(BOUND / 4);
      await database.updateTable('users').set({ bio }).where('id', '=', userId).execute();
    });
    const path = join(folder, 'ana.json');
    const out = openSync(path, 'w');
    const { status, stderr } = spawnSync('prlimit', [`--fsize=${BOUND}`, process.execPath, ADMIN, 'export', long], {
      env: { ...process.env, DATABASE_URL: url },
      stdio: ['ignore', out, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(out);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^The output cannot be .*\n$/) });
    expect(statSync(path).size).toBe(BOUND);
  });
}

describe('a restore', () => {
  const pipe = join(folder, 'pipe');
  if (spawnSync('mkfifo', [pipe]).status === 0) {
    test.for([pipe, '/dev/zero', folder])('of %s, which is no file, is refused at once (X-504)', async (path) => {
      const place = await aDatabaseUrl();
      const { code, out, err } = await runCommand('restore', [path], { url: place });
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: `${path} is no file: name a backup. Nothing was changed.\n`,
      });
    });
  }
});
