import { useRoutes } from 'react-router';
import { PAGE_NAMES, PAGES, type Audience } from '#contract/pages.ts';
import { UsersOnly, VisitorsOnly } from './guards.tsx';
import { NotFound } from './screens/not-found.tsx';
import { screens } from './start/screens.ts';

/** The map of the app: address → who may see it → screen. */
export function AppRoutes() {
  return useRoutes([
    { element: <VisitorsOnly />, children: routesFor('visitors') },
    { element: <UsersOnly />, children: routesFor('users') },
    ...routesFor('anyone'),
    { path: '*', element: <NotFound /> },
  ]);
}

function routesFor(audience: Audience) {
  return PAGE_NAMES.filter((name) => PAGES[name].audience === audience).map((name) => {
    const Screen = screens[name];
    return { path: PAGES[name].path, element: <Screen /> };
  });
}
