import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trilha-imports-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the linter says of one import statement in a file at this place. */
function lint(place: string, from: string): string {
  const path = join(folder, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { thing } from '${from}';\nexport const other = thing;\n`);
  const linter = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '-A', 'all', '-D', 'no-restricted-imports', place], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(path);
  return stdout;
}

test.each([
  ['contract/a.ts', 'node:fs'],
  ['contract/a.ts', '../server/config.ts'],
  ['contract/a.ts', 'zod'],
  ['server/database/a.ts', 'fastify'],
  ['server/database/a.ts', '../problems.ts'],
  ['server/database/a.ts', '../routes/users.ts'],
  ['server/routes/a.ts', './users.ts'],
  ['server/routes/a.ts', '../../web/api.ts'],
  ['server/passwords.ts', './database/users.ts'],
  ['server/tokens.ts', 'fastify'],
  ['server/app.ts', '../web/api.ts'],
  ['server/app.ts', '../test/make.ts'],
  ['web/components/a.tsx', '../api.ts'],
  ['web/components/a.tsx', '../session.ts'],
  ['web/components/a.tsx', '#contract/user.ts'],
  ['web/components/a.tsx', '../screens/login.tsx'],
  ['web/screens/a.tsx', './login.tsx'],
  ['web/screens/dashboard/a.tsx', '../signup.tsx'],
  ['web/screens/a.tsx', '../routes.tsx'],
  ['web/screens/a.tsx', '../../server/problems.ts'],
  ['web/api.ts', '../server/problems.ts'],
  ['web/api.ts', 'node:fs'],
])('%s may not import %s', (place, from) => {
  expect(lint(place, from)).toContain('no-restricted-imports');
});

test.each([
  ['contract/a.ts', './text.ts'],
  ['contract/a.ts', 'zod/mini'],
  ['server/database/a.ts', '#contract/user.ts'],
  ['server/database/a.ts', 'kysely'],
  ['server/routes/a.ts', '../database/users.ts'],
  ['server/routes/a.ts', '../problems.ts'],
  ['server/passwords.ts', 'node:crypto'],
  ['web/components/a.tsx', './button.tsx'],
  ['web/screens/dashboard/a.tsx', './own-user.ts'],
  ['web/screens/a.tsx', '../components/button.tsx'],
  ['web/screens/a.tsx', '#contract/user.ts'],
])('%s may import %s', (place, from) => {
  expect(lint(place, from)).not.toContain('no-restricted-imports');
});
