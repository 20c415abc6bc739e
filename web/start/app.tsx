import { StrictMode } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { OfflineNotice } from '../shell/offline-notice.tsx';
import { AppRoutes } from '../routes.tsx';

export function App() {
  const [address] = useLocation();
  return (
    <StrictMode>
      <ErrorBoundary address={address}>
        <AppRoutes />
      </ErrorBoundary>
      <OfflineNotice />
    </StrictMode>
  );
}
