import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { API_PATHS, PAGES, PEOPLE_PATH } from './contract/pages.ts';
import { drawPages } from './web/build/draw-pages.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3333}`;

const pathOf = (id: string) => id.replace(import.meta.dirname, '');

const SCREENS = Object.entries(PAGES).map(([name, page]) => ({ chunk: page.chunk, path: `/web/screens/${name}` }));

function screensIn(name: string): string[] {
  return SCREENS.filter((screen) => screen.chunk === name).map(({ path }) => path);
}

/** A chunk of the modules whose path in the project contains one of `parts`, and none of `except`. */
function chunk(name: string, parts: string[], except: string[] = []) {
  return {
    name,
    test(id: string) {
      const path = pathOf(id);
      return parts.some((part) => path.includes(part)) && !except.some((part) => path.includes(part));
    },
  };
}

/** The chunk of the modules that import zod, and of the modules of the contract that only they import. */
function ruleChunk(id: string, modules: Rolldown.ChunkingContext): string | null {
  const validates = (module: string) =>
    modules.getModuleInfo(module)?.importedIds.some((imported) => imported.includes('/zod/')) ?? false;
  const isHelper = () => modules.getModuleInfo(id)?.importers.every(validates) ?? false;
  return id.includes('/zod/') || validates(id) || (pathOf(id).startsWith('/contract/') && isHelper()) ? 'rules' : null;
}

// By default the bundler makes a chunk of every few lines that two others share. The first match counts.
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  chunk('signed-in', ['/@tanstack/', '/web/components/dialogs/', '/web/shell/signed-in/']),
  chunk('secondary', ['/web/components/secondary/', '/web/shell/secondary/', '/web/shell/page.']),
  chunk('texts', screensIn('texts')),
  chunk('classes', ['/web/screens/classes/']),
  chunk('levels', [
    '/web/evolution/levels.ts',
    '/web/evolution/patterns.tsx',
    '/web/evolution/chart.module.css',
    '/web/evolution/png.tsx',
    '/contract/public/xml.ts',
  ]),
  chunk('sharing', ['/web/shell/sharing/', '/uqr/', '/web/components/profile/', '/contract/public/handle.ts']),
  { name: ruleChunk, debugName: 'rules' },
  // A user's dashboard is painted without the forms.
  chunk('visitors', [
    ...screensIn('visitors'),
    '/web/screens/not-found.',
    '/web/components/form-page.',
    '/web/components/forms/',
    '/web/shell/forms/',
    '/web/messages.ts',
  ]),
  // All other modules, in one script for every page: the headers of three small ones would be larger than their code.
  chunk(
    'core',
    ['/react/', '/react-dom/', '/wouter/', '/scheduler/', '/contract/', '/web/', 'preload-helper', 'rolldown/runtime'],
    // Except these: each is in the chunk of the screen, or of the dynamic import, that uses it.
    [
      ...SCREENS.map(({ path }) => path),
      '/contract/public/',
      '/web/components/profile/',
      '/web/components/toaster/',
      '/web/evolution/',
      '/web/level-meanings.ts',
    ],
  ),
];

export default defineConfig({
  root: 'web',
  plugins: [react()],
  resolve: {
    alias: {
      // wouter's shim for React 17 has nothing to add to React's own hook.
      'use-sync-external-store/shim/index.js': 'react',
      regexparam: `${import.meta.dirname}/web/entry/no-patterns.ts`,
    },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The content policy allows no data: fonts or scripts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: CHUNKS } },
        },
      },
    },
    // Draws the pages at build time; nothing of it is served.
    ssr: { build: { rolldownOptions: { input: 'web/entry/prerender.tsx' }, outDir: '../node_modules/.prerender' } },
  },
  builder: { buildApp: drawPages },
  server: {
    // The web app calls its own origin, as it does in production.
    proxy: Object.fromEntries([...API_PATHS, '/avatars', '/u/', PEOPLE_PATH].map((path) => [path, server])),
  },
});
