import { type Kysely, sql } from 'kysely';
import { storedSpelling } from '#contract/public/known-technologies.ts';
import { searchKey } from '#contract/search-key.ts';

type Before = {
  technologies: {
    sequence: number;
    title: string;
    search_key: string;
    spelling: string;
    listed: number | null;
    deleted_at: string | null;
  };
};

// A statement compares each row with half of the batch.
const BATCH = 500;

export async function up(database: Kysely<Before>): Promise<void> {
  await composeHangul(database);
  // It contains `deleted_at` for SQLite, like `technologies_listed`. The condition on `search_key`, which a search in order
  // names, keeps PostgreSQL from using it for /pessoas, where `technologies_people` reads less.
  await database.schema
    .createIndex('technologies_in_order')
    .on('technologies')
    .columns(['listed', 'search_key', 'deleted_at'])
    .where(sql.ref('listed'), 'is not', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('search_key'), '<>', '')
    .execute();
}

/** Search keys and spellings had Hangul in decomposed form. */
async function composeHangul(database: Kysely<Before>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await database
      .selectFrom('technologies')
      .select(['sequence', 'title', 'search_key'])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    const changed = rows.filter(({ title, search_key }) => searchKey(title) !== search_key);
    if (changed.length > 0) {
      const titles = [...new Set(changed.map(({ title }) => title))];
      const sequences = changed.map(({ sequence }) => sequence);
      const whens = (keyOf: (title: string) => string) => {
        return sql.join(
          titles.map((title) => sql`when ${title} then ${keyOf(title)}`),
          sql` `,
        );
      };
      await database
        .updateTable('technologies')
        .set({
          // By title, because an older instance may change it meanwhile.
          search_key: sql<string>`case title ${whens(searchKey)} else search_key end`,
          spelling: sql<string>`case title ${whens(storedSpelling)} else spelling end`,
        })
        .where('sequence', 'in', sequences)
        .execute();
    }
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < BATCH) return;
  }
}
