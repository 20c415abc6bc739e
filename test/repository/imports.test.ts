import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

type Import = [place: string, from: string];
type Diagnostic = { code: string; filename: string; labels: Array<{ span: { line: number } }> };

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'trilha-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FORBIDDEN: Import[] = [
  ['contract/a.ts', 'node:fs'],
  ['contract/a.ts', '../server/config.ts'],
  ['contract/a.ts', 'zod'],
  ['server/app.ts', '../web/api.ts'],
  ['server/app.ts', '../test/helpers/make.ts'],
  ['server/app.ts', '../scripts/size.ts'],
  ['server/http/a.ts', '../app.ts'],
  ['server/http/a.ts', '../routes/users.ts'],
  ['server/accounts/a.ts', '../routes/users.ts'],
  ['server/accounts/a.ts', '../config.ts'],
  ['server/accounts/passwords.ts', '../database/users.ts'],
  ['server/accounts/tokens.ts', 'fastify'],
  ['server/database/a.ts', 'fastify'],
  ['server/database/a.ts', '../problems.ts'],
  ['server/database/a.ts', '../routes/users.ts'],
  ['server/database/a.ts', './sqlite/dialect.ts'],
  ['server/database/a.ts', './postgres/dialect.ts'],
  ['server/database/a.ts', 'pg'],
  ['server/database/security/a.ts', '../sqlite/dialect.ts'],
  ['server/database/sqlite/a.ts', 'pg'],
  ['server/database/postgres/a.ts', '../sqlite/dialect.ts'],
  ['server/database/sqlite/a.ts', '../../problems.ts'],
  ['server/database/migrations/a.ts', 'fastify'],
  ['server/routes/a.ts', './users.ts'],
  ['server/routes/a.ts', '../app.ts'],
  ['server/routes/a.ts', '../config.ts'],
  ['server/routes/a.ts', '../http/pages.ts'],
  ['server/routes/a.ts', '../database/sqlite/dialect.ts'],
  ['server/routes/a.ts', '../../web/api.ts'],
  ['web/api.ts', '../server/problems.ts'],
  ['web/api.ts', '../scripts/size.ts'],
  ['web/api.ts', 'node:fs'],
  ['web/components/a.tsx', '../api.ts'],
  ['web/components/a.tsx', '../session.ts'],
  ['web/components/a.tsx', '#contract/user.ts'],
  ['web/components/a.tsx', '../shell/header.tsx'],
  ['web/components/a.tsx', '../screens/login.tsx'],
  ['web/components/forms/a.tsx', '../../api.ts'],
  ['web/components/forms/a.tsx', '../../shell/header.tsx'],
  ['web/components/forms/a.tsx', '#contract/user.ts'],
  ['web/shell/a.tsx', '../screens/login.tsx'],
  ['web/shell/a.tsx', '../routes.tsx'],
  ['web/screens/a.tsx', './login.tsx'],
  ['web/screens/a.tsx', './dashboard/dashboard.tsx'],
  ['web/screens/a.tsx', './profile/account/details.tsx'],
  ['web/screens/a.tsx', '../routes.tsx'],
  ['web/screens/a.tsx', '../start/main.tsx'],
  ['web/screens/a.tsx', '../../server/problems.ts'],
  ['web/screens/dashboard/a.tsx', '../signup.tsx'],
  ['web/screens/dashboard/a.tsx', '../new-screen.tsx'],
  ['web/screens/dashboard/a.tsx', '../profile/section.tsx'],
  ['web/screens/dashboard/a.tsx', '../profile/account/details.tsx'],
  ['web/screens/dashboard/a.tsx', '../../guards.tsx'],
  ['web/screens/profile/account/a.tsx', '../../login.tsx'],
  ['web/screens/profile/account/a.tsx', '../../dashboard/greeting.tsx'],
  ['web/screens/profile/account/a.tsx', '../../../routes.tsx'],
  ['scripts/size.ts', '../web/api.ts'],
  ['scripts/bench/web.ts', '../../web/screens/login.tsx'],
];

const ALLOWED: Import[] = [
  ['contract/a.ts', './field-rules.ts'],
  ['contract/a.ts', 'zod/mini'],
  ['server/http/a.ts', '../problems.ts'],
  ['server/accounts/a.ts', '../database/sessions.ts'],
  ['server/accounts/passwords.ts', 'node:crypto'],
  ['server/accounts/passwords.ts', '../queue.ts'],
  ['server/database/a.ts', '#contract/user.ts'],
  ['server/database/a.ts', './users.ts'],
  ['server/database/a.ts', 'kysely'],
  ['server/database/open.ts', './sqlite/dialect.ts'],
  ['server/database/open.ts', './postgres/open.ts'],
  ['server/database/postgres/a.ts', '../failures.ts'],
  ['server/database/postgres/a.ts', 'pg'],
  ['server/database/sqlite/a.ts', '../failures.ts'],
  ['server/database/sqlite/a.ts', 'node:sqlite'],
  ['server/routes/a.ts', '../database/users.ts'],
  ['server/routes/a.ts', '../accounts/visibility.ts'],
  ['server/routes/a.ts', '../problems.ts'],
  ['web/components/a.tsx', './button.tsx'],
  ['web/components/forms/a.tsx', './field.tsx'],
  ['web/components/forms/a.tsx', '../button.tsx'],
  ['web/components/forms/a.tsx', '../../assets/logo.svg'],
  ['web/shell/a.tsx', '../components/button.tsx'],
  ['web/screens/a.tsx', '../components/button.tsx'],
  ['web/screens/a.tsx', './a.module.css'],
  ['web/screens/a.tsx', '#contract/user.ts'],
  ['web/screens/dashboard/a.tsx', './own-user.ts'],
  ['web/screens/dashboard/a.tsx', '../../shell/header.tsx'],
  ['web/screens/profile/a.tsx', './account/details.tsx'],
  ['web/screens/profile/account/a.tsx', '../section.tsx'],
  ['web/screens/profile/account/a.tsx', '../works/works.tsx'],
  ['web/screens/profile/account/a.tsx', '../../../api.ts'],
  ['scripts/size.ts', '#contract/pages.ts'],
  ['scripts/bench/hello.ts', '../../server/app.ts'],
  ['scripts/bench/hello.ts', '../../web/build/compress.ts'],
  ['scripts/mutants/main.ts', '../helpers/titles.ts'],
];

const refused = lint([...FORBIDDEN, ...ALLOWED]);

/** Those of the imports, each in a file at its place, that the linter complains of. One run for all: each takes a process. */
function lint(imports: Import[]): string[] {
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const byPlace = Map.groupBy(imports, ([place]) => place);
  for (const [place, lines] of byPlace) {
    const path = join(folder, place);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map(([, from], index) => `export { thing as thing${index} } from '${from}';\n`).join(''));
  }
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const rules = ['-A', 'all', '-D', 'no-restricted-imports', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, [linter, ...rules, '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ code, filename, labels: [label] }) => {
    const place = filename.replaceAll('\\', '/');
    expect(code).toBe('eslint(no-restricted-imports)');
    const [, from] = byPlace.get(place)?.[(label?.span.line ?? 0) - 1] ?? [];
    return `${place} ${from}`;
  });
}

test.each(FORBIDDEN)('%s may not import %s', (place, from) => {
  expect(refused).toContain(`${place} ${from}`);
});

test.each(ALLOWED)('%s may import %s', (place, from) => {
  expect(refused).not.toContain(`${place} ${from}`);
});
