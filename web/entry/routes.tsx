import { Fragment } from 'react';
import { pageAt, PAGES } from '#contract/pages.ts';
import { UsersOnly, VisitorsOnly } from './guards.tsx';
import { NotFound } from '../screens/not-found.tsx';
import { screens } from './screens.ts';

const GUARDS = { visitors: VisitorsOnly, users: UsersOnly, anyone: Fragment };

export function AppRoutes({ address }: { address: string }) {
  const name = pageAt(address);
  if (name === undefined) return <NotFound />;
  const Guard = GUARDS[PAGES[name].audience];
  const Screen = screens[name];
  return (
    <Guard>
      <Screen />
    </Guard>
  );
}
