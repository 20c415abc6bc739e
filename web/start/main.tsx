import '../theme.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { pageAt } from '#contract/pages.ts';
import { App } from './app.tsx';
import { loadToaster } from '../components/toast.ts';
import { prepareScreen } from './screens.ts';

const app = <App router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />;

async function start() {
  const root = document.getElementById('app');
  if (root === null) throw new Error('index.html has no #app');
  const { pathname } = window.location;
  // A screen that cannot be fetched is told by the app, where it would stand.
  await prepareScreen(pathname).catch(() => undefined);
  // Only what the build has drawn for this very page can be taken over; the page for no address names none.
  if (root.dataset['page'] === (pageAt(pathname) ?? '')) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  document.documentElement.classList.remove('moved');
}

void start();

// Nothing is told to a person who has not touched the page yet, so that is soon enough.
for (const touch of ['pointerdown', 'keydown', 'focusin']) {
  window.addEventListener(touch, () => void loadToaster().catch(() => undefined), { once: true, capture: true });
}
