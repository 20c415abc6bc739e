import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Before anything else is loaded: the next start reads back what Node makes of the files. Whoever can write the folder
// decides what runs here, so it is our own. NODE_COMPILE_CACHE names another.
enableCompileCache({ directory: resolve(import.meta.dirname, '../node_modules/.cache/trilha') });

await import('./serve.ts');
