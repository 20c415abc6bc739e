import '../theme.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { loadToaster } from '../components/toast.ts';
import { prepareScreen } from '../routes.tsx';

const app = <App router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />;

async function start() {
  const root = document.getElementById('app');
  if (root === null) throw new Error('index.html has no #app');
  const { pathname } = window.location;
  // A screen that cannot be fetched is told by the app, where it would stand.
  await prepareScreen(pathname).catch(() => undefined);
  // The build has drawn some addresses beforehand. What it drew for another one than this is of no use here.
  if (root.dataset['page'] === '*' || root.dataset['page'] === pathname) {
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
