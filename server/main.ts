import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Must precede all imports. The folder is our own, because whoever can write it controls the code that runs here.
// NODE_COMPILE_CACHE selects another.
enableCompileCache({ directory: resolve(import.meta.dirname, '../node_modules/.cache/trilha') });

await import('./serve.ts');
