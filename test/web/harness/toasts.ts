import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { toast } from '../../../web/components/toast.ts';

declare global {
  interface Window {
    toasts: { toast: typeof toast };
  }
}

const WEB = resolve(import.meta.dirname, '../../../web');

/** Puts the toast component, built from its source, alone on an empty page, as `window.toasts`. */
export async function openToasts(page: Page) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: resolve(WEB, 'components/toast.ts'), formats: ['iife'], name: 'toasts' } },
  });
  await page.setContent('<div id="toasts"><div role="status"></div><div role="alert"></div></div>');
  await page.addStyleTag({ path: resolve(WEB, 'theme.css') });
  for (const file of [built].flat().flatMap((result) => ('output' in result ? result.output : []))) {
    if (file.type === 'chunk') await page.addScriptTag({ content: file.code });
    else await page.addStyleTag({ content: file.source.toString() });
  }
}
