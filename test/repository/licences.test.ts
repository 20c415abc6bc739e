import { expect, test } from 'vitest';
import { isAllowed, listShipped } from '../../scripts/licences.ts';

test('all that is shipped is under a licence that lets it be (X-326)', () => {
  const shipped = listShipped();
  const names = shipped.map(({ name }) => name);
  // What the server loads, what that loads, what is in the pages, and what that needs.
  for (const name of [
    'fastify',
    'pino',
    'nodemailer',
    'react',
    'scheduler',
    'swagger-ui-dist',
    '@tanstack/query-core',
  ]) {
    expect(names).toContain(name);
  }
  expect(names).not.toContain('vitest');
  expect(shipped.filter(({ isAllowed: allowed }) => !allowed)).toEqual([]);
});

test('any other licence is refused, and the exception is nobody else’s (X-326)', () => {
  expect(isAllowed('x', '(MIT AND BSD-3-Clause)')).toBe(true);
  expect(isAllowed('@img/sharp-linux-x64', 'Apache-2.0 AND LGPL-3.0-or-later')).toBe(true);
  for (const licence of ['GPL-3.0-only', 'LGPL-3.0-or-later', 'MIT AND AGPL-3.0', 'none', 'SEE LICENSE IN x']) {
    expect(isAllowed('x', licence)).toBe(false);
  }
});
