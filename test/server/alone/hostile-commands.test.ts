import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../../scripts/set-up.mjs';
import { addSession } from '../../../server/database/accounts/sessions.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { type CommandName, endOf, runCommand, startCommand } from '../../helpers/database/command.ts';
import { sign } from '../../helpers/database/sign.ts';
import { aPerson } from '../../helpers/make.ts';

const LOGIN = { kind: 'login', actor: 'user', network: null } as const;
// Clears a terminal, in two ways, reverses the text, and begins lines.
const EVIL = '\u001b[2J\u009b2J\u202Esenha\u2028\n# ';
/** Control characters except tabs and line ends. */
const ODD = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|\u2028/u;
// In bytes.
const FILE_LIMIT = 3 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'trilha-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'trilha.sqlite');
const settings = { DATABASE_URL: `sqlite:${path}` };
const [{ email }, { email: ofLong }] = [aPerson(), aPerson()];

const database = await openDatabase(path);
const userId = await sign(database, email);
// No form accepts this name, but a foreign backup may contain it.
await database.updateTable('users').set({ name: EVIL }).where('id', '=', userId).execute();
const session = { tokenHash: 'a'.repeat(64), ipPrefix: null, userAgent: 'curl \u009b2J', event: LOGIN };
await addSession(database, { userId, passwordHash: 'hash' }, session, new Date());
const longId = await sign(database, ofLong);
// Six times as long in JSON: the database can store it, the limited output file cannot.
await database
  .updateTable('users')
  .set({ bio: '\u0001'.repeat(FILE_LIMIT / 4) })
  .where('id', '=', longId)
  .execute();
await database.destroy();

const admin = (...words: string[]) => runCommand('admin', words, settings);

describe('a command at a terminal', () => {
  test("escapes a user's control characters (X-502)", async () => {
    const [listed, exported] = [await admin('list', email), await admin('export', email)];
    expect(listed.out.trim().split('\n')).toHaveLength(2);
    expect(listed.out).toContain('\\u001b[2J\\u009b2J\\u202esenha\\u2028\\u000a# ');
    for (const { out } of [listed, exported]) expect(out).not.toMatch(ODD);
    expect(JSON.parse(exported.out)).toMatchObject({
      user: { name: EVIL },
      sessions: [{ user_agent: 'curl \u009b2J' }],
    });
  });

  test.for([
    'admin lock',
    'admin list a --',
    'backup /none/',
    'backup a',
    'restore /none/',
    'restore a',
    'move --from',
    'move',
    'seed',
    'demo',
  ])('escapes a wrong argument of %s, and repeats no password (X-502)', async (command) => {
    for (const wrong of [EVIL, 'postgres://ana:hunter2@db.example/trilha', 'postgres://ana:hunter2/@x@db.example/x']) {
      const [name = '', ...words] = command.split(' ');
      const last = /[/-]$/.test(command) ? `${words.pop()}${wrong}` : wrong;
      const { code, out, err } = await runCommand(name as CommandName, [...words, last], settings);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(err).not.toMatch(ODD);
      expect(err).not.toContain('hunter2');
    }
  });

  test.for([[], ['n\n'], ['yes please\n']])('deletes no account after the answer %j', async (answer) => {
    const terminal = Object.assign(Readable.from(answer), { isTTY: true });
    const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin);
    onTestFinished(() => input.mockRestore());
    expect(await admin('delete', email)).toEqual({ code: 1, out: '', err: 'Nothing was changed.\n' });
    expect((await admin('list', email)).out).toContain(email);
  });
});

describe('the output of a command', () => {
  test('can be closed by its reader', async () => {
    const child = startCommand('admin', ['export', email], { settings });
    child.stdout?.destroy();
    expect(await endOf(child)).toEqual({ code: 0, out: '', err: '' });
  });

  if (existsSync('/dev/full')) {
    test('ends the command with one line if it cannot be written (X-503)', async () => {
      const full = openSync('/dev/full', 'w');
      const child = startCommand('admin', ['list'], { settings, stdio: ['ignore', full, 'pipe'] });
      expect(await endOf(child)).toMatchObject({ code: 1, err: expect.stringMatching(/^The output cannot be .*\n$/) });
      closeSync(full);
    });
  }

  // Only Linux can limit the files of a process.
  if (spawnSync('prlimit', ['--version']).status === 0) {
    test('ends the command with one line if a full disk cuts it off', async () => {
      const file = join(folder, 'ana.json');
      const out = openSync(file, 'w');
      const under = ['prlimit', `--fsize=${FILE_LIMIT}`];
      const child = startCommand('admin', ['export', ofLong], { settings, under, stdio: ['ignore', out, 'pipe'] });
      expect(await endOf(child)).toMatchObject({ code: 1, err: expect.stringMatching(/^The output cannot be .*\n$/) });
      closeSync(out);
      expect(statSync(file).size).toBe(FILE_LIMIT);
    });
  }
});

test('a command that cannot read .env fails with one line', async () => {
  const project = mkdtempSync(join(folder, 'project-'));
  for (const name of ['contract', 'node_modules', 'package.json', 'scripts', 'server']) {
    symlinkSync(join(root, name), join(project, name));
  }
  const unreadable = join(project, '.env');
  mkdirSync(unreadable);
  const under = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const child = spawn(process.execPath, [...under, join(project, 'scripts/admin/main.ts'), 'list']);
  const err = `${unreadable} cannot be read: correct the file or its permissions.\n`;
  expect(await endOf(child)).toEqual({ code: 1, out: '', err });
});

const pipe = join(folder, 'pipe');
if (spawnSync('mkfifo', [pipe]).status === 0) {
  test('a pipe is refused without waiting for it (X-504)', async () => {
    const err = `${pipe} is not a file: name a backup. Nothing was changed.\n`;
    const empty = { DATABASE_URL: `sqlite:${join(folder, 'empty.sqlite')}` };
    // A process, because reading the pipe would block this one for ever.
    expect(await endOf(startCommand('restore', [pipe], { settings: empty }))).toEqual({ code: 1, out: '', err });
    const seed = startCommand('seed', ['--users', '1'], { settings: { DATABASE_URL: `sqlite:${pipe}` } });
    expect(await endOf(seed)).toMatchObject({ code: 1, err: expect.stringMatching(/ is not a file: .*\n$/) });
  });
}
