import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { PAGES } from './contract/pages.ts';
import { drawPages } from './web/build/draw-pages.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3333}`;

const SCREENS = Object.entries(PAGES).map(([name, page]) => ({ chunk: page.chunk, path: `/web/screens/${name}` }));

function screensIn(chunk: string): string[] {
  return SCREENS.filter((screen) => screen.chunk === chunk).map(({ path }) => path);
}

/** Parts of a module's path. The first match counts. */
const CHUNKS: ReadonlyArray<{ chunk: string | null; paths: string[] }> = [
  { chunk: 'signed-in', paths: ['/@tanstack/', '/web/components/dialogs/', '/web/shell/signed-in/'] },
  { chunk: 'secondary', paths: ['/web/components/secondary/', '/web/shell/secondary/'] },
  { chunk: 'texts', paths: screensIn('texts') },
  { chunk: 'rules', paths: ['/zod/', '/@hookform/resolvers/', '/@standard-schema/'] },
  // A user's dashboard is painted without the forms.
  {
    chunk: 'visitors',
    paths: [...screensIn('visitors'), '/react-hook-form/', '/web/components/forms/', '/web/shell/forms/'],
  },
  // The bundler puts each into the chunk of the screen, or of the dynamic import, that uses it.
  {
    chunk: null,
    paths: [
      ...SCREENS.map(({ path }) => path),
      '/web/components/profile/',
      '/web/components/toaster/',
      '/web/evolution/',
      '/contract/public/',
    ],
  },
  // One script for the modules of every page: three small ones cost more in headers than in code.
  {
    chunk: 'core',
    paths: ['/react/', '/react-dom/', '/wouter/', '/regexparam/', '/use-sync-external-store/', '/scheduler/', '/web/'],
  },
  { chunk: 'core', paths: ['preload-helper', 'rolldown/runtime'] },
];

// By default the bundler makes a chunk of every few lines that two others share.
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  const path = id.replace(import.meta.dirname, '');
  const isContract = path.startsWith('/contract/');
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  const validates = (module: string) =>
    modules.getModuleInfo(module)?.importedIds.some((imported) => /\/(zod|@hookform)\//.test(imported)) ?? false;
  if (validates(id) || (isContract && importers.every(validates))) return 'rules';
  const match = CHUNKS.find(({ paths }) => paths.some((part) => path.includes(part)));
  if (match) return match.chunk;
  return isContract && importers.length > 1 ? 'core' : null;
}

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The content policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf }],
        },
      },
    },
  },
  environments: {
    // Draws the pages at build time; nothing of it is served.
    ssr: { build: { rolldownOptions: { input: 'web/entry/prerender.tsx' }, outDir: '../node_modules/.prerender' } },
  },
  builder: { buildApp: drawPages },
  server: {
    // The web app calls its own origin, as it does in production; these are the first words of the API's paths.
    proxy: Object.fromEntries(
      ['/users', '/sessions', '/password-resets', '/profile', '/avatars', '/u/', '/openapi.json'].map((path) => [
        path,
        server,
      ]),
    ),
  },
});
