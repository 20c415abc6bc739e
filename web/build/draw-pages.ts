import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown, type ViteBuilder } from 'vite';
import { API_PATHS, fileOf, ORIGIN, PAGE_NAMES, PAGES, type Page, type PageName } from '#contract/pages.ts';
import { buildServiceWorker } from './service-worker.ts';
import { compileAhead, compress } from './compress.ts';
import { withPrerendered, withBootScript, withChunk, withFont, withLinkPreview, withStyles } from './template.ts';

/** Pages whose links people send each other. The URL of an invitation is left out, because it contains the code. */
const LINK_PREVIEWS: Partial<Record<PageName, { title: string; url?: string }>> = {
  signup: { title: 'Trilha: mostre o que você sabe', url: `${ORIGIN}/` },
  invitation: { title: 'Convite para uma turma na Trilha' },
};

export async function drawPages(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (!client || !ssr) throw new Error('Vite offers no client or no ssr environment');
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput;
  await builder.build(ssr);

  const { root } = builder.config;
  const dist = resolve(root, client.config.build.outDir);
  const ssrDir = resolve(root, ssr.config.build.outDir);
  const { render } = (await import(pathToFileURL(join(ssrDir, 'prerender.js')).href)) as {
    render: (address: string) => Promise<string>;
  };
  const built = readFileSync(join(dist, 'index.html'), 'utf8');
  const template = withBootScript(built, await bootScript(root));
  const draw = async (page: string, name: string, path: string) =>
    withFont(withPrerendered(page, name, await render(path)), output);
  const write = (file: string, page: string) => writeFileSync(join(dist, file), withStyles(page, dist));
  for (const name of PAGE_NAMES) {
    const { path, audience, chunk } = PAGES[name];
    const page = withChunk(template, output, chunk);
    const drawn = audience === 'users' ? page : await draw(page, name, path);
    const preview = LINK_PREVIEWS[name];
    write(fileOf(PAGES[name]), preview ? withLinkPreview(drawn, preview) : drawn);
  }
  write('404.html', await draw(withChunk(template, output, 'visitors'), '', '/404'));
  writeFileSync(join(dist, 'robots.txt'), robotsText());
  rmSync(ssrDir, { recursive: true });
  compileAhead(dist);
  await buildServiceWorker(root, dist, output, OWN_BUILD);
  await buildDocs(root, dist);
  compress(dist);
  await buildPublicPage(root, dist);
}

/** Excludes crawlers from the API, the pages of signed-in users and invitations. Public pages have a `noindex` of their own. */
function robotsText(): string {
  const pages = Object.values<Page>(PAGES).filter(({ audience, path }) => audience === 'users' || path.includes(':'));
  const paths = [...API_PATHS, ...pages.map(({ path }) => path.replace(/:.*/, ''))];
  return ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), ''].join('\n');
}

const OWN_BUILD = { configFile: false, logLevel: 'warn' } as const;

async function bootScript(root: string): Promise<string> {
  const built = await build({
    ...OWN_BUILD,
    root,
    build: { write: false, lib: { entry: 'entry/boot.ts', formats: ['iife'], name: 'boot' } },
  });
  const [first] = built as Rolldown.RolldownOutput[];
  if (!first) throw new Error('The boot script was not built');
  return first.output[0].code.trim();
}

// A separate build, so that /docs shares no chunk with the app.
async function buildDocs(root: string, outDir: string): Promise<void> {
  await build({
    ...OWN_BUILD,
    root: join(root, 'docs'),
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: join(root, 'docs/docs.html') },
    },
  });
}

// Bundles React, because the server imports only this file from the web build.
async function buildPublicPage(root: string, outDir: string): Promise<void> {
  await build({
    ...OWN_BUILD,
    root,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'public-page/draw.tsx'),
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      // Gives the font and the logo the same hashed names as the client build.
      emitAssets: true,
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'server/public-page.js',
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'server/public-page.css' : 'assets/[name]-[hash][extname]',
        },
      },
    },
  });
}
