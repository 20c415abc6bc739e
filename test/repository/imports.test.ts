import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

type Diagnostic = { code: string; filename: string; labels: Array<{ span: { line: number } }> };

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'trilha-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** "place from" for each place and each of the modules that it imports. */
function list(imports: Record<string, string>): string[] {
  return Object.entries(imports).flatMap(([place, modules]) => modules.split(' ').map((from) => `${place} ${from}`));
}

const FORBIDDEN = list({
  'contract/a.ts': 'node:fs ../server/config.ts zod',
  'server/app.ts': '../web/api.ts ../test/helpers/make.ts ../scripts/size.ts',
  'server/http/a.ts': '../app.ts ../routes/users.ts',
  'server/accounts/a.ts': '../routes/users.ts ../config.ts',
  'server/accounts/passwords.ts': '../database/users.ts',
  'server/accounts/tokens.ts': 'fastify',
  'server/database/a.ts': 'fastify ../problems.ts ../routes/users.ts ./sqlite/dialect.ts ./postgres/dialect.ts pg',
  'server/database/security/a.ts': '../sqlite/dialect.ts',
  'server/database/sqlite/a.ts': 'pg ../../problems.ts',
  'server/database/postgres/a.ts': '../sqlite/dialect.ts',
  'server/database/migrations/a.ts': 'fastify',
  'server/routes/a.ts':
    './users.ts ../app.ts ../config.ts ../http/pages.ts ../database/sqlite/dialect.ts ../../web/api.ts',
  'web/api.ts': '../server/problems.ts ../scripts/size.ts node:fs',
  'web/components/a.tsx': '../api.ts ../session.ts #contract/user.ts ../shell/header.tsx ../screens/login.tsx',
  'web/components/forms/a.tsx': '../../api.ts ../../shell/header.tsx #contract/user.ts',
  'web/shell/a.tsx': '../screens/login.tsx ../routes.tsx',
  'web/screens/a.tsx':
    './login.tsx ./dashboard/b.tsx ./profile/account/b.tsx ../routes.tsx ../start/main.tsx ../../server/a.ts',
  'web/screens/dashboard/a.tsx':
    '../signup.tsx ../new-screen.tsx ../profile/section.tsx ../profile/account/details.tsx ../../guards.tsx',
  'web/screens/profile/account/a.tsx': '../../login.tsx ../../dashboard/greeting.tsx ../../../routes.tsx',
  'scripts/size.ts': '../web/api.ts',
  'scripts/bench/web.ts': '../../web/screens/login.tsx',
});

const ALLOWED = list({
  'contract/a.ts': './field-rules.ts zod/mini',
  'server/http/a.ts': '../problems.ts',
  'server/accounts/a.ts': '../database/sessions.ts',
  'server/accounts/passwords.ts': 'node:crypto ../queue.ts',
  'server/database/a.ts': '#contract/user.ts ./users.ts kysely',
  'server/database/open.ts': './sqlite/dialect.ts ./postgres/open.ts',
  'server/database/postgres/a.ts': '../failures.ts pg',
  'server/database/sqlite/a.ts': '../failures.ts node:sqlite',
  'server/routes/a.ts': '../database/users.ts ../accounts/visibility.ts ../problems.ts',
  'web/components/a.tsx': './button.tsx',
  'web/components/forms/a.tsx': './field.tsx ../button.tsx ../../assets/logo.svg',
  'web/shell/a.tsx': '../components/button.tsx',
  'web/screens/a.tsx': '../components/button.tsx ./a.module.css #contract/user.ts',
  'web/screens/dashboard/a.tsx': './own-user.ts ../../shell/header.tsx',
  'web/screens/profile/a.tsx': './account/details.tsx',
  'web/screens/profile/account/a.tsx': '../section.tsx ../works/works.tsx ../../../api.ts',
  'scripts/size.ts': '#contract/pages.ts',
  'scripts/bench/hello.ts': '../../server/app.ts ../../web/build/compress.ts',
  'scripts/mutants/main.ts': '../helpers/titles.ts',
});

/** Lints these imports, each in a file at its place, in one process. Returns those that are refused. */
function lint(imports: string[]): string[] {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const byPlace = Map.groupBy(imports, (line) => line.replace(/ .*/, ''));
  for (const [place, lines] of byPlace) {
    const path = join(folder, place);
    mkdirSync(dirname(path), { recursive: true });
    const exports = lines.map(
      (line, index) => `export { thing as thing${index} } from '${line.replace(/.* /, '')}';\n`,
    );
    writeFileSync(path, exports.join(''));
  }
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const rules = ['-A', 'all', '-D', 'no-restricted-imports', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, [linter, ...rules, '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ code, filename, labels: [label] }) => {
    expect(code).toBe('eslint(no-restricted-imports)');
    return byPlace.get(filename.replaceAll('\\', '/'))?.[(label?.span.line ?? 0) - 1] ?? filename;
  });
}

test('the linter refuses the imports that cross a wall, and no other', () => {
  const refused = lint([...FORBIDDEN, ...ALLOWED]);
  expect(refused.toSorted()).toEqual(FORBIDDEN.toSorted());
});
