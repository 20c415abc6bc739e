import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { HTTPMethods, RouteOptions } from 'fastify';
import { afterAll, expect } from 'vitest';
import { Problem } from '#contract/problem.ts';
import type { Technology } from '#contract/technology.ts';
import type { OwnUser, SignUp } from '#contract/user.ts';
import { buildApp } from '../../server/app.ts';
import type { AppParts } from '../../server/app.ts';
import { openDatabase } from '../../server/database/connect.ts';
import type { Database } from '../../server/database/connect.ts';
import { loggerOptions } from '../../server/logger.ts';
import { makePasswords } from '../../server/passwords.ts';
import { aPerson, aTechnology } from '../make.ts';

export type Answer<Body = unknown> = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: Body;
};
type Ask = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

/** The statuses of answers that may have come in any order. */
export function statusesOf(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

export type SignedIn = { person: SignUp; user: OwnUser; token: string };

/** What no answer may ever hold: traces of the framework, the database, the source or a password. */
const LEAKS = /FST_|SQLITE|kysely|argon2|password_hash|email_key|\bat .*\.(js|ts):|\bselect .* from /i;

/** A real app on a database of its own, which ends with the test file. The clock stands still until it is turned. */
export class TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly log: string[];
  readonly routes: RouteOptions[] = [];
  readonly #time: { now: number };

  constructor(app: FastifyInstance, database: Database, log: string[], time: { now: number }) {
    this.app = app;
    this.database = database;
    this.log = log;
    this.#time = time;
    app.addHook('onRoute', (route) => {
      this.routes.push({ ...route });
    });
  }

  turnClock(milliseconds: number): void {
    this.#time.now += milliseconds;
  }

  /** One request through the whole app. A refusal must be a Problem, and no answer may leak. */
  async ask<Body = unknown>(method: string, path: string, { token, body, headers }: Ask = {}): Promise<Answer<Body>> {
    const response = await this.app.inject({
      method: method as HTTPMethods & 'GET',
      url: path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, payload: text } = response;
    expect(text).not.toMatch(LEAKS);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json');
    const answer = { status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : undefined) as Body };
    if (status >= 400 && isJson) expect(() => Problem.parse(answer.body)).not.toThrow();
    return answer;
  }

  async signUp(overrides: Partial<SignUp> = {}): Promise<SignedIn> {
    const person = aPerson(overrides);
    expect(await this.ask('POST', '/users', { body: person })).toMatchObject({ status: 201 });
    return { person, ...(await this.logIn(person)) };
  }

  async logIn({ email, password }: Pick<SignUp, 'email' | 'password'>): Promise<{ token: string; user: OwnUser }> {
    const answer = await this.ask<{ token: string; user: OwnUser }>('POST', '/sessions', { body: { email, password } });
    expect(answer.status).toBe(200);
    return answer.body;
  }

  async addTechnology(token: string, overrides: Parameters<typeof aTechnology>[0] = {}): Promise<Technology> {
    const answer = await this.ask<Technology>('POST', '/users/techs', { token, body: aTechnology(overrides) });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  /** Everything that is stored, to compare before and after. */
  async rows() {
    return {
      users: await this.database.selectFrom('users').selectAll().orderBy('sequence').execute(),
      sessions: await this.database.selectFrom('sessions').selectAll().orderBy('token_hash').execute(),
      technologies: await this.database.selectFrom('technologies').selectAll().orderBy('sequence').execute(),
    };
  }
}

/** Starts an app for the test file that calls it. */
export async function startServer(parts: Partial<AppParts> = {}): Promise<TestServer> {
  const database = parts.database ?? (await openDatabase(':memory:'));
  const log: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const time = { now: Date.parse('2026-03-01T12:00:00.000Z') };
  const app = buildApp({
    passwords: makePasswords({ patience: 60_000 }),
    clock: () => new Date(time.now),
    logger: { ...loggerOptions('info'), stream },
    ...parts,
    database,
  });
  const server = new TestServer(app, database, log, time);
  afterAll(async () => {
    await app.close();
    await database.destroy();
  });
  return server;
}
