import '../fonts.css';
import '../theme.css';
import './font.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { pageAt } from '#contract/pages.ts';
import { App } from './app.tsx';
import { loadToaster } from '../components/toast.ts';
import { prepareScreen } from './screens.ts';

const app = <App />;

async function start() {
  const root = document.getElementById('app');
  if (root === null) throw new Error('index.html has no #app');
  const { pathname } = window.location;
  // The screen itself shows that its chunk could not be fetched.
  await prepareScreen(pathname).catch(() => undefined);
  // Only what the build drew for this very page can be hydrated; 404.html names no page.
  if (root.dataset['page'] === (pageAt(pathname) ?? '')) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  document.documentElement.classList.remove('moved');
}

void start();

// No toast comes before the first touch.
for (const touch of ['pointerdown', 'keydown', 'focusin']) {
  window.addEventListener(touch, () => void loadToaster().catch(() => undefined), { once: true, capture: true });
}
