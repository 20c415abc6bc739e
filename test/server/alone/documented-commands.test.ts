import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CommandName, runCommand, startCommand } from '../../helpers/database/command.ts';
import { aPerson } from '../../helpers/make.ts';
import { ServerProcess } from '../../helpers/server-process.ts';
import { sendTo } from '../stop/writer.ts';

/** The commands that are run, with the output that each must have. */
const RUN: ReadonlyArray<[command: RegExp, output: RegExp]> = [
  [/admin.* list/, /@\S+\t.*\tsince /],
  [/admin.* reset-password /, /redefinir-senha#tr_/],
  [/admin.* unlock /, /is unlocked/],
  [/admin.* lock /, /is locked/],
  [/admin.* end-sessions /, /Every session of /],
  [/admin.* delete /, /is deleted/],
  [/admin.* export /, /"exported_at"/],
  [/^npm run restore /, /^Restored /],
  [/backup .*--help/, /^Usage: /],
  [/backup/, /^Wrote and verified /],
  [/seed/, /Log in as \S+@/],
  [/^journalctl .*wrong password/, /^ +3 "emailHash":"\w{12}"\n$/],
];
const NOT_RUN: ReadonlyArray<[command: RegExp, reason: string]> = [
  [/^docker /, 'needs Docker and the images'],
  [/^systemctl /, 'needs systemd'],
  [/^sqlite3 /, 'accounts/incidents.test.ts runs its SQL on both engines'],
  [/pg_dump |^pg_restore |^createdb /, "needs PostgreSQL's own programs"],
  [/^(cd|mv) /, 'belongs to the shell'],
  [/^npm (start|test|run move)/, 'other tests run it'],
];

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'trilha-documented-'));
afterAll(() => rmSync(folder, { recursive: true }));
const database = join(folder, 'trilha.sqlite');
mkdirSync(join(folder, 'backups/trilha'), { recursive: true });
writeFileSync(join(folder, 'env'), 'HOST=127.0.0.1\n');
const server = new ServerProcess({ DATABASE_URL: `sqlite:${database}`, RATE_LIMIT: 'off' });
// A command may take longer than the server keeps an idle connection.
const send = sendTo(await server.ready(), { connection: 'close' });

/** The commands of a document: in fenced blocks, in running text, and in the table of `npm run admin --`. */
function commandsOf(document: string): string[] {
  const text = readFileSync(join(ROOT, 'docs', document), 'utf8').replaceAll('\\\n', '');
  const fenced = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
  const spans = [...text.matchAll(/`((?:npm run \w+ --|docker|systemctl|sqlite3|createdb|mv) [^`]+)`/g)];
  const rows = document === 'admin.md' ? [...text.matchAll(/^\| `(?!npm)([^`]+)`/gm)] : [];
  const lines = [...fenced, ...spans.map(([, span]) => span), ...rows.map(([, row]) => `npm run admin -- ${row}`)];
  return lines.map((line = '') => line.replace(/ +# .*/, ''));
}

/** Replaces the paths and names of a document with those of the test. */
function localise(command: string, email: string): string {
  return command
    .replace(/^sudo /, '')
    .replace(/^journalctl [^|]+/, `cat ${folder}/log `)
    .replaceAll('/var/lib/trilha', folder)
    .replaceAll(/\/var\/backups|\.\.\/copias/g, `${folder}/backups`)
    .replaceAll(/(?=drill)/g, `${folder}/`)
    .replaceAll('/etc/trilha.env', `${folder}/env`)
    .replaceAll('/opt/trilha', ROOT)
    .replaceAll(/<e-mail>|<userId>|\[text\]|\bana$/g, email)
    .replace(/(delete \S+)$/, '$1 --yes');
}

async function run(command: string): Promise<string> {
  const settings = { DATABASE_URL: `sqlite:${database}` };
  const [, name, words = ''] = /^npm run (\w+) -- (.*)$/.exec(command) ?? [];
  if (words.startsWith('--every')) {
    const child = startCommand('backup', words.split(' '), { settings });
    return String(await once(child.stdout ?? child, 'data'));
  }
  if (name !== undefined) {
    if (name === 'restore' || name === 'seed')
      settings.DATABASE_URL = `sqlite:${mkdtempSync(join(folder, 'new-'))}/new.sqlite`;
    const { out, err } = await runCommand(name as CommandName, words.split(' '), settings);
    return out || err;
  }
  return spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' }).stdout;
}

// The documents are for servers on Linux.
if (process.platform === 'linux') {
  test.for(['admin.md', 'incidents.md', 'operating.md', '../LEIAME.md'])(
    'each command of docs/%s does what it says',
    async (document) => {
      const commands = commandsOf(document).filter((command) => !NOT_RUN.some(([pattern]) => pattern.test(command)));
      expect(commands.length).toBeGreaterThan(2);
      for (const command of commands) {
        const person = aPerson();
        for (const path of ['/users', '/sessions'])
          expect((await send('POST', path, { body: person })).status).toBeLessThan(300);
        if (command.includes('unlock')) await run(`npm run admin -- lock ${person.email}`);
        for (let tries = command.includes('wrong password') ? 3 : 0; tries > 0; tries -= 1) {
          await send('POST', '/sessions', { body: { ...person, password: 'errada12' } });
        }
        writeFileSync(join(folder, 'log'), server.out);
        const [, output] = RUN.find(([pattern]) => pattern.test(command)) ?? [];
        expect(await run(localise(command, person.email)), command).toMatch(
          output ?? /^a command that this test knows$/,
        );
      }
    },
  );
}

test.for(['admin', 'backup', 'demo', 'move', 'restore', 'seed'] as const)(
  '%s --help prints its usage',
  async (name) => {
    const out = expect.stringMatching(new RegExp(`^Usage: npm run ${name}( -- .*)?\n$`));
    expect(await runCommand(name, ['--help'])).toEqual({ code: 0, out, err: '' });
  },
);
