import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { runCommand } from '../../helpers/database/command.ts';
import { makeDatabase } from '../../helpers/database/postgres.ts';
import { sign } from '../../helpers/database/sign.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a backup of a server is restored to a file as well (X-250)', async () => {
  const server = await makeDatabase('migrated');
  const source = await openDatabase(server);
  const id = await sign(source);
  await source.destroy();
  const [backup, place] = [join(folder, 'backup.sqlite'), join(folder, 'place.sqlite')];
  expect(await runCommand('backup', [backup], { url: server })).toMatchObject({ code: 0 });
  expect(await runCommand('restore', [backup], { url: `sqlite:${place}` })).toMatchObject({ code: 0 });
  const restored = await openDatabase(place);
  expect(await restored.selectFrom('users').select('id').execute()).toEqual([{ id }]);
  await restored.destroy();
});

test('a server that does not answer is told in one line, without the password (X-251)', async () => {
  const url = 'postgres://ana:hunter2@127.0.0.1:1/x';
  const { code, out, err } = await runCommand('backup', [join(folder, 'none.sqlite')], { url });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/cannot be reached.*\n$/);
  expect(err).not.toContain('hunter2');
});
