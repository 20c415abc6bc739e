import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';

// Must precede all imports. The folder is the project's own: anyone who can write to it can run code here.
enableCompileCache({ directory: resolve(import.meta.dirname, '../node_modules/.cache/trilha') });

await import('./serve.ts');
