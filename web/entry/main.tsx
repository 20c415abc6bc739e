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
  await prepareScreen(pathname).catch(() => undefined);
  // Hydrates only the HTML that was prerendered for this page. 404.html has an empty page name.
  if (root.dataset['page'] === (pageAt(pathname) ?? '')) {
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  document.documentElement.classList.remove('moved');
}

void start();

for (const event of ['pointerdown', 'keydown', 'focusin']) {
  window.addEventListener(event, () => void loadToaster().catch(() => undefined), { once: true, capture: true });
}
