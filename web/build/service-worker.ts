import { hash } from 'node:crypto';
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
  const digests = shellFiles(output).map((file) => [file, digestOf(readFileSync(join(dist, file)))]);
  const files = JSON.stringify(Object.fromEntries(digests));
  const page = readFileSync(join(dist, fileOf(START.users)), 'utf8');
  await build({
    ...options,
    root,
    define: {
      SHELL_FILES: files,
      SHELL_VERSION: JSON.stringify(hash('sha256', page + files).slice(0, 8)),
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

/** For the browser's check of a file (Subresource Integrity). */
function digestOf(content: Buffer): string {
  return `sha256-${hash('sha256', content, 'base64')}`;
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
