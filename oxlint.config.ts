import type { OxlintConfig } from 'oxlint';

/** Names for what several walls allow. `*` is any package, `!` excludes. */
export const GROUPS: Record<string, string[]> = {
  'packages except SQL': ['*', '!{kysely,pg}'],
  'browser packages': ['*', '!{node:*,fastify*,@fastify,kysely,pg}'],
  'server parts': ['server/*.ts', '!server/{app,config,main,serve}.ts'],
  queries: ['server/database/', '!server/database/{migrations,postgres,sqlite}/'],
  'web parts': ['web/*.ts', 'web/{assets,components,loading}/'],
};

/**
 * Lists the folders, files, packages and groups that the files of a folder may import. `*` in place of a folder is the importing
 * file's own. A file obeys the last row that matches it. CONTRIBUTING.md repeats both tables.
 */
export const WALLS: Array<{ from: string; to: string[] }> = [
  { from: 'contract/', to: ['contract/', 'zod/mini'] },
  {
    from: 'server/',
    to: ['contract/', 'server parts', 'server/{accounts,http,load}/', 'queries', 'packages except SQL'],
  },
  { from: 'server/{app,main,serve}.ts', to: ['contract/', 'server/', 'packages except SQL'] },
  {
    from: 'server/http/',
    to: ['contract/', 'server parts', 'server/{http,load}/', 'queries', 'packages except SQL'],
  },
  { from: 'server/load/', to: ['contract/', 'server parts', 'server/load/', 'packages except SQL'] },
  {
    from: 'server/{accounts,images,openapi,public,resume}/',
    to: [
      'contract/',
      'server parts',
      'server/{accounts,images,openapi,public,resume}/',
      'server/load/{clients,continuations,limits,priorities,queue}.ts',
      'server/http/{content-security-policy,html-response}.ts',
      'queries',
      'packages except SQL',
    ],
  },
  {
    from: 'server/accounts/{passwords,tokens}.ts',
    to: ['server/load/{clients,continuations,limits,queue}.ts', 'node:*'],
  },
  {
    from: 'server/routes/',
    to: [
      'contract/',
      'server parts',
      'server/{accounts,images,public,resume}/',
      'server/load/{clients,fairness,limits,load-shedding,queue}.ts',
      'server/http/{content-security-policy,etag,headers}.ts',
      'queries',
      '{fastify,fastify-type-provider-zod,@fastify/multipart,zod/mini}',
    ],
  },
  { from: 'server/database/', to: ['contract/', 'queries', 'server/load/continuations.ts', 'kysely', 'node:*'] },
  { from: 'server/database/open.ts', to: ['contract/', 'server/database/', 'kysely', 'node:*'] },
  {
    from: 'server/database/sqlite/',
    to: [
      'contract/',
      'queries',
      'server/database/sqlite/',
      'server/load/{clients,continuations,limits,queue}.ts',
      'kysely',
      'node:*',
    ],
  },
  {
    from: 'server/database/postgres/',
    to: [
      'contract/',
      'queries',
      'server/database/postgres/',
      'server/load/{clients,continuations,limits,queue}.ts',
      'kysely',
      'node:*',
      'pg',
    ],
  },
  { from: 'web/', to: ['contract/', 'web parts', 'browser packages'] },
  { from: 'web/loading/', to: ['contract/', 'web/loading/', 'react'] },
  { from: 'web/components/', to: ['web/{assets,components}/', '{react,react-dom}'] },
  {
    from: 'web/{evolution,public-page}/',
    to: [
      'contract/',
      'web/*.{css,ts}',
      '!web/{api,call,session}.ts',
      'web/{components,evolution,public-page}/',
      'browser packages',
    ],
  },
  { from: 'web/shell/', to: ['contract/', 'web parts', 'web/shell/', 'browser packages'] },
  {
    from: 'web/screens/',
    to: ['contract/', 'web parts', 'web/{evolution,shell}/', 'web/screens/*/', 'web/screens/*.css', 'browser packages'],
  },
  { from: 'web/entry/', to: ['contract/', 'web parts', 'web/*.css', 'web/{entry,screens,shell}/', 'browser packages'] },
  { from: 'web/build/', to: ['contract/pages.ts', 'web/build/', '{node:*,vite}'] },
  { from: 'web/worker/', to: ['contract/pages.ts', 'web/worker/'] },
  { from: 'scripts/', to: ['contract/', 'server/', 'scripts/', 'web/build/', '*'] },
  { from: 'conform/', to: ['conform/', '{node:*,@playwright/test}'] },
  {
    from: 'conform/main.ts',
    to: ['conform/', 'scripts/{running-server.ts,set-up.mjs}', 'scripts/browser/', '{node:*,@playwright/test}'],
  },
];

/** `a/{b,c}/` → `a/b/`, `a/c/`. */
function expand(path: string): string[] {
  const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names === '' ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
}

const climb = (levels: number) => (levels === 0 ? './' : '../'.repeat(levels));

/** The specifiers by which a file of a folder imports a target, each with the levels that it climbs. */
function specifiersOf(folder: string[], target: string): Array<{ levels: number; glob: string }> {
  const path = target.split('/');
  const shared = path.findIndex((name, index) => name !== folder[index]);
  const rest = path.slice(shared).join('/');
  const levels = folder.length - shared;
  // The own folder of a file that is not in one.
  if (rest.includes('*/')) return [];
  if (rest !== '') return [{ levels, glob: `${climb(levels)}${rest}${rest.endsWith('/') ? '**' : ''}` }];
  return Array.from({ length: levels + 1 }, (_, up) => ({ levels: up, glob: `${climb(up)}**` }));
}

/** Patterns for `no-restricted-imports`, where the last match counts: everything is refused, then `to` is allowed. */
function patternsOf(folder: string[], to: string[]): string[] {
  const byLevel: string[][] = [[], ...folder].map((_, levels) => [`${climb(levels)}**`]);
  const patterns = ['**'];
  for (const [, not = '', name = ''] of to
    .flatMap((entry) => GROUPS[entry] ?? entry)
    .flatMap(expand)
    .map((entry) => /^(!?)(.*)$/.exec(entry) ?? [])) {
    const sign = not === '' ? '!' : '';
    const isPackage = !/^(contract|server|web|scripts|conform)\//.test(name);
    if (isPackage) patterns.push(`${sign}${name}`, `${sign}${name}/**`);
    else if (name.startsWith('contract/') && folder[0] !== 'contract')
      patterns.push(`${sign}#${name}${name.endsWith('/') ? '**' : ''}`);
    else for (const { levels, glob } of specifiersOf(folder, name)) byLevel[levels]?.push(`${sign}${glob}`);
  }
  return [...patterns, ...byLevel.flat()];
}

/** A rule for each depth below the wall's folder: the specifier of a file depends on where it is imported from. */
function overridesOf({ from, to }: (typeof WALLS)[number]) {
  return expand(from).flatMap((place) =>
    (place.endsWith('/') ? ['*', '*/*', '*/*/*'] : ['']).map((inside) => {
      const files = [`${place}${inside}`];
      const folder = `${place}${inside}`.split('/').slice(0, -1);
      const pattern = { group: patternsOf(folder, to), message: `${from} may import ${to.join(', ')}.` };
      return { files, rules: { 'no-restricted-imports': ['error', { patterns: [pattern] }] } };
    }),
  ) satisfies OxlintConfig['overrides'];
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'react', 'jsx-a11y', 'promise', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { es2024: true },
  ignorePatterns: ['dist', 'data', 'test-results', 'playwright-report', 'conform-report'],
  rules: {
    eqeqeq: 'error',
    'no-console': 'error',
    'no-else-return': 'error',
    'no-nested-ternary': 'error',
    'no-param-reassign': 'error',
    'prefer-const': 'error',
    'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    'import/no-duplicates': ['error', { preferInline: true }],
  },
  overrides: [
    ...WALLS.flatMap(overridesOf),
    {
      files: ['*.config.ts', 'scripts/**', 'conform/**', 'test/**'],
      rules: { 'import/no-default-export': 'off', 'no-console': 'off' },
    },
    // A function that runs in the page under test cannot use what is outside of it.
    { files: ['conform/**'], rules: { 'unicorn/consistent-function-scoping': 'off' } },
    { files: ['test/**'], rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
  ],
} satisfies OxlintConfig;
