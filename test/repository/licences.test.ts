import { expect, test } from 'vitest';
import { isAllowed, listShipped } from '../../scripts/licences.ts';

test('everything shipped has a licence that allows it', () => {
  const shipped = listShipped();
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pino', 'react', 'scheduler']));
  expect(shipped.filter((part) => !part.isAllowed)).toEqual([]);
  expect(isAllowed('x', '(MIT AND BSD-3-Clause)')).toBe(true);
  expect(isAllowed('x', 'MIT AND AGPL-3.0')).toBe(false);
});
