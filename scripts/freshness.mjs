import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string | string[], cpu?: string | string[],
 *   libc?: string | string[] }} LockEntry
 */

/**
 * Whether node_modules is exactly what package-lock.json asks of this machine. npm writes its own record last: where
 * node_modules/.package-lock.json is missing or torn, an install was interrupted.
 * @param {string} root
 */
export function dependenciesAreFresh(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;

  for (const [location, entry] of Object.entries(wanted)) {
    if (location === '') continue;
    const found = installed[location];
    if (!found && mayBeAbsent(entry)) continue;
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) return false;
  }
  // A folder may have been deleted by hand, and `npm install --package-lock-only` rewrites the record, too.
  return Object.entries(installed).every(
    ([location, { version }]) => location in wanted && versionIn(join(root, location)) === version,
  );
}

/**
 * Whether dist/ is newer than everything it is built from.
 * @param {string} root
 */
export function webIsFresh(root) {
  const builtAt = changedAt(join(root, 'dist', 'index.html'));
  if (builtAt === undefined) return false;
  return webSources(root).every((path) => (changedAt(path) ?? 0) <= builtAt);
}

/** @param {string} root */
function webSources(root) {
  const files = ['vite.config.ts', 'package.json', 'package-lock.json'];
  // Folders, too: only a folder's time tells that a file was deleted.
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
 * @returns {Record<string, LockEntry> | undefined}
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/**
 * npm reports no failed download of an optional package, so one for this system must be there. One that is bound to a C
 * library need not: which library this system has is expensive to find out.
 * @param {LockEntry} entry
 */
function mayBeAbsent(entry) {
  if (!entry.optional) return false;
  const forThisSystem = [entry.os].flat().includes(process.platform) && [entry.cpu].flat().includes(process.arch);
  return !forThisSystem || entry.libc !== undefined;
}
