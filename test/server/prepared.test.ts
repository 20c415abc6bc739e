import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { describeQueries } from '../../scripts/queries.ts';
import { compile, listPrepared } from '../../server/database/statements/prepared.ts';
import { openTestDatabase } from '../helpers/database/test-database.ts';
import { atEnd } from '../helpers/server-process.ts';

const database = await openTestDatabase();
atEnd(() => database.destroy());

// Other files of this process may have prepared queries of their own.
const queries = listPrepared(database).filter(({ name }) => !name.startsWith('test-'));
const sections = await describeQueries(database, queries);

test('docs/queries.md has the SQL and plan of every prepared query on this engine', async () => {
  const document = readFileSync('docs/queries.md', 'utf8');
  for (const section of sections.values()) expect(document, 'run `npm run queries`').toContain(section);
  expect(document.match(new RegExp(`^## .* on ${database.engine.name}$`, 'gm'))).toHaveLength(sections.size);
});

test('no prepared query scans a table', async () => {
  const plans = [...sections.values()].join('\n');
  // Subqueries, common table expressions and JSON arrays have no indexes; `users_locked` has only the locked accounts.
  expect(plans).not.toMatch(
    /^ *SCAN (?!(row|ranks)$|json_each|locked USING COVERING INDEX users_locked$)\w+|Seq Scan on (?!row$)\w+/m,
  );
});

test('no prepared query reads the whole public list', async () => {
  const plans = [...sections.values()].join('\n');
  expect(plans).not.toMatch(/INDEX users_listed \(visibility=\?\)$/m);
});

type Values = { id: string };
const users = () => database.selectFrom('users').select('id');

test.for([
  ['a condition', ({ id }: Values) => (id ? users().where('id', '=', id) : users())],
  ['a comparison with null', ({ id }: Values) => (id === null ? users() : users().where('id', '=', id))],
  ['a conversion', ({ id }: Values) => users().where('id', '=', inspect(id))],
  ['an optional value', ({ id }: Values) => users().where('id', 'in', [id, ...(id ? [id] : [])])],
] as const)('a query that depends on a value by %s is refused', ([, build]) => {
  expect(() => compile('x', (_database, values: Values) => build(values), database)).toThrow(TypeError);
});
