import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './set-up.mjs';

// What Portuguese is written with. A name in another language's letters has the whole font fetched besides.
const ASCII = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('');
const LETTERS = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü';
const SIGNS = '\u00A0“”‘’–—…·ªº°€';

const source = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const subset = await subsetFont(readFileSync(source), ASCII + LETTERS + SIGNS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(join(root, 'web', 'assets', 'inter.woff2'), subset);
console.log(`web/assets/inter.woff2: ${subset.length.toLocaleString('en')} bytes`);
