import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Queryable } from '../../server/database/open.ts';
import { prepared } from '../../server/database/statements/prepared.ts';
import { openTestDatabase } from '../helpers/database/test-database.ts';
import { atEnd } from '../helpers/server-process.ts';

const isPostgres = process.env['TEST_ENGINE'] === 'postgres';
const database = await openTestDatabase();
atEnd(() => database.destroy());

const second = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000);
const KINDS = {
  text: fc.string().filter((text) => !text.includes('\0')),
  integer: fc.integer(),
  bigint: fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
  'double precision': fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  bytea: fc.uint8Array(),
  timestamptz: fc.date({ noInvalidDate: true, min: new Date('1000-01-01'), max: new Date('9000-01-01') }).map(second),
  'text[]': fc.array(fc.constantFrom('a', 'b"c', 'd,e', '{f}', '')),
  jsonb: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
};

type Kind = keyof typeof KINDS;

/** Selects the parameter as a type of PostgreSQL; SQLite has no such types. `column` makes another statement of it. */
function select(inside: Queryable, kind: Kind, value: unknown, column = 'plain') {
  const parameter = isPostgres ? sql`cast(${value} as ${sql.raw(kind)})` : sql`${value}`;
  return inside.selectNoFrom(parameter.as(column));
}

const inTransaction = <Result>(work: (inside: Queryable) => Promise<Result>) => database.transaction().execute(work);

function waysOf(kind: Kind): Record<string, (value: unknown) => Promise<object | undefined>> {
  const hot = prepared(`test-${kind}`, (inside, { value }: { value: unknown }) =>
    select(inside, kind, value, 'prepared'),
  );
  return {
    alone: (value) => select(database, kind, value).executeTakeFirst(),
    'first in a transaction': (value) => inTransaction((inside) => select(inside, kind, value).executeTakeFirst()),
    'second in a transaction': (value) =>
      inTransaction(async (inside) => {
        await select(inside, 'text', 'x').execute();
        return select(inside, kind, value).executeTakeFirst();
      }),
    prepared: async (value) => (await hot(database, { value }))[0],
    'prepared in a transaction': (value) => inTransaction(async (inside) => (await hot(inside, { value }))[0]),
    'together with another': async (value) => {
      const query = hot.statement({ value })(database);
      return (await database.engine.runTogether([query, query]))[1]?.[0] as object | undefined;
    },
  };
}

test.for(Object.keys(KINDS) as Kind[])(
  'a %s parameter arrives alike alone, prepared, in a transaction and in a batch',
  async (kind) => {
    const ways = Object.entries(waysOf(kind));
    const property = fc.asyncProperty(KINDS[kind] as fc.Arbitrary<unknown>, async (value) => {
      const outcomes = await Promise.all(
        ways.map(([, run]) =>
          run(value).then(
            (row) => Object.values(row ?? {})[0],
            (error: unknown) => error,
          ),
        ),
      );
      for (const [index, [way]] of ways.entries()) expect(outcomes[index], way).toEqual(outcomes[0]);
      if (isPostgres) expect(outcomes[0]).not.toBeInstanceOf(Error);
    });
    await fc.assert(property, { numRuns: 10 });
  },
);
