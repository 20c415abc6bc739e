import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import '../server/app.ts';
import { type Database, openDatabase, type Transaction } from '../server/database/open.ts';
import { DAY, timeAfter } from '../server/database/statements/time.ts';
import { listPrepared } from '../server/database/statements/prepared.ts';
import { startPostgres } from './postgres.ts';
import { makePeople } from './database/fake-people.ts';
import { root } from './set-up.mjs';

const HEAD = `# Prepared queries

The SQL and the plan of every prepared query on both engines. \`npm run queries\` writes this file, and a test compares it with
the code. PostgreSQL plans for a thousand users, without sequential scans, bitmap scans, hash joins and merge joins.
`;

const CLAUSE =
  /[()]|(?<!distinct) (?=(select|from|where|and|inner join|left join|group by|order by|limit|returning|for) )/g;

export function describeQueries(database: Database, queries = listPrepared(database)): Promise<Map<string, string>> {
  const { name: engine } = database.engine;
  return database.transaction().execute(async (transaction) => {
    if (engine === 'PostgreSQL') await preparePlanner(database, transaction);
    const sections = new Map<string, string>();
    for (const { name, sql, parameters } of queries) {
      const plan = await (engine === 'SQLite' ? sqlitePlan(transaction, sql) : postgresPlan(transaction, sql));
      const values = parameters.map((parameter) => `\`${parameter}\``).join(', ');
      const blocks = [`\`\`\`sql\n${layOut(sql)}\n\`\`\``, `\`\`\`text\n${plan.join('\n')}\n\`\`\``];
      const section = [`## ${name} on ${engine}`, `Parameters: ${values}`, ...blocks].join('\n\n');
      sections.set(`${name} ${engine}`, `${section}\n`);
    }
    return sections;
  });
}

function layOut(sql: string): string {
  let depth = 0;
  return sql
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(CLAUSE, (sign) => {
      if (sign === ' ') return `\n${'  '.repeat(depth)}`;
      depth += sign === '(' ? 1 : -1;
      return sign;
    });
}

async function run<Row>(transaction: Transaction, statement: string): Promise<Row[]> {
  return (await transaction.executeQuery<Row>(CompiledQuery.raw(statement))).rows;
}

async function preparePlanner({ engine: { bulk } }: Database, transaction: Transaction): Promise<void> {
  const people = makePeople(1, 1_000, 10, 'hash');
  for (const table of ['users', 'technologies', 'level_changes'] as const) {
    await bulk.append(transaction, table, people[table]);
  }
  await addClasses(bulk, transaction, people.users);
  await run(transaction, 'analyze');
  for (const plan of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']) {
    await run(transaction, `set local enable_${plan} = off`);
  }
}

/** Each of the first fifty users teaches the twenty after them. */
async function addClasses(
  bulk: Database['engine']['bulk'],
  transaction: Transaction,
  users: ReadonlyArray<{ id?: unknown }>,
) {
  const [created_at, ends_at] = [new Date().toISOString(), timeAfter(new Date(), DAY)];
  const classes = users.slice(0, 50).map(({ id: teacher_id }, index) => {
    return { sequence: index + 1, id: randomUUID(), teacher_id, name: 'Turma', code: `${index}`, created_at, ends_at };
  });
  const members = classes.flatMap(({ id: class_id, sequence }) =>
    users.slice(sequence, sequence + 20).map(({ id: user_id }, index) => {
      const [number, avatar_name] = [sequence * 100 + index, randomUUID()];
      return { sequence: number, class_id, user_id, avatar_name, joined_at: created_at };
    }),
  );
  await bulk.append(transaction, 'classes', classes);
  await bulk.append(transaction, 'class_members', members);
}

async function sqlitePlan(transaction: Transaction, sql: string): Promise<string[]> {
  type Step = { id: number; parent: number; detail: string };
  const depths = new Map<number, number>();
  return (await run<Step>(transaction, `explain query plan ${sql}`)).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return `${'  '.repeat(depth)}${detail}`;
  });
}

async function postgresPlan(transaction: Transaction, sql: string): Promise<string[]> {
  const rows = await run<Record<string, string>>(transaction, `explain (costs off, generic_plan) ${sql}`);
  return rows.map((row) => row['QUERY PLAN'] ?? '');
}

async function writeDocument(): Promise<void> {
  await using postgres = await startPostgres({ settings: { autovacuum: 'off' }, inMemory: true });
  const sections: Array<[string, string]> = [];
  for (const location of [':memory:', postgres.url]) {
    await using database = await openDatabase(location, { timeOuts: false });
    sections.push(...(await describeQueries(database)));
  }
  const sorted = sections.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, section]) => section);
  writeFileSync(join(root, 'docs/queries.md'), [HEAD, ...sorted].join('\n'));
}

if (import.meta.main) await writeDocument();
