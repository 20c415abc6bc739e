import { Route, Routes } from 'react-router';
import { fetched } from './start/prefetch.tsx';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { loadDashboard, loadLogIn } from './start/preload.ts';
import { NotFound } from './screens/not-found.tsx';

const SignUp = fetched(async () => (await import('./screens/signup.tsx')).SignUp);
const LogIn = fetched(async () => (await loadLogIn()).LogIn);
const Dashboard = fetched(async () => (await loadDashboard()).Dashboard);
const Profile = fetched(async () => (await import('./screens/profile/profile.tsx')).Profile);
const Accessibility = fetched(async () => (await import('./screens/accessibility.tsx')).Accessibility);
const Privacy = fetched(async () => (await import('./screens/privacy.tsx')).Privacy);

/** Fetches the screen of an address, so that it is there when it is first shown. */
export async function prepareScreen(address: string): Promise<void> {
  const screens: Record<string, { prepare: () => Promise<void> }> = {
    '/': SignUp,
    '/login': LogIn,
    '/dashboard': Dashboard,
    '/perfil': Profile,
    '/acessibilidade': Accessibility,
    '/privacidade': Privacy,
  };
  await screens[address]?.prepare();
}

/** The map of the app: address → who may see it → screen. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<VisitorsOnly />}>
        <Route path="/" element={<SignUp />} />
        <Route path="/login" element={<LogIn />} />
      </Route>
      <Route element={<SignedInOnly />}>
        <Route path="/dashboard" element={<Dashboard />} />
        <Route path="/perfil" element={<Profile />} />
      </Route>
      <Route path="/acessibilidade" element={<Accessibility />} />
      <Route path="/privacidade" element={<Privacy />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
