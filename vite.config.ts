import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PAGES } from './contract/pages.ts';
import { drawPages } from './web/build/draw-pages.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3333}`;

/** One chunk: the modules whose path in the project holds one of `paths`, and none of `except`. */
function chunk(name: string, paths: string[], except: string[] = []) {
  return {
    name,
    test(id: string) {
      const isIn = (place: string) => id.replace(import.meta.dirname, '').includes(place);
      return paths.some(isIn) && !except.some(isIn);
    },
  };
}

const SCREENS = Object.entries(PAGES).map(([name, page]) => ({ chunk: page.chunk, path: `/web/screens/${name}` }));

/** The screens that share a chunk. */
function screensIn(name: string): string[] {
  return SCREENS.filter((screen) => screen.chunk === name).map(({ path }) => path);
}

/** The part of the contract that is no schema. */
const FACTS = ['/contract/limits.', '/contract/choices.', '/contract/pages.'];

// Left alone, the bundler makes a chunk of every few lines that two others share. The first chunk that fits takes a module.
const CHUNKS = [
  // What the dashboard and the profile share.
  chunk('signed-in', [
    '/@tanstack/',
    '/web/components/modal.',
    '/web/components/confirmation.',
    '/web/components/discard.',
    '/web/components/rows.',
    '/web/components/step-back.',
    '/web/shell/confirmation-dialog.',
    '/web/shell/expired-session.',
    '/web/shell/focus-fallback.',
    '/web/shell/load-failure.',
    '/web/shell/screen-cache.',
    '/web/shell/own-user.',
    '/web/shell/use-action.',
  ]),
  // Pages to read: rarely opened.
  chunk('texts', [...screensIn('texts'), '/web/shell/text-page.', '/web/shell/operator.']),
  // What pages beside the specified ones share, and no other loads.
  chunk('beside', ['/web/number-words.', '/web/save-as.', '/web/components/skeleton.']),
  // Checks the forms: fetched when one is first touched.
  chunk(
    'rules',
    ['/zod/', '/@hookform/resolvers/', '/@standard-schema/', '/contract/', '/web/rules.'],
    [
      ...FACTS,
      '/contract/known-technologies.',
      '/contract/search-key.',
      '/contract/public/handle.',
      '/contract/public/card.',
    ],
  ),
  // The forms: a user's dashboard is painted without them.
  chunk(
    'visitors',
    [
      ...screensIn('visitors'),
      '/react-hook-form/',
      '/web/components/forms/',
      '/web/shell/profile-fields.',
      '/web/form.',
      '/web/shell/quiet-links.',
    ],
    // Of every action.
    ['/web/components/forms/pending.'],
  ),
  // What every page needs, in one script: three small ones cost more in headers than in code.
  chunk(
    'core',
    [
      '/react/',
      '/react-dom/',
      '/wouter/',
      '/regexparam/',
      '/use-sync-external-store/',
      '/scheduler/',
      '/web/',
      ...FACTS,
      'preload-helper',
      'rolldown/runtime',
    ],
    [
      ...SCREENS.map(({ path }) => path),
      // With the page that draws it.
      '/web/evolution/',
      '/web/components/avatar.',
      '/web/components/toaster.',
      '/web/components/web-link.',
    ],
  ),
];

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
          groups: CHUNKS,
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
