import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPackages } from './borrowed-packages.ts';
import { exitOnProblem, root } from './set-up.mjs';

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>;

// Portuguese only. For other characters the browser fetches the whole font as well.
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const LETTERS = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü';
const SIGNS = '\u00A0“”‘’–—…·ªº°€';
const OPTIONS = { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } };

await exitOnProblem(() =>
  withPackages(['subset-font@2.9.0'], async (require) => {
    const subsetFont = require('subset-font') as SubsetFont;
    const source = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
    const subset = await subsetFont(readFileSync(fileURLToPath(source)), ASCII + LETTERS + SIGNS, OPTIONS);
    writeFileSync(join(root, 'web', 'assets', 'inter.woff2'), subset);
    console.log(`web/assets/inter.woff2: ${subset.length.toLocaleString('en')} bytes`);
  }),
);
