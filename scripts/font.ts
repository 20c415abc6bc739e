import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './set-up.mjs';

// The letters of Portuguese. For a name in another language the browser fetches the whole font besides.
const ASCII = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('');
const LETTERS = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü';
const SIGNS = '\u00A0“”‘’–—…·ªº°€';

const require = createRequire(import.meta.url);
// The package brings no types.
const subsetFont = require('subset-font') as (font: Buffer, text: string, options: object) => Promise<Buffer>;
const source = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const subset = await subsetFont(readFileSync(source), ASCII + LETTERS + SIGNS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(join(root, 'web', 'assets', 'inter.woff2'), subset);
console.log(`web/assets/inter.woff2: ${subset.length.toLocaleString('en')} bytes`);
