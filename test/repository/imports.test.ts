import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import config, { GROUPS, WALLS } from '../../oxlint.config.ts';

type Diagnostic = { filename: string; labels: Array<{ span: { line: number } }> };

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'trilha-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FORBIDDEN = Object.entries({
  'contract/a.ts': 'node:fs ../server/config.ts zod',
  'server/app.ts': '../web/api.ts ../test/helpers/make.ts ../scripts/size.ts',
  'server/problems.ts': './routes/users.ts ./resume/plan.ts kysely',
  'server/http/a.ts': '../app.ts ../routes/users.ts ../accounts/tokens.ts',
  'server/load/a.ts': '../http/connection.ts ../accounts/tokens.ts ../database/open.ts',
  'server/accounts/a.ts': '../routes/users.ts ../config.ts',
  'server/resume/a.ts': '../http/pages.ts ../routes/resume.ts',
  'server/accounts/passwords.ts': '../database/users.ts',
  'server/accounts/tokens.ts': 'fastify',
  'server/database/a.ts': 'fastify ../problems.ts ../routes/users.ts ./sqlite/dialect.ts ./postgres/dialect.ts pg',
  'server/database/open.ts': 'pg fastify',
  'server/database/works/a.ts': 'fastify pg ../sqlite/dialect.ts ../../problems.ts',
  'server/database/sqlite/a.ts': 'pg ../../problems.ts',
  'server/database/postgres/a.ts': '../sqlite/dialect.ts',
  'server/database/migrations/a.ts': 'fastify',
  'server/routes/a.ts': './users.ts ../app.ts ../config.ts ../http/pages.ts ../database/sqlite/dialect.ts',
  'web/api.ts': '../server/problems.ts ../scripts/size.ts node:fs ./screens/login.tsx ./entry/screens.ts',
  'web/rules.ts': './entry/app.tsx ../test/helpers/make.ts @fastify/cors',
  'web/build/a.ts': '../api.ts #contract/user.ts',
  'web/worker/a.ts': '../last-list.ts #contract/user.ts',
  'web/loading/a.ts': '../session.ts ../screens/login.tsx ../entry/screens.ts',
  'web/entry/a.ts': '../public-page/draw.tsx ../docs/docs.ts',
  'web/evolution/a.tsx': '../screens/login.tsx ../screens/evolution/chart.tsx ../shell/page.tsx',
  'web/public-page/a.tsx': '../screens/login.tsx ../session.ts ../api.ts',
  'web/components/a.tsx': '../api.ts ../session.ts #contract/user.ts ../shell/header.tsx ../screens/login.tsx',
  'web/components/forms/a.tsx': '../../api.ts ../../shell/header.tsx #contract/user.ts',
  'web/shell/a.tsx': '../screens/login.tsx ../entry/app.tsx',
  'web/screens/a.tsx': './login.tsx ./dashboard/b.tsx ./profile/account/b.tsx ../entry/screens.ts',
  'web/screens/dashboard/a.tsx':
    '../signup.tsx ../profile/section.tsx ../profile/account/details.tsx ../../entry/screens.ts',
  'web/screens/profile/account/a.tsx': '../../login.tsx ../../dashboard/greeting.tsx ../../../entry/screens.ts',
  'scripts/size.ts': '../web/api.ts ../test/helpers/make.ts',
  'conform/atoms/a.ts': '../../web/messages.ts #contract/choices.ts ../../scripts/set-up.mjs zod',
  'conform/main.ts': '../web/messages.ts ../server/app.ts #contract/choices.ts zod',
  'scripts/bench/web.ts': '../../web/screens/login.tsx ../../test/helpers/database/postgres-server.ts',
}).map(([place, modules]) => ({ place, modules: modules.split(' ') }));

test('the linter refuses every forbidden import', () => {
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  for (const { place, modules } of FORBIDDEN) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    const lines = modules.map((module, index) => `export { thing as thing${index} } from '${module}';\n`);
    writeFileSync(join(folder, place), lines.join(''));
  }
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const rules = ['-A', 'all', '-D', 'no-restricted-imports', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, [linter, ...rules, '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const refused = new Set(
    diagnostics.map(({ filename, labels: [label] }) => `${filename.replaceAll('\\', '/')}:${label?.span.line}`),
  );
  const lines = FORBIDDEN.flatMap(({ place, modules }) => modules.map((_module, index) => `${place}:${index + 1}`));
  expect(lines.filter((line) => !refused.has(line))).toEqual([]);
  const isPlanted = (from: string) => FORBIDDEN.some(({ place }) => matchesGlob(place, from.replace(/\/$/, '/**')));
  expect(WALLS.filter(({ from }) => !isPlanted(from))).toEqual([]);
});

test('CONTRIBUTING.md lists the import rules that the linter enforces', () => {
  const document = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').replaceAll('`', '');
  const [, section = ''] = /^## Import rules$([^]*?)^## /m.exec(document) ?? [];
  const rows = [...section.matchAll(/^\| (?!Group|Files|-)(.*?) +\| (.*?) +\|$/gm)];
  const walls = [...Object.entries(GROUPS), ...WALLS.map(({ from, to }) => [from, to] as const)];
  expect(rows.map(([, from, to]) => [from, to?.split(', ')])).toEqual(walls);
});
