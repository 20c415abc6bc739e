import { pageAt, PAGES, START } from '#contract/pages.ts';
import { readUser } from '../api.ts';
import { returnHere } from '../way-back.ts';
import { readStoredSession } from '../loading/stored-session.ts';

// The build inlines this script in each page's head: it runs before the first paint.

const session = readStoredSession();
const page = pageAt(location.pathname);

if (session && page && PAGES[page].audience === 'visitors') moveTo(START.users.path);
if (!session && page && PAGES[page].audience === 'users') moveTo(START.visitors.path, returnHere());

// Hides a prerendered part that the app replaces: the form that requests a reset link, an invitation's links to the login.
if ((page === 'reset' && location.hash !== '') || (page === 'invitation' && session))
  document.documentElement.classList.add('moved');

function moveTo(path: string, state: object | null = null) {
  history.replaceState(state, '', path);
  document.documentElement.classList.add('moved');
}

// If the app's script fails to load, no other code can report it.
function reportScriptError({ target }: ErrorEvent) {
  if (!(target instanceof HTMLScriptElement)) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page from the HTTP cache may reference scripts that a deploy has removed. Pages of the service worker do not.
  if (navigation?.transferSize === 0 && navigation.workerStart === 0 && navigator.onLine) location.reload();
  const message = document.createElement('p');
  message.textContent = 'Não foi possível carregar a Trilha. Recarregue a página.';
  document.querySelector('#toasts [role="alert"]')?.append(message);
}

addEventListener('error', reportScriptError, true);

let submitted: HTMLFormElement | undefined;

// Before hydration a native submit would reload the page and lose the input. `release` submits the form later.
function deferSubmit(event: SubmitEvent) {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) submitted = event.target;
}

function followLink(event: MouseEvent) {
  const path = event.target instanceof Element && event.target.closest<HTMLElement>('[data-to]')?.dataset['to'];
  if (!path) return;
  // Unlike `location.assign`, keeps the way back.
  history.pushState(page === 'invitation' ? returnHere() : history.state, '', path);
  location.reload();
}

document.addEventListener('submit', deferSubmit, true);
document.addEventListener('click', followLink);

const early: NonNullable<typeof window.early> = {
  release() {
    document.removeEventListener('submit', deferSubmit, true);
    document.removeEventListener('click', followLink);
    const form = submitted;
    submitted = undefined;
    form?.requestSubmit();
  },
};
window.early = early;

if (session && pageAt(location.pathname) === 'dashboard') {
  const promise = readUser(session.userId);
  early.userId = session.userId;
  early.user = promise;
  promise.then(
    (user) => early.user === promise && (early.user = user),
    () => undefined,
  );
}
