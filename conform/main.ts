import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser/find.ts';
import { requireWebApp, startServer } from '../scripts/running-server.ts';
import { SetUpProblem } from '../scripts/set-up.mjs';
import { Api } from './api.ts';
import type { Verdict } from './atom.ts';
import { type Options, readOptions } from './options.ts';
import { writeReport } from './report/write.ts';
import { judgeAll } from './run.ts';
import { UsageError } from './usage.ts';

async function launch() {
  const executablePath = await findBrowser();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'] });
}

/** What is judged may send any text: it must not move the cursor of the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}

/** The first id with each reason: one missing screen may cause dozens of failures. */
const printed = new Map<string, string>();

function print({ id, says, where, deviation }: Verdict): void {
  if (deviation === undefined) return;
  const reason = `esperado: ${printable(deviation.expected)}\n    visto: ${printable(deviation.seen)}`;
  const first = printed.get(reason);
  if (first === undefined) printed.set(reason, id);
  const details = first === undefined ? reason : `o mesmo que em ${first}`;
  console.log(`✗ ${id} ${says}\n    ${details}\n    onde: especificação ${where}`);
}

async function isReached(address: string): Promise<boolean> {
  return fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}

async function judgeAndCleanUp(options: Options, api: Api): Promise<Verdict[]> {
  try {
    return await judgeAll(options, api, launch, print);
  } finally {
    // Our own server needs no clean-up: its database is in memory.
    if (options.api !== undefined) await api.cleanUp();
  }
}

/** Exit codes: 0 all conform, 1 some deviate, 2 the command cannot run as it was given. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  for (const address of [options.web, options.api]) {
    if (address !== undefined && !(await isReached(address))) {
      throw new UsageError(`Ninguém responde em ${address}: ligue o servidor e tente de novo.`);
    }
  }
  // The server does not start without it.
  if (options.api === undefined) await requireWebApp();
  await using own =
    options.api === undefined
      ? await startServer({
          DATABASE_URL: 'sqlite::memory:',
          LOG_LEVEL: 'silent',
          RATE_LIMIT: 'off',
          COMPAT: 'kenziehub',
        })
      : undefined;
  const api = new Api(options.api ?? own?.address ?? '');
  const verdicts = await judgeAndCleanUp(options, api);
  if (verdicts.length === 0) throw new UsageError(`--only ${options.only.join(',')} não corresponde a nenhuma linha.`);
  const folder = resolve(options.report);
  const { passed, total } = writeReport(folder, verdicts, options);
  console.log(`\nconforme ${passed}/${total}: ${resolve(folder, 'index.html')}`);
  return passed === total ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof SetUpProblem)) throw error;
  console.error(error instanceof UsageError ? printable(error.message) : error.message);
  process.exitCode = 2;
}
