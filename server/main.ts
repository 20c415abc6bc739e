import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Must precede all imports. Whoever can write to the folder controls the code that runs here, so it is our own.
enableCompileCache({ directory: resolve(import.meta.dirname, '../node_modules/.cache/trilha') });

await import('./serve.ts');
