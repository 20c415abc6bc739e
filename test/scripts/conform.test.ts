import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endOf } from '../helpers/database/command.ts';
import { aFolder } from '../server/sqlite/files.ts';

const MAIN = resolve(import.meta.dirname, '../../conform/main.ts');

test('the suite prints no control characters of the API that it judges', async () => {
  const api = createServer((_request, response) => response.writeHead(400).end('"\u001B[2J\uFFFE"')).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void api.close());
  const report = aFolder();
  await expect.poll(() => api.listening).toBe(true);
  const { port } = api.address() as AddressInfo;
  const words = ['--api', `http://127.0.0.1:${port}`, '--report', report];
  const { code, out, err } = await endOf(
    spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  expect(code, err).toBe(1);
  expect(out).toContain('[2J');
  expect(out + err).not.toMatch(/[^\P{Cc}\n]/u);
  expect(readFileSync(join(report, 'junit.xml'), 'utf8')).not.toMatch(/[\uFFFE\uFFFF]/);
});
