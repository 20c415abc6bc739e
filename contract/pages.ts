/** Who a page is for: somebody without a session, somebody with one, or both. */
export type Audience = 'visitors' | 'users' | 'anyone';
export type Page = {
  path: string;
  audience: Audience;
  /** The chunk of its screen: the page's own name, or another page's to share a chunk with it. */
  chunk: string;
};

/**
 * Every page of the web app, by the name of its file or folder in `web/screens/`. The router, the boot script, the
 * build and the server all read this table.
 */
export const PAGES = {
  signup: { path: '/', audience: 'visitors', chunk: 'visitors' },
  login: { path: '/login', audience: 'visitors', chunk: 'visitors' },
  dashboard: { path: '/dashboard', audience: 'users', chunk: 'dashboard' },
  profile: { path: '/perfil', audience: 'users', chunk: 'profile' },
  evolution: { path: '/perfil/evolucao', audience: 'users', chunk: 'evolution' },
  reset: { path: '/redefinir-senha', audience: 'anyone', chunk: 'reset' },
  accessibility: { path: '/acessibilidade', audience: 'anyone', chunk: 'texts' },
  privacy: { path: '/privacidade', audience: 'anyone', chunk: 'texts' },
} as const satisfies Record<string, Page>;
export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The page to read and try the API: a build of its own, which shares no script with the web app. */
export const DOCS_PATH = '/docs';

/** Where somebody who asks for the other audience's page is sent. */
export const START = { visitors: PAGES.login, users: PAGES.dashboard } as const;

/** The name of the page at an address, or undefined; as for the router, a trailing slash makes no difference. */
export function pageAt(address: string): PageName | undefined {
  const path = address.replace(/\/+$/, '') || '/';
  return PAGE_NAMES.find((name) => PAGES[name].path === path);
}

/** The file that the build writes for a page. */
export function fileOf({ path }: Page): string {
  return `${path.slice(1).replaceAll('/', '-') || 'index'}.html`;
}
