import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Toaster } from './components/toaster.tsx';
import { AppRoutes } from './routes.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

// The toasts stand beside the app: an open dialog makes the app inert, and its toasts must stay within reach.
createRoot(root).render(
  <StrictMode>
    <div id="app">
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </div>
    <Toaster />
  </StrictMode>,
);
