import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * @typedef {import('vite').ViteBuilder} ViteBuilder
 * @typedef {import('vite').Rolldown.RolldownOutput} RolldownOutput
 */

// What is drawn at build time: the file, the address it is drawn for, the address at which the app takes it over as it
// stands ("*" is any), and the chunk of its screen.
const DRAWN = [
  { file: 'index.html', address: '/', page: '/', chunk: 'visitors' },
  { file: 'login.html', address: '/login', page: '/login', chunk: 'visitors' },
  { file: 'accessibility.html', address: '/acessibilidade', page: '/acessibilidade', chunk: 'texts' },
  { file: 'privacy.html', address: '/privacidade', page: '/privacidade', chunk: 'texts' },
  { file: '404.html', address: '/404', page: '*', chunk: undefined },
];

/**
 * Builds the web app: its script, then the pages of visitors as HTML that is painted before that script has run, and
 * everything once more in the forms that browsers take compressed.
 * @param {ViteBuilder} builder
 */
export async function drawPages(builder) {
  const { client, ssr } = builder.environments;
  if (!client || !ssr) throw new Error('Vite offers no client or no ssr environment');
  const { output } = /** @type {RolldownOutput} */ (await builder.build(client));
  await builder.build(ssr);

  const { root } = builder.config;
  const dist = resolve(root, client.config.build.outDir);
  const drawing = resolve(root, ssr.config.build.outDir);
  const { render } = await import(pathToFileURL(join(drawing, 'prerender.js')).href);
  const built = readFileSync(join(dist, 'index.html'), 'utf8');
  const template = withFont(withBootScript(built, await bootScript(root)), output);
  /** @param {string} file @param {string} page */
  const write = (file, page) => writeFileSync(join(dist, file), withStylesInside(page, dist));
  for (const { file, address, page, chunk } of DRAWN) {
    write(file, draw(withChunk(template, output, chunk), page, await render(address)));
  }
  write('dashboard.html', withChunk(template, output, 'dashboard'));
  write('profile.html', withChunk(template, output, 'profile'));
  rmSync(drawing, { recursive: true });
  compileAhead(dist);
  await drawDocs(root, dist);
  compress(dist);
}

/**
 * The page to read and try the API: a build of its own, so that it shares no script with the web app.
 * @param {string} root
 * @param {string} outDir
 */
async function drawDocs(root, outDir) {
  await build({
    root: join(root, 'docs'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Nobody waits for it on the way to anything else.
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: { input: join(root, 'docs/docs.html') },
    },
  });
}

/**
 * V8 otherwise compiles a function when it is first called, which of a dialog's is while a person waits for it; with
 * this word it does so while the script is still coming, beside the main thread. (V8's explicit compile hints.)
 * @param {string} dist
 */
export function compileAhead(dist) {
  for (const file of readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
    const path = join(dist, 'assets', file);
    writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
  }
}

/**
 * @param {string} page
 * @param {string} script
 */
function withBootScript(page, script) {
  return page.replace('<meta name="viewport"', (next) => `<script>${script}</script>\n    ${next}`);
}

/**
 * Word of the font, which the browser would else learn of when it lays out the first text. It stands in the body: while
 * a font that the head names is on its way, Chromium paints nothing for up to a tenth of a second.
 * @param {string} page
 * @param {RolldownOutput['output']} output
 */
function withFont(page, output) {
  const font = output.find(({ fileName }) => /\/inter-[^/-]*\.woff2$/.test(fileName));
  if (!font) throw new Error('The build has no font');
  const link = `<link rel="preload" href="/${font.fileName}" as="font" type="font/woff2" crossorigin>`;
  return page.replace('<div id="app">', (next) => `${link}\n    ${next}`);
}

/**
 * Puts the page's style sheets into the page itself: they cannot wait for another request either.
 * @param {string} page
 * @param {string} dist
 */
function withStylesInside(page, dist) {
  let styles = '';
  const linked = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_link, file) => {
    styles += readFileSync(join(dist, file), 'utf8').trim();
    // A sheet that is disabled is not fetched; while its link stands here, no chunk that needs it asks for it either.
    return `<link rel="stylesheet" href="/${file}" disabled>`;
  });
  if (styles === '') throw new Error('The built page has no style sheet');
  return linked.replace('<meta name="viewport"', (next) => `<style>${styles}</style>\n    ${next}`);
}

/** @param {string} root */
async function bootScript(root) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: 'start/boot.ts', formats: ['iife'], name: 'boot' } },
  });
  const [{ output }] = /** @type {RolldownOutput[]} */ (built);
  return output[0].code.trim();
}

/**
 * @param {string} template
 * @param {string} page
 * @param {string} html what React drew; before it stands what belongs into the head
 */
function draw(template, page, html) {
  const [head = ''] = /^(?:<title>.*?<\/title>|<link[^>]*>)*/.exec(html) ?? [];
  return template
    .replace('</head>', (end) => `  ${head}\n  ${end}`)
    .replace('<div id="app">', () => `<div id="app" data-page="${page}">${html.slice(head.length)}`);
}

/**
 * A screen's script is fetched when it is first shown; here it is known to be shown first, so it is asked for at once.
 * @param {string} page
 * @param {RolldownOutput['output']} output
 * @param {string | undefined} name
 */
function withChunk(page, output, name) {
  if (name === undefined) return page;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const wanted = new Set();
  const add = (/** @type {string} */ fileName) => {
    const chunk = chunks.get(fileName);
    if (!chunk || chunk.isEntry || wanted.has(chunk)) return;
    wanted.add(chunk);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of chunks.values()) if (chunk.name === name) add(chunk.fileName);
  if (wanted.size === 0) throw new Error(`The build has no chunk ${name}`);
  const scripts = [...wanted].map(({ fileName }) => fileName).filter((fileName) => !page.includes(fileName));
  const styles = new Set([...wanted].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  const links = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].filter((file) => !page.includes(file)).map((file) => `<link rel="stylesheet" href="/${file}">`),
  ];
  return page.replace('</head>', (end) => `  ${links.join('')}\n  ${end}`);
}

/**
 * Once at build time, so that each answer is as small as it gets for no work.
 * @param {string} dist
 */
export function compress(dist) {
  const files = readdirSync(dist, { encoding: 'utf8', recursive: true });
  for (const file of files.filter((name) => /\.(html|js|css|svg)$/.test(name))) {
    const path = join(dist, file);
    const content = readFileSync(path);
    // Node's defaults for both are the strongest.
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
