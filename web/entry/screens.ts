import { pageAt, type PageName } from '#contract/pages.ts';
import { prefetched } from '../loading/prefetched.tsx';

export const screens = {
  signup: prefetched(async () => (await import('../screens/signup.tsx')).SignUp),
  login: prefetched(async () => (await import('../screens/login.tsx')).LogIn),
  reset: prefetched(async () => (await import('../screens/reset.tsx')).Reset),
  dashboard: prefetched(async () => (await import('../screens/dashboard/dashboard.tsx')).Dashboard),
  profile: prefetched(async () => (await import('../screens/profile/profile.tsx')).Profile),
  account: prefetched(async () => (await import('../screens/profile/account/account.tsx')).Account),
  evolution: prefetched(async () => (await import('../screens/evolution/evolution.tsx')).Evolution),
  classes: prefetched(async () => (await import('../screens/classes/classes.tsx')).Classes),
  class: prefetched(async () => (await import('../screens/classes/class.tsx')).ClassScreen),
  invitation: prefetched(async () => (await import('../screens/classes/invitation.tsx')).Invitation),
  accessibility: prefetched(async () => (await import('../screens/accessibility.tsx')).Accessibility),
  privacy: prefetched(async () => (await import('../screens/privacy.tsx')).Privacy),
  missing: prefetched(async () => (await import('../screens/not-found.tsx')).NotFound),
} satisfies Record<PageName | 'missing', unknown>;

export function screenAt(address: string) {
  return screens[pageAt(address) ?? 'missing'];
}

export async function prepareScreen(address: string): Promise<void> {
  await screenAt(address).prepare();
}

export function prefetchScreen(name: PageName): void {
  screens[name].prepare().catch(() => undefined);
}
