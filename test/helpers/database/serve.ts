import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from '../../../scripts/postgres.ts';

// The server on a PostgreSQL of its own, which ends with it: what playwright.config.ts starts.
const postgres = await startPostgres({ inMemory: true });
const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, DATABASE_URL: postgres.url },
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
await once(server, 'exit');
await postgres.remove();
