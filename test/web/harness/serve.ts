import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { build, type InlineConfig } from 'vite';

const PROJECT = resolve(import.meta.dirname, '../../..');

/** Builds a page from the sources as they are, and lets the browser find it at an address that no server has. */
export async function serveBuilt(page: Page, origin: string, config: InlineConfig) {
  const built = await build({
    configFile: resolve(PROJECT, 'vite.config.ts'),
    logLevel: 'error',
    ...config,
    root: resolve(PROJECT, config.root ?? 'web'),
    build: { write: false, assetsInlineLimit: 0 },
  });
  if (!('output' in built)) throw new Error('Vite built more than one page, or watches');
  const files = new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : Buffer.from(file.source)]),
  );
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = files.get(pathname);
    const contentType = types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    if (body !== undefined) return route.fulfill({ body, contentType });
    return route.fulfill({ body: files.get('/index.html') ?? '', contentType: 'text/html; charset=utf-8' });
  });
}
