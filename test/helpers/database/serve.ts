import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../../../scripts/postgres.ts';

// Started by playwright.config.ts: the server on its own PostgreSQL, which stops with it.
const postgres = await startPostgres({ inMemory: true });
const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, DATABASE_URL: postgres.url },
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
await once(server, 'exit');
await postgres.remove();
