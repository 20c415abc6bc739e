import { pageAt, PAGES, START } from '#contract/pages.ts';
import { readUser } from '../api.ts';
import { comingFromHere } from '../way-back.ts';
import { readStoredSession } from './stored-session.ts';

// Inlined in each page: runs before the first paint.

const session = readStoredSession();
const page = pageAt(location.pathname);

// A page of the other audience is never painted.
if (session && page && PAGES[page].audience === 'visitors') moveTo(START.users.path);
if (!session && page && PAGES[page].audience === 'users') moveTo(START.visitors.path, comingFromHere());

// Who comes with a link to a new password is not told first to ask for one.
if (page === 'reset' && location.hash !== '') document.documentElement.classList.add('moved');

function moveTo(path: string, state: object | null = null) {
  history.replaceState(state, '', path);
  document.documentElement.classList.add('moved');
}

// Without the app's script nothing else would say why nothing works.
function tellOfLoss({ target }: ErrorEvent) {
  if (!(target instanceof HTMLScriptElement)) return;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page that the browser kept from before a deploy names scripts that are gone.
  if (arrival?.transferSize === 0 && navigator.onLine) location.reload();
  const line = document.createElement('p');
  line.textContent = 'Não foi possível carregar a Trilha. Recarregue a página.';
  document.querySelector('#toasts [role="alert"]')?.append(line);
}

addEventListener('error', tellOfLoss, true);

let submitted: HTMLFormElement | undefined;

// A native submit would leave the page and lose what was typed: the app sends it later.
function holdSubmit(event: SubmitEvent) {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) submitted = event.target;
}

function follow(event: MouseEvent) {
  const path = event.target instanceof Element && event.target.closest<HTMLElement>('[data-to]')?.dataset['to'];
  if (path) location.assign(path);
}

document.addEventListener('submit', holdSubmit, true);
document.addEventListener('click', follow);

const early: NonNullable<typeof window.early> = {
  release() {
    document.removeEventListener('submit', holdSubmit, true);
    document.removeEventListener('click', follow);
    const form = submitted;
    submitted = undefined;
    form?.requestSubmit();
  },
};
window.early = early;

if (session && pageAt(location.pathname) === 'dashboard') {
  const answer = readUser(session.userId);
  early.user = answer;
  answer.then(
    // By now the app may have taken the promise: then nothing is left here.
    (user) => early.user === answer && (early.user = user),
    // The screen that awaits the promise shows the failure.
    () => undefined,
  );
}
