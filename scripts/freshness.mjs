import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string | string[], cpu?: string | string[],
 *   libc?: string | string[] }} LockEntry
 */

/** @param {string} root */
export function dependenciesAreFresh(root) {
  const { packages: locked } = readJson(join(root, 'package-lock.json'));
  const { packages: installed } = readJson(join(root, 'node_modules', '.package-lock.json'));
  // npm writes the second file last: without it, an install was interrupted.
  if (!locked || !installed) return false;

  for (const [location, entry] of Object.entries(locked)) {
    if (location === '') continue;
    const present = installed[location];
    if (!present && mayBeAbsent(entry)) continue;
    if (present?.version !== entry.version || present?.integrity !== entry.integrity) return false;
  }
  // Folders can be deleted by hand, and `npm install --package-lock-only` changes npm's record without installing.
  return Object.entries(installed).every(
    ([location, { version }]) =>
      location in locked && readJson(join(root, location, 'package.json')).version === version,
  );
}

/** @param {string} root */
export function webIsFresh(root) {
  const builtAt = changedAt(join(root, 'dist', 'index.html'));
  if (builtAt === undefined) return false;
  return webSources(root).every((path) => (changedAt(path) ?? 0) <= builtAt);
}

/** @param {string} root */
function webSources(root) {
  const files = ['vite.config.ts', 'package.json', 'package-lock.json'];
  // A deleted file changes only its folder's time.
  const folders = ['web', 'contract'].filter((folder) => existsSync(join(root, folder)));
  const inside = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).map((name) => join(folder, name)),
  );
  return [...files, ...folders, ...inside]
    .filter((path) => !path.endsWith('.tsbuildinfo'))
    .map((path) => join(root, path));
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * @param {string} path
 * @returns {{ version?: string, packages?: Record<string, LockEntry> }}
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {LockEntry} entry */
function mayBeAbsent(entry) {
  if (!entry.optional) return false;
  // npm ignores a failed download of an optional package. Finding out this system's C library takes too long.
  const forThisSystem = [entry.os].flat().includes(process.platform) && [entry.cpu].flat().includes(process.arch);
  return !forThisSystem || entry.libc !== undefined;
}
