import { Fragment, StrictMode } from 'react';
import { pageAt, PAGES } from '#contract/pages.ts';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { PrefetchContext } from '../loading/prefetched.tsx';
import { PageNotice } from '../shell/page-notice.tsx';
import { UsersOnly, VisitorsOnly } from './guards.tsx';
import { useScreenAddress } from './screen-address.ts';
import { prefetchScreen, screens } from './screens.ts';

export function App() {
  const { address, visit, pending } = useScreenAddress();
  return (
    <StrictMode>
      <ErrorBoundary key={visit}>
        <PrefetchContext value={prefetchScreen}>
          <AppRoutes address={address} />
        </PrefetchContext>
      </ErrorBoundary>
      <PageNotice pending={pending} />
    </StrictMode>
  );
}

const GUARDS = { visitors: VisitorsOnly, users: UsersOnly, anyone: Fragment };

function AppRoutes({ address }: { address: string }) {
  const name = pageAt(address);
  const Guard = GUARDS[name === undefined ? 'anyone' : PAGES[name].audience];
  const Screen = screens[name ?? 'missing'];
  return (
    <Guard>
      <Screen />
    </Guard>
  );
}
