import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';

type Row = Record<string, unknown>;
export type Profile = { user: Row; techs: Row[] };

type Store = {
  readProfile(id: string): Promise<Profile>;
  listProfiles(): Promise<Profile[]>;
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
  const profileOf = (row: Row) => ({ user: row, techs: technologies.all(String(row['id'])) });
  return {
    readProfile: async (id) => profileOf(user.get(id) ?? {}),
    listProfiles: async () => page.all().map(profileOf),
    addTechnology: async (values) => insert.run(...values),
  };
}

function openPostgres(url: string): Store {
  const pool = new Pool({ connectionString: url, max: 10 });
  const query = async (name: string, text: string, values: unknown[] = []) =>
    (await pool.query<Row>({ name, text, values })).rows;
  const technologiesOf = (ids: unknown[]) =>
    query(
      'technologies',
      `select user_id, ${TECHNOLOGY} from technologies
       where user_id = any($1::uuid[]) and deleted_at is null order by sequence`,
      [ids],
    );
  return {
    readProfile: async (id) => {
      const user = query('user', `select ${USER} from users where id = $1`, [id]);
      const [profile] = withTechs(...(await Promise.all([user, technologiesOf([id])])));
      return profile ?? { user: {}, techs: [] };
    },
    listProfiles: async () => {
      const users = await query('page', PAGE);
      return withTechs(users, await technologiesOf(users.map(({ id }) => id)));
    },
    addTechnology: (values) => query('insert', `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8)`, [...values]),
  };
}

function withTechs(users: Row[], rows: Row[]): Profile[] {
  const byUser = Map.groupBy(rows, ({ user_id: id }) => id);
  return users.map((user) => {
    const techs = (byUser.get(user['id']) ?? []).map(({ user_id: _id, ...technology }) => technology);
    return { user, techs };
  });
}
