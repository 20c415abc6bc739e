import { StrictMode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { PageNotice } from '../shell/page-notice.tsx';
import { AppRoutes } from './routes.tsx';
import { useScreenAddress } from './screen-address.ts';

export function App() {
  const { address, visit, pending } = useScreenAddress();
  return (
    <StrictMode>
      <ErrorBoundary address={address}>
        <AppRoutes key={visit} address={address} />
      </ErrorBoundary>
      <PageNotice pending={pending} />
    </StrictMode>
  );
}
