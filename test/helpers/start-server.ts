import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { expect } from 'vitest';
import type { Class } from '#contract/class.ts';
import { Problem } from '#contract/problem.ts';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser, SignUp } from '#contract/user.ts';
import { type AppParts, buildApp } from '../../server/app.ts';
import type { Database } from '../../server/database/open.ts';
import { TABLE_NAMES, type TableName, TABLES, type Tables } from '../../server/database/tables.ts';
import { loggerOptions } from '../../server/http/logger.ts';
import { LIMITS, type MachineLimits, type Rates } from '../../server/load/limits.ts';
import { makePasswords, type Passwords } from '../../server/accounts/passwords.ts';
import type { Work, WorkForm } from '#contract/work.ts';
import { addPasswordReset } from '../../server/database/accounts/password-resets.ts';
import { adminEvent } from '../../server/accounts/security-log.ts';
import { accountKey } from '../../server/accounts/throttle.ts';
import { titleKeys } from '../../server/database/technologies/technologies.ts';
import { fingerprint, makeToken } from '../../server/accounts/tokens.ts';
import { aPerson, aTechnology, aWork, type Person } from './make.ts';
import { Described, type Document } from './document.ts';
import { openTestDatabase } from './database/test-database.ts';
import { expectNoLeak } from './leaks.ts';
import { atEnd } from './server-process.ts';
import { aForm, aPicture } from './images.ts';

export type Answer<Body = unknown> = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
  body: Body;
};
type Ask = {
  token?: string | undefined;
  /** JSON, as text or to be made into it, or a form with a file. */
  body?: unknown;
  headers?: Record<string, string>;
  from?: string | undefined;
};

/** The sorted statuses of concurrent responses. */
export function statusesOf(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

/**
 * The CPU time in µs that this process spends on `act`, independent of other processes.
 * The least of some rounds, because collecting the garbage of other tests may fall into any of them.
 */
export async function workOf(act: () => Promise<unknown>, rounds = 5): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return rounds > 1 ? Math.min(user + system, await workOf(act, rounds - 1)) : user + system;
}

type Rows = { [Name in TableName]: Array<Selectable<Tables[Name]>> };
export type SignedIn = { person: SignUp; user: OwnUser; token: string };

/** A real app on its own database, closed after the calling test or file. Its clock only moves when a test moves it. */
export class TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly log: string[];
  readonly routes: RouteOptions[] = [];
  readonly #time: { now: number };
  readonly #isShared: boolean;
  readonly #routeOf = new WeakMap<IncomingMessage, string>();
  #described: Described | undefined;
  #classWithMembers: Promise<Class> | undefined;

  constructor(app: FastifyInstance, database: Database, log: string[], time: { now: number }, isShared: boolean) {
    this.app = app;
    this.database = database;
    this.log = log;
    this.#time = time;
    this.#isShared = isShared;
    app.addHook('onRoute', (route) => {
      this.routes.push({ ...route });
    });
    app.addHook('onSend', async ({ raw, routeOptions }) => {
      if (routeOptions.url !== undefined) this.#routeOf.set(raw, routeOptions.url);
    });
  }

  get document(): Document {
    return this.app.swagger() as Document;
  }

  turnClock(milliseconds: number): void {
    this.#time.now += milliseconds;
  }

  /** Sends a request through the whole app. Checks the response against the document and for leaks, and errors for a Problem. */
  async ask<Body = unknown>(
    method: string,
    path: string,
    { token, body, headers, from }: Ask = {},
  ): Promise<Answer<Body>> {
    const { type, payload } = await encode(body);
    const response = await this.app.inject({
      method: method as HTTPMethods & 'GET',
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
      ...(from === undefined ? {} : { remoteAddress: from }),
    });
    const { statusCode: status, payload: text, rawPayload: bytes } = response;
    if (this.#isShared) expect(response.headers['access-control-allow-origin']).toBe('*');
    const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json');
    const answered = (isJson ? JSON.parse(text) : undefined) as Body;
    const answer = { status, headers: response.headers, text, bytes, body: answered };
    const isForShields = isJson && (answered as { schemaVersion?: unknown } | null)?.schemaVersion !== undefined;
    if (status >= 400 && isJson && !isForShields) expect(() => Problem.parse(answer.body)).not.toThrow();
    expectNoLeak({ method, path, token, sent: body, status, text, body: answered });
    this.#described ??= Described.by(this.document);
    const route = this.#routeOf.get(response.raw.req);
    if (route !== undefined) this.#described.expectAnswer(method, route, answer);
    return answer;
  }

  async signUp(overrides: Partial<Person> = {}): Promise<SignedIn> {
    const person = aPerson(overrides);
    await this.#do('POST', '/users', person);
    return { person, ...(await this.logIn(person)) };
  }

  /** Sends a request that must succeed, and returns the body. */
  async #do<Body>(method: string, path: string, body: unknown, token?: string): Promise<Body> {
    const answer = await this.ask<Body>(method, path, { token, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async logIn({ email, password }: Pick<SignUp, 'email' | 'password'>): Promise<{ token: string; user: OwnUser }> {
    return this.#do('POST', '/sessions', { email, password });
  }

  async addTechnology(token: string, overrides: Parameters<typeof aTechnology>[0] = {}): Promise<Technology> {
    return this.#do('POST', '/users/techs', aTechnology(overrides), token);
  }

  async addWork(token: string, overrides: Parameters<typeof aWork>[0] = {}): Promise<Work> {
    return this.#do('POST', '/users/works', aWork(overrides), token);
  }

  /** Returns the path of the avatar. */
  async addAvatar(token: string): Promise<string> {
    const { avatar_url } = await this.#do<OwnUser>('PATCH', '/users/avatar', aForm(await aPicture()), token);
    return new URL(avatar_url ?? '').pathname;
  }

  /** Returns the handle, a unique one by default. */
  async chooseHandle(token: string, handle = `ana-${randomUUID().slice(0, 23)}`): Promise<string> {
    await this.#do('PUT', '/profile', { handle }, token);
    return handle;
  }

  /** Signs up a user with a public page. Returns the handle. */
  async signUpPublic(overrides: Partial<Person> = {}): Promise<string> {
    const { token } = await this.signUp(overrides);
    await this.#do('PUT', '/profile', { visibility: 'public' }, token);
    return this.chooseHandle(token);
  }

  /** Returns a reset link's token, as the operator's command makes it. */
  async makeResetToken({ user }: Pick<SignedIn, 'user'>): Promise<string> {
    const token = makeToken();
    const reset = { userId: user.id, tokenHash: fingerprint(token) };
    const event = adminEvent('reset-link-made');
    expect(await addPasswordReset(this.database, reset, event, new Date(this.#time.now))).toBe(true);
    return token;
  }

  async signUpWithEverything(overrides: Partial<Person> = {}): Promise<SignedIn> {
    const someone = await this.signUp(overrides);
    const { token } = someone;
    const deleted = await this.addTechnology(token);
    await this.ask('DELETE', `/users/techs/${deleted.id}`, { token });
    const { id } = await this.addTechnology(token);
    await this.addWork(token, { technologies: [id], repository_url: 'https://example.com/codigo', pinned: true });
    await this.addAvatar(token);
    await this.chooseHandle(token);
    await this.makeResetToken(someone);
    await this.openClass(token);
    this.#classWithMembers ??= this.signUp({ name: 'Helena Prado' }).then((teacher) => this.openClass(teacher.token));
    await this.joinClass(token, await this.#classWithMembers);
    return someone;
  }

  async openClass(token: string, name = 'Turma 12'): Promise<Class> {
    return this.#do('POST', '/classes', { name }, token);
  }

  async joinClass(token: string, { code }: Pick<Class, 'code'>): Promise<Class> {
    return this.#do('POST', '/classes/join', { code }, token);
  }

  /** Inserts technologies, which would take minutes over HTTP. Their titles are numbers unless given. */
  async fillTechnologies(userId: string, count: number, titleOf = (index: number) => `${index}`): Promise<void> {
    const at = new Date(this.#time.now).toISOString();
    const technologies = Array.from({ length: count }, (_, index) => {
      const technology = aTechnology({ title: titleOf(index) });
      const row = { id: randomUUID(), user_id: userId, created_at: at, updated_at: at };
      return { ...row, ...technology, ...titleKeys(technology.title) };
    });
    const changes = technologies.map(({ id, title, status }, index) => {
      return { user_id: userId, number: index + 1, technology_id: id, title, status, at };
    });
    await this.database.insertInto('technologies').values(technologies).execute();
    await this.database.insertInto('level_changes').values(changes).execute();
  }

  async fillWorks(userId: string, count: number, overrides: Partial<WorkForm> = {}): Promise<void> {
    const at = new Date(this.#time.now).toISOString();
    const stamps = { user_id: userId, created_at: at, updated_at: at };
    const works = Array.from({ length: count }, () => ({ id: randomUUID(), ...stamps, ...aWork(overrides) }));
    await this.database.insertInto('works').values(works).execute();
  }

  /** Inserts members who cannot log in. */
  async fillClass({ id: class_id }: Pick<Class, 'id'>, count: number): Promise<void> {
    const at = new Date(this.#time.now).toISOString();
    const users = Array.from({ length: count }, () => {
      const { password: password_hash, ...user } = aPerson();
      return { id: randomUUID(), ...user, email_key: user.email, password_hash, created_at: at, updated_at: at };
    });
    const members = users.map(({ id }) => ({ class_id, user_id: id, avatar_name: randomUUID(), joined_at: at }));
    await this.database.insertInto('users').values(users).execute();
    await this.database.insertInto('class_members').values(members).execute();
  }

  /** All rows of all tables. */
  async rows(): Promise<Rows> {
    const lists = TABLE_NAMES.map(async (table) => {
      const key = sql.join(TABLES[table].key.map((column) => sql.ref(column)));
      const { rows } = await sql`select * from ${sql.table(table)} order by ${key}`.execute(this.database);
      return [table, rows] as const;
    });
    return Object.fromEntries(await Promise.all(lists)) as Rows;
  }

  /** All rows of one user, in the database now or in `of`, which was read earlier. */
  async rowsOf({ user }: Pick<SignedIn, 'user'>, of?: Rows): Promise<Rows> {
    const rows = of ?? (await this.rows());
    const keys: unknown[] = [user.id, accountKey(user.id)];
    const lists = TABLE_NAMES.map((table) => {
      const isTheirs = (row: Record<string, unknown>) => keys.includes(row[TABLES[table].owner]);
      return [table, rows[table].filter(isTheirs)];
    });
    return Object.fromEntries(lists) as Rows;
  }
}

/** A body as it is sent. */
export async function encode(body: unknown): Promise<{ type?: string | undefined; payload?: string | Buffer }> {
  if (body === undefined) return {};
  if (!(body instanceof FormData)) {
    return { type: 'application/json', payload: typeof body === 'string' ? body : JSON.stringify(body) };
  }
  const form = new Response(body);
  return { type: form.headers.get('content-type') ?? undefined, payload: Buffer.from(await form.arrayBuffer()) };
}

/** Caches real hashes: most tests do not test them, and each takes a core for 30 ms. */
function rememberPasswords(): Passwords {
  const passwords = makePasswords({ timeOut: 60_000 });
  const made = new Map<string, Promise<unknown>>();
  function once<Result>(key: string, make: () => Promise<Result>): Promise<Result> {
    const result = made.getOrInsertComputed(key, make) as Promise<Result>;
    result.catch(() => made.delete(key));
    return result;
  }
  return {
    hash: (password, from) => once(password, () => passwords.hash(password, from)),
    verify: (password, stored, from) => once(`${password} ${stored}`, () => passwords.verify(password, stored, from)),
    needsRehash: (stored) => passwords.needsRehash(stored),
  };
}

/** Shared by all servers of a worker, unless a test passes its own. */
const passwords = rememberPasswords();

const FREE: Rates = { write: 1e6, session: 1e6, read: 1e6, profile: 1e6, search: 1e6 };

/** These rates; all others are too high for a test to reach. */
export function ratesOf(visitors: Partial<Rates>, user: Partial<Rates> = {}, network = 1e6): Partial<MachineLimits> {
  return { rates: { visitors: { ...FREE, ...visitors }, user: { ...FREE, ...user }, network, logged: 1e6 } };
}

/** Starts an app for the test or the file that calls it. Its database ends with it. */
export async function startServer(parts: Partial<AppParts> = {}): Promise<TestServer> {
  const database = parts.database ?? (await openTestDatabase());
  const log: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const time = { now: Date.parse('2026-03-01T12:00:00.000Z') };
  const app = buildApp({
    passwords,
    clock: () => new Date(time.now),
    pressure: { loopDelay: 0, heap: 0 },
    previewLimit: 60_000,
    drawing: async () => ({ ...(await import('../../web/public-page/draw.tsx')), styles: 'p{color:red}' }),
    logger: { ...loggerOptions('info'), stream },
    ...parts,
    machine: { ...ratesOf({}), requests: { ...LIMITS.requests, timeOut: 60_000 }, ...parts.machine },
    database,
  });
  const server = new TestServer(app, database, log, time, parts.corsOrigins === undefined);
  atEnd(async () => {
    await app.close();
    await database.destroy();
  });
  return server;
}
