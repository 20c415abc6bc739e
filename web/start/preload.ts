/** Screens that are fetched ahead by another one, before the address says that they are wanted. */
export const loadDashboard = () => import('../screens/dashboard/dashboard.tsx');
export const loadLogIn = () => import('../screens/login.tsx');

/** Fetches the dashboard while a person types their password. Its failure is told when it is needed. */
export function preloadDashboard() {
  loadDashboard().catch(() => undefined);
}

/** Fetches the login while a person looks at their dashboard. Its failure is told when it is needed. */
export function preloadLogIn() {
  loadLogIn().catch(() => undefined);
}
