import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { PAGES } from './contract/pages.ts';
import { drawPages } from './web/build/draw-pages.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3333}`;

/** The files of the screens that share a chunk. */
function screensIn(chunk: string): string {
  const names = Object.entries(PAGES).filter(([, page]) => page.chunk === chunk);
  return `/screens/(${names.map(([name]) => name).join('|')})\\.`;
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
          // Left alone, the bundler makes a chunk of every few lines that two others share.
          groups: [
            // What the screens of people with a session share, and what their dialogs do.
            { name: 'signed-in', test: /\/shell\/(header|expired|load|screen)|\/@tanstack\/|components\/modal/ },
            { name: 'texts', test: new RegExp(`${screensIn('texts')}|text-page`) },
            {
              name: 'rules',
              test: /\/zod\/|\/resolvers\/|standard-schema|contract\/(?!limits|choices|pages)|\/web\/rules/,
            },
            {
              name: 'visitors',
              test: new RegExp(
                `${screensIn('visitors')}|react-hook-form|/form\\.ts|quiet-links|(field|pending)[.\\w]*$`,
              ),
            },
            {
              name: 'core',
              test: /\/(react|react-dom|react-router|scheduler)\/|\/web\/(?!rules|screens\/(?!not-found)|components\/(toaster|modal|text-page|avatar|web-link))|contract\/(limits|choices|pages)|preload-helper|rolldown/,
            },
          ],
        },
      },
    },
  },
  environments: {
    // Draws the pages at build time; nothing of it is served.
    ssr: { build: { rolldownOptions: { input: 'web/start/prerender.tsx' }, outDir: '../node_modules/.prerender' } },
  },
  builder: { buildApp: drawPages },
  server: {
    // The web app calls its own origin, as it does in production; these are the first words of the API's paths.
    proxy: Object.fromEntries(
      ['/users', '/sessions', '/profile', '/avatars', '/openapi.json'].map((path) => [path, server]),
    ),
  },
});
