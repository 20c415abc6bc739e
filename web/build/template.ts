import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput['output'];

/** Inlines the boot script: it runs before the first paint. */
export function withBootScript(page: string, script: string): string {
  return page.replace('<meta name="viewport"', (next) => `<script>${script}</script>\n    ${next}`);
}

/**
 * Preloads the font, which the browser would otherwise request at its first layout. In the body: Chromium delays the
 * first paint by up to 100 ms for a font that is preloaded in the head.
 */
export function withFont(page: string, output: Output): string {
  const font = output.find(({ fileName }) => /\/inter-[^/-]*\.woff2$/.test(fileName));
  if (!font) throw new Error('The build has no font');
  const link = `<link rel="preload" href="/${font.fileName}" as="font" type="font/woff2" crossorigin>`;
  return page.replace('<div id="app"', (next) => `${link}\n    ${next}`);
}

/** Inlines the linked style sheets: the first paint waits for no second request. */
export function withStyles(page: string, dist: string): string {
  let styles = '';
  const linked = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
    styles += readFileSync(join(dist, file), 'utf8').trim();
    // A disabled link is not fetched, and keeps Vite from fetching the sheet with a chunk.
    return `<link rel="stylesheet" href="/${file}" disabled>`;
  });
  if (styles === '') throw new Error('The built page has no style sheet');
  return linked.replace('<meta name="viewport"', (next) => `<style>${styles}</style>\n    ${next}`);
}

/** Inserts what React drew, and the page's name, by which the app knows that it can hydrate it. */
export function asDrawn(template: string, name: string, html: string): string {
  // React writes the title and preloads before the app's markup.
  const [head = ''] = /^(?:<title>.*?<\/title>|<link[^>]*>)*/.exec(html) ?? [];
  return template
    .replace('</head>', (end) => `  ${head}\n  ${end}`)
    .replace('<div id="app">', () => `<div id="app" data-page="${name}">${html.slice(head.length)}`);
}

/** Preloads a chunk and all that it imports. Throws when the build has none of that name. */
export function withChunk(page: string, output: Output, name: string): string {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const wanted = new Set<Rolldown.OutputChunk>();
  const add = (fileName: string) => {
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
