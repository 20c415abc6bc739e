import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { ORIGIN } from '#contract/pages.ts';

type Output = Rolldown.RolldownOutput['output'];

export function withBootScript(page: string, script: string): string {
  return page.replace('<meta name="viewport"', (next) => `<script>${script}</script>\n    ${next}`);
}

/** Preloads the font from the body: Chromium delays the first paint by up to 100 ms for a preload in the head. */
export function withFont(page: string, output: Output): string {
  const font = output.find(({ fileName }) => /\/inter-[^/-]*\.woff2$/.test(fileName));
  if (!font) throw new Error('The build has no font');
  const link = `<link rel="preload" href="/${font.fileName}" as="font" type="font/woff2" crossorigin>`;
  return page.replace('<div id="app"', (next) => `${link}\n    ${next}`);
}

export function withStyles(page: string, dist: string): string {
  let styles = '';
  const linked = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_link, file: string) => {
    styles += readFileSync(join(dist, file), 'utf8').trim();
    // Vite finds this link and does not fetch the sheet with a chunk. Browsers do not fetch a sheet of an unknown type; a
    // `disabled` one is fetched by the preload scanner of some versions of Chromium.
    return `<link rel="stylesheet" href="/${file}" type="text/plain">`;
  });
  if (styles === '') throw new Error('The built page has no style sheet');
  return linked.replace('<meta name="viewport"', (next) => `<style>${styles}</style>\n    ${next}`);
}

/** Adds Open Graph properties; the description and the image are the same for all pages. */
export function withLinkPreview(page: string, own: { title: string; url?: string }): string {
  const [, description] = /<meta\s+name="description"\s+content="([^"]*)"/.exec(page) ?? [];
  if (description === undefined) throw new Error('The built page has no description');
  const properties = {
    type: 'website',
    site_name: 'Trilha',
    locale: 'pt_BR',
    description,
    ...own,
    image: `${ORIGIN}/link-preview.png`,
  };
  const metas = Object.entries(properties).map(
    ([name, content]) => `<meta property="og:${name}" content="${content}">`,
  );
  return page.replace('<link rel="icon"', (next) => {
    return `${metas.join('')}<meta name="twitter:card" content="summary_large_image">\n    ${next}`;
  });
}

export function withPrerendered(template: string, name: string, html: string): string {
  const [head = ''] = /^(?:<title>.*?<\/title>|<link[^>]*>)*/.exec(html) ?? [];
  return template
    .replace('</head>', (end) => `  ${head}\n  ${end}`)
    .replace('<div id="app">', () => `<div id="app" data-page="${name}">${html.slice(head.length)}`);
}

export function withChunk(page: string, output: Output, name: string): string {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const chunksToPreload = new Set<Rolldown.OutputChunk>();
  const add = (fileName: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || chunk.isEntry || chunksToPreload.has(chunk)) return;
    chunksToPreload.add(chunk);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of chunks.values()) if (chunk.name === name) add(chunk.fileName);
  if (chunksToPreload.size === 0) throw new Error(`The build has no chunk ${name}`);
  const scripts = [...chunksToPreload].map(({ fileName }) => fileName).filter((fileName) => !page.includes(fileName));
  const styles = new Set([...chunksToPreload].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  const links = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].filter((file) => !page.includes(file)).map((file) => `<link rel="stylesheet" href="/${file}">`),
  ];
  return page.replace('</head>', (end) => `  ${links.join('')}\n  ${end}`);
}
