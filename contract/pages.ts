export type Page = {
  /** `:name` stands for one segment. */
  path: string;
  audience: 'visitors' | 'users' | 'anyone';
  chunk: string;
};

/** All pages, by name. Router, boot script, build and server read this table. */
export const PAGES = {
  signup: { path: '/', audience: 'visitors', chunk: 'visitors' },
  login: { path: '/login', audience: 'visitors', chunk: 'visitors' },
  dashboard: { path: '/dashboard', audience: 'users', chunk: 'dashboard' },
  profile: { path: '/perfil', audience: 'users', chunk: 'profile' },
  account: { path: '/conta', audience: 'users', chunk: 'account' },
  evolution: { path: '/perfil/evolucao', audience: 'users', chunk: 'evolution' },
  classes: { path: '/turmas', audience: 'users', chunk: 'classes' },
  class: { path: '/turmas/:id', audience: 'users', chunk: 'classes' },
  invitation: { path: '/turma/:code', audience: 'anyone', chunk: 'classes' },
  reset: { path: '/redefinir-senha', audience: 'anyone', chunk: 'reset' },
  accessibility: { path: '/acessibilidade', audience: 'anyone', chunk: 'texts' },
  privacy: { path: '/privacidade', audience: 'anyone', chunk: 'texts' },
} as const satisfies Record<string, Page>;
export type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

export const DOCS_PATH = '/docs';
export const PEOPLE_PATH = '/pessoas';

/** First segments of the API's paths. Vite's proxy and robots.txt read them. */
export const API_PATHS = ['/users', '/sessions', '/password-resets', '/profile', '/classes', '/openapi.json'];

/** Stands for the server's origin in built pages whose link preview needs absolute URLs. */
export const ORIGIN = '{origin}';

export const START = { visitors: PAGES.login, users: PAGES.dashboard } as const;

export function pageAt(address: string): PageName | undefined {
  return PAGE_NAMES.find((name) => new RegExp(`^${PAGES[name].path.replace(/:\w+/, '[^/]+')}/*$`).test(address));
}

export function fileOf({ path }: Page): string {
  return `${path.slice(1).replaceAll(/\/:?/g, '-') || 'index'}.html`;
}
