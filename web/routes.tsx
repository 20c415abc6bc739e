import { Route, Routes } from 'react-router';
import { PAGES, type Audience, type PageName } from '#contract/pages.ts';
import { UsersOnly, VisitorsOnly } from './guards.tsx';
import { NotFound } from './screens/not-found.tsx';
import { screens } from './start/screens.ts';

/** The map of the app: address → who may see it → screen. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<VisitorsOnly />}>{routesFor('visitors')}</Route>
      <Route element={<UsersOnly />}>{routesFor('users')}</Route>
      {routesFor('anyone')}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

function routesFor(audience: Audience) {
  const names = Object.keys(PAGES) as PageName[];
  return names
    .filter((name) => PAGES[name].audience === audience)
    .map((name) => {
      const Screen = screens[name];
      return <Route key={name} path={PAGES[name].path} element={<Screen />} />;
    });
}
