import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { availableParallelism, getPriority } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preferEventLoop, preferServer } from '../../../server/load/priorities.ts';
import { ServerProcess } from '../../helpers/server-process.ts';

test.runIf(process.platform === 'linux' && availableParallelism() > 1)(
  'the event loop goes before the threads that hash and compress (X-660)',
  async () => {
    const server = new ServerProcess({ DATABASE_URL: 'sqlite::memory:' });
    await server.ready();
    const threads = `/proc/${server.child.pid}/task`;
    const workers = readdirSync(threads).filter((id) =>
      readFileSync(`${threads}/${id}/comm`, 'utf8').startsWith('libuv'),
    );
    expect(workers.length).toBeGreaterThan(1);
    expect(new Set(workers.map((id) => getPriority(Number(id))))).toEqual(new Set([Math.max(getPriority(), 5)]));
    expect(getPriority(server.child.pid)).toBe(getPriority());
  },
);

test('server and decoder start where the system allows no priorities (X-660)', async () => {
  const denied = vi.spyOn(os, 'setPriority').mockImplementation(() => {
    throw new Error('EPERM');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    denied.mockRestore();
    syncBuiltinESMExports();
  });
  await Promise.all([preferEventLoop(), preferServer()]);
  expect(denied).toHaveBeenCalled();
});
