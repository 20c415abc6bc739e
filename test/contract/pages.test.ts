import { expect, test } from 'vitest';
import { fileOf, pageAt, PAGES, START, type Page } from '#contract/pages.ts';

const pages: Page[] = Object.values(PAGES);

test('pages differ in address and file, and each audience starts at its own', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(new Set(pages.map(fileOf)).size).toBe(pages.length);
  expect([START.visitors.audience, START.users.audience]).toEqual(['visitors', 'users']);
});

test.for([
  ['/', 'signup'],
  ['/login/', 'login'],
  ['/dashboard//', 'dashboard'],
  ['/nada', undefined],
  ['/login/nada', undefined],
  ['/LOGIN', undefined],
  ['/turmas/', 'classes'],
  ['/turmas/5c1f/', 'class'],
  ['/turmas/5c1f/nada', undefined],
  ['/turma/ABCD2345', 'invitation'],
  ['/turma/', undefined],
])('the page at %s is %s', ([address = '', name]) => {
  expect(pageAt(address)).toBe(name);
});

test('a page below another, or with a parameter, is built into a file beside it', () => {
  expect(fileOf({ path: '/perfil/evolucao', audience: 'anyone', chunk: 'texts' })).toBe('perfil-evolucao.html');
  expect(fileOf(PAGES.class)).toBe('turmas-id.html');
});
