import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';

export type Row = Record<string, unknown>;
type Found = { user: Row; techs: Row[] };

/** What the bare server asks: statements that are prepared once, and rows as they come. */
export type Store = {
  readUser(id: string): Promise<Found>;
  listUsers(): Promise<Found[]>;
  addTechnology(values: readonly string[]): Promise<unknown>;
};

const USER = 'id, name, bio, contact, course_module, created_at, updated_at, visibility, email';
const PAGE = `select ${USER} from users where visibility = 'public' order by sequence limit 15`;
const TECHNOLOGY = 'id, title, status, created_at, updated_at';
const INSERT = 'insert into technologies (id, user_id, title, title_key, search_key, status, created_at, updated_at)';

export function openStore(location: string): Store {
  return location.startsWith('postgres:') ? openPostgres(location) : openSqlite(location);
}

function openSqlite(path: string): Store {
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = full');
  const user = database.prepare(`select ${USER} from users where id = ?`);
  const page = database.prepare(PAGE);
  const technologies = database.prepare(
    `select ${TECHNOLOGY} from technologies where user_id = ? and deleted_at is null order by sequence`,
  );
  const insert = database.prepare(`${INSERT} values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const technologiesOf = (id: unknown) => technologies.all(String(id));
  return {
    readUser: async (id) => ({ user: user.get(id) ?? {}, techs: technologiesOf(id) }),
    listUsers: async () => page.all().map((row) => ({ user: row, techs: technologiesOf(row['id']) })),
    addTechnology: async (values) => insert.run(...values),
  };
}

function openPostgres(url: string): Store {
  const pool = new Pool({ connectionString: url, max: 10 });
  // A statement with a name is prepared once on each connection.
  const ask = async (name: string, text: string, values: unknown[] = []) =>
    (await pool.query<Row>({ name, text, values })).rows;
  const technologiesOf = (ids: unknown[]) =>
    ask(
      'technologies',
      `select user_id, ${TECHNOLOGY} from technologies
       where user_id = any($1::uuid[]) and deleted_at is null order by sequence`,
      [ids],
    );
  return {
    readUser: async (id) => {
      const [users, techs] = await Promise.all([
        ask('user', `select ${USER} from users where id = $1`, [id]),
        technologiesOf([id]),
      ]);
      return { user: users[0] ?? {}, techs: techs.map(({ user_id: _of, ...technology }) => technology) };
    },
    listUsers: async () => {
      const users = await ask('page', PAGE);
      const techs = Map.groupBy(await technologiesOf(users.map(({ id }) => id)), ({ user_id: of }) => of);
      return users.map((user) => ({
        user,
        techs: (techs.get(user['id']) ?? []).map(({ user_id: _of, ...technology }) => technology),
      }));
    },
    addTechnology: (values) => ask('insert', `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8)`, [...values]),
  };
}
