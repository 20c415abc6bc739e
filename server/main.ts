import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Before anything else is loaded: what Node has made of the files is read back at the next start. No common folder, for
// whoever can write it decides what runs here. NODE_COMPILE_CACHE names another, and saves this file from being compiled.
enableCompileCache({ directory: resolve(import.meta.dirname, '../node_modules/.cache/trilha') });

await import('./serve.ts');
