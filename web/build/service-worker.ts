import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { fileOf, START } from '#contract/pages.ts';

const CHUNKS = ['index', 'signed-in', 'dashboard', 'dialogs', 'rules', 'visitors', 'toaster'];

/** Builds the service worker with the files that the dashboard needs offline. */
export async function buildServiceWorker(
  root: string,
  dist: string,
  output: Rolldown.RolldownOutput['output'],
  options: { configFile: false; logLevel: 'warn' },
): Promise<void> {
  const files = shellFiles(output);
  const hash = createHash('sha256').update(readFileSync(join(dist, fileOf(START.users))));
  await build({
    ...options,
    root,
    define: {
      SHELL_FILES: JSON.stringify(files),
      SHELL_VERSION: JSON.stringify(hash.update(files.join()).digest('hex').slice(0, 8)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: 'worker/service-worker.ts',
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'service-worker.js',
      },
    },
  });
}

function shellFiles(output: Rolldown.RolldownOutput['output']): string[] {
  const chunks = output.filter((file) => file.type === 'chunk').filter(({ name }) => CHUNKS.includes(name));
  if (chunks.length !== CHUNKS.length) throw new Error(`The build lacks one of the chunks ${CHUNKS.join(', ')}`);
  const used = chunks.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
    ...(viteMetadata?.importedAssets ?? []),
  ]);
  // The subset of the font has the letters of Portuguese; offline the device's fonts show the others.
  return [...new Set(used)].filter((file) => !file.includes('-wght-')).map((file) => `/${file}`);
}
