import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { prepared } from '../../server/database/statements/prepared.ts';
import { openTestDatabase } from '../helpers/database/test-database.ts';
import { atEnd } from '../helpers/server-process.ts';

const database = await openTestDatabase();
atEnd(() => database.destroy());

type Values = { id: string };
const users = () => database.selectFrom('users').select('id');

test.for([
  ['a condition', ({ id }: Values) => (id ? users().where('id', '=', id) : users())],
  ['a comparison with null', ({ id }: Values) => (id === null ? users() : users().where('id', '=', id))],
  ['a conversion', ({ id }: Values) => users().where('id', '=', inspect(id))],
  ['an optional value', ({ id }: Values) => users().where('id', 'in', [id, ...(id ? [id] : [])])],
] as const)('a query that depends on a value by %s is refused', async ([, build]) => {
  await expect(prepared((_inside, values: Values) => build(values))(database, { id: 'x' })).rejects.toThrow(TypeError);
});
