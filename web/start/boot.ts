import { readUser } from '../api.ts';
import { readStoredSession } from './stored-session.ts';

// Stands in the page itself and runs before anything is painted: what cannot wait for the app's script.

const session = readStoredSession();
const visitorsPage = ['/', '/login'].includes(location.pathname);
const signedInPage = ['/dashboard', '/perfil'].includes(location.pathname);

// Whoever has a session belongs on the dashboard, a visitor on the login; the page drawn for the other is not shown.
if (session && visitorsPage) moveTo('/dashboard');
if (!session && signedInPage) moveTo('/login');

function moveTo(address: string) {
  history.replaceState(null, '', address);
  document.documentElement.classList.add('moved');
}

let submitted: HTMLFormElement | undefined;

// Sent by the browser, a form would leave the page with what was typed; it is held until the app can send it.
function holdSubmit(event: SubmitEvent) {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) submitted = event.target;
}

function follow(event: MouseEvent) {
  const address = event.target instanceof Element && event.target.closest<HTMLElement>('[data-to]')?.dataset['to'];
  if (address) location.assign(address);
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

if (session && location.pathname === '/dashboard') {
  const answer = readUser(session.userId);
  early.user = answer;
  answer.then(
    // Unless the app has taken the promise by then.
    (user) => early.user === answer && (early.user = user),
    // Told where it is awaited.
    () => undefined,
  );
}
