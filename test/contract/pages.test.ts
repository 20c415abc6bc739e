import { expect, test } from 'vitest';
import { fileOf, pageAt, PAGES, START, type Page } from '#contract/pages.ts';

const pages: Page[] = Object.values(PAGES);

test('no two pages share an address or a file', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(new Set(pages.map(fileOf)).size).toBe(pages.length);
});

test('each audience starts at a page that it may see', () => {
  expect(START.visitors.audience).toBe('visitors');
  expect(START.users.audience).toBe('users');
});

test.each([
  ['/', 'signup'],
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/dashboard//', 'dashboard'],
  ['/perfil', 'profile'],
  ['/nada', undefined],
  ['/login/nada', undefined],
  ['/LOGIN', undefined],
])('the page at %s is %s', (address, name) => {
  expect(pageAt(address)).toBe(name);
});

test.each([
  ['/', 'index.html'],
  ['/perfil/evolucao', 'perfil-evolucao.html'],
])('the page at %s is built into %s', (path, file) => {
  expect(fileOf({ path, audience: 'anyone', chunk: 'texts' })).toBe(file);
});
