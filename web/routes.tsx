import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { LogIn } from './screens/login.tsx';
import { NotFound } from './screens/not-found.tsx';
import { SignUp } from './screens/signup.tsx';

const loadDashboard = () => import('./screens/dashboard/dashboard.tsx');
const Dashboard = lazy(async () => ({ default: (await loadDashboard()).Dashboard }));

/** The map of the app: address → who may see it → screen. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<VisitorsOnly />}>
        <Route path="/" element={<SignUp />} />
        <Route path="/login" element={<LogIn />} />
      </Route>
      <Route element={<SignedInOnly />}>
        <Route
          path="/dashboard"
          element={
            <Suspense>
              <Dashboard />
            </Suspense>
          }
        />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
