import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Adds explicit compile hints: V8 compiles each script in `dist/assets` on a background thread while it downloads. */
export function compileAhead(dist: string): void {
  for (const file of readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))) {
    const path = join(dist, 'assets', file);
    writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
  }
}

export function compress(dist: string): void {
  const files = readdirSync(dist, { encoding: 'utf8', recursive: true });
  for (const file of files.filter((name) => /\.(html|js|css|svg)$/.test(name))) {
    const path = join(dist, file);
    const content = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
