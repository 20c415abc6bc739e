import { pageAt } from '#contract/pages.ts';
import { findInShell, isShellFile, removeOldShells, shellPage, storeShell } from './shell.ts';

// Answers only navigations and requests for files of the shell. Calls to the API always go to the network.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(storeShell().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  // Responds to every navigation: the browser would send any other one a second time, after its preload.
  if (event.request.mode === 'navigate') event.respondWith(openPage(event, pathname));
  else if (isShellFile(pathname)) event.respondWith(openFile(event.request));
});

async function activate() {
  await removeOldShells();
  // Requests a page while the worker starts.
  await self.registration.navigationPreload?.enable();
}

/** Network first, so that no page is older than the server's. */
async function openPage({ request, preloadResponse }: FetchEvent, path: string): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return pageAt(path) === undefined ? Response.error() : shellPage();
  }
}

async function openFile(request: Request): Promise<Response> {
  return (await findInShell(request)) ?? fetch(request);
}
