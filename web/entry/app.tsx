import { StrictMode } from 'react';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { PrefetchContext } from '../loading/prefetched.tsx';
import { PageNotice } from '../shell/page-notice.tsx';
import { AppRoutes } from './routes.tsx';
import { useScreenAddress } from './screen-address.ts';
import { prefetchScreen } from './screens.ts';

export function App() {
  const { address, visit, pending } = useScreenAddress();
  return (
    <StrictMode>
      <ErrorBoundary address={address}>
        <PrefetchContext value={prefetchScreen}>
          <AppRoutes key={visit} address={address} />
        </PrefetchContext>
      </ErrorBoundary>
      <PageNotice pending={pending} />
    </StrictMode>
  );
}
