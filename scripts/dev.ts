import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { root, serverArguments } from './set-up.mjs';

const web = await createServer({ root: `${root}/web`, configFile: `${root}/vite.config.ts` });
await web.listen();

const api = spawn(process.execPath, ['--watch', ...serverArguments()], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { LOG_FORMAT: 'text', DRAIN_SECONDS: '0', ...process.env },
});
const lines = createInterface({ input: api.stderr });
lines.on('line', (line) => {
  if (line.includes('ready at')) console.error(`Open ${web.resolvedUrls?.local[0] ?? 'the web app'} in a browser.`);
  else if (!line.includes('is not built')) console.error(line);
});

async function stop() {
  api.kill();
  await web.close();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
api.once('exit', (code) => {
  process.exitCode = code ?? 0;
  void stop();
});
