import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { drawPages } from './scripts/draw-pages.mjs';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3333}`;

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
            { name: 'texts', test: /screens\/(accessibility|privacy)|text-page/ },
            { name: 'rules', test: /\/zod\/|\/resolvers\/|standard-schema|contract\/(?!limits|choices)|\/web\/rules/ },
            {
              name: 'visitors',
              test: /react-hook-form|\/screens\/(signup|login)|\/form\.ts|quiet-links|(field|pending)[.\w]*$/,
            },
            {
              name: 'core',
              test: /\/(react|react-dom|react-router|scheduler)\/|\/web\/(?!rules|screens\/(?!not-found)|components\/(toaster|modal|text-page|avatar|web-link))|limits|choices|preload-helper|rolldown/,
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
