import { StrictMode, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { OfflineNotice } from '../shell/offline-notice.tsx';
import { AppRoutes } from '../routes.tsx';

/** The app inside a router: the browser's, or at build time a static one. */
export function App({ router }: { router: (routes: ReactNode) => ReactNode }) {
  return (
    <StrictMode>
      {router(<Screens />)}
      <OfflineNotice />
    </StrictMode>
  );
}

function Screens() {
  return (
    <ErrorBoundary address={useLocation().pathname}>
      <AppRoutes />
    </ErrorBoundary>
  );
}
