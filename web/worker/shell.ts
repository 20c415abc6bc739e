import { START } from '#contract/pages.ts';

/** Set by the build: a hash of the shell, and the paths of its files. */
declare const SHELL_VERSION: string;
declare const SHELL_FILES: readonly string[];

const PREFIX = 'shell-';
const SHELL = PREFIX + SHELL_VERSION;
// Its boot script chooses the screen, so it opens every address of the app.
const PAGE = START.users.path;

export async function storeShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.addAll([new Request(PAGE, { cache: 'reload' }), ...SHELL_FILES]);
}

export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function isShellFile(path: string): boolean {
  return SHELL_FILES.includes(path);
}

export async function findInShell(request: Request | string): Promise<Response | undefined> {
  const shell = await caches.open(SHELL);
  return shell.match(request);
}

export async function shellPage(): Promise<Response> {
  return (await findInShell(PAGE)) ?? Response.error();
}
