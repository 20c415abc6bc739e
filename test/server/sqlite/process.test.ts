import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { refused, ServerProcess, signUp } from '../../helpers/server-process.ts';
import { folder } from './files.ts';

describe('a start that cannot be says why, in a line for each reason:', () => {
  test('the folder cannot be written', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    const lines = await refused({ DATABASE_URL: `sqlite:${file}/trilha.sqlite` });
    expect(lines).toEqual([expect.stringMatching(/cannot be opened .* check its permissions/)]);
  });

  test('the file is no database', async () => {
    const path = join(folder, 'text');
    writeFileSync(path, 'not a database '.repeat(100));
    const before = fingerprint(readFileSync(path, 'latin1'));
    expect(await refused({ DATABASE_URL: `sqlite:${path}` })).toEqual([
      `${path} is not a SQLite database: point DATABASE_URL at another file.`,
    ]);
    expect(fingerprint(readFileSync(path, 'latin1'))).toBe(before);
  });
});

test('a stop leaves one file', async () => {
  const path = join(folder, 'stop.sqlite');
  const server = new ServerProcess({ DATABASE_URL: `sqlite:${path}` });
  expect((await signUp(await server.ready())).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  expect(existsSync(`${path}-wal`)).toBe(false);
});
