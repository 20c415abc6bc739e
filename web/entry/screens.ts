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
} satisfies Record<PageName, unknown>;

export async function prepareScreen(address: string): Promise<void> {
  const name = pageAt(address);
  if (name !== undefined) await screens[name].prepare();
}

export function isPrepared(address: string): boolean {
  const name = pageAt(address);
  return name === undefined || screens[name].isPrepared();
}

export function prefetchScreen(name: PageName): void {
  screens[name].prepare().catch(() => undefined);
}
