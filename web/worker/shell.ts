import { START } from '#contract/pages.ts';

/** Set by the build: a hash of the shell, and the paths of its files, each with its digest. */
declare const SHELL_VERSION: string;
declare const SHELL_FILES: Readonly<Record<string, string>>;

const PREFIX = 'shell-';
const SHELL = PREFIX + SHELL_VERSION;
// Its boot script chooses the screen, so it opens every address of the app.
const PAGE = START.users.path;

export async function storeShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  // A file that a proxy has replaced would otherwise break the app until the next build.
  const files = Object.entries(SHELL_FILES).map(([path, integrity]) => new Request(path, { integrity }));
  await shell.addAll([new Request(PAGE, { cache: 'reload' }), ...files]);
}

export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function isShellFile(path: string): boolean {
  return Object.hasOwn(SHELL_FILES, path);
}

/** Undefined also if the browser cannot read its cache. */
export function findInShell(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { cacheName: SHELL }).catch(() => undefined);
}

export async function shellPage(): Promise<Response> {
  return (await findInShell(PAGE)) ?? Response.error();
}
