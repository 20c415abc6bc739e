import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand, startCommand } from '../helpers/database/command.ts';
import { aDatabaseUrl, loseDatabase } from '../helpers/database/test-database.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { sendTo, Writer } from './stop/writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a restore brings back every write acknowledged before the backup, and the sessions', async () => {
  const url = await aDatabaseUrl();
  const server = new ServerProcess({ DATABASE_URL: url, RATE_LIMIT: 'off' });
  const send = sendTo(await server.ready());
  const [before, meanwhile] = [await Writer.signUp(send), await Writer.signUp(send)];
  for (let count = 0; count < 5; count += 1) await before.write(send);
  const load = { isOn: true };
  const writing = (async () => {
    while (load.isOn && meanwhile.acknowledged < 1_500) await meanwhile.write(send);
  })();
  const file = join(folder, 'drill.sqlite');
  const made = await runCommand('backup', [file], { DATABASE_URL: url });
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Wrote and verified') });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  load.isOn = false;
  await writing;
  server.child.kill('SIGKILL');
  await server.ended;

  const place = await loseDatabase(url);
  const restored = await runCommand('restore', [file], { DATABASE_URL: place });
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored ') });
  const again = sendTo(await new ServerProcess({ DATABASE_URL: place, RATE_LIMIT: 'off' }).ready());
  expect(await before.lost(again)).toBe(0);
  for (const writer of [before, meanwhile]) await writer.write(again);
});

const settings = { DATABASE_URL: await aDatabaseUrl() };
await runCommand('seed', ['--users', '3', '--techs', '1'], settings);

test('neither a backup nor a restore overwrites data', async () => {
  const good = join(folder, 'good.sqlite');
  expect(await runCommand('backup', [good], settings)).toMatchObject({ code: 0 });
  const before = statSync(good);
  const err = `${good} already exists: name a new file. Nothing was changed.\n`;
  expect(await runCommand('backup', [good], settings)).toEqual({ code: 1, out: '', err });
  expect(statSync(good).mtimeMs).toBe(before.mtimeMs);
  const restored = await runCommand('restore', [good], settings);
  expect(restored.code).toBe(1);
  expect(restored.err).toMatch(
    /^.* (is not empty: move it aside first|already contains users: name an empty database).*\n$/,
  );
});

test('repeated backups keep the newest, even after a wrong clock, and end at a signal', async () => {
  const own = mkdtempSync(join(folder, 'every-'));
  const old = join(own, 'trilha-20200101T000000Z.sqlite');
  // Made while the clock was wrong.
  const [future, later] = [join(own, 'trilha-20980101T000000Z.sqlite'), join(own, 'trilha-20990101T000000Z.sqlite')];
  for (const path of [join(own, 'mine.txt'), old, future, later]) writeFileSync(path, 'mine');
  const child = startCommand('backup', ['--every', '1s', '--keep', '2', own], {
    settings,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const backups = () => readdirSync(own).filter((name) => name.startsWith('trilha-20'));
  await expect.poll(() => backups().length === 2 && !existsSync(old) && !existsSync(future)).toBe(true);
  const before = backups();
  await expect.poll(() => backups().some((name) => !before.includes(name))).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(own).filter((name) => !name.startsWith('trilha-20'))).toEqual(['mine.txt']);
});
