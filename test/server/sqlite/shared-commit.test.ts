import { StatementSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aTechnology } from '../../helpers/make.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';
import { countTurns } from '../../helpers/turns.ts';
import { open } from './files.ts';

/** Calls `before` before each statement without rows from now on. */
function watchStatements(before: (statement: string) => void): void {
  const original = Reflect.get(StatementSync.prototype, 'run') as () => never;
  const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    before(this.sourceSQL);
    return Reflect.apply(original, this, values);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Counts the commits from now on, and calls `before` before each. */
function watchCommits(before = () => {}): { count: number } {
  const seen = { count: 0 };
  watchStatements((statement) => {
    if (statement !== 'commit') return;
    seen.count += 1;
    before();
  });
  return seen;
}

async function start(): Promise<{ server: TestServer; someone: SignedIn }> {
  const server = await startServer({ database: await open() });
  return { server, someone: await server.signUp() };
}

async function add(server: TestServer, { token }: SignedIn, titles: string[]): Promise<number[]> {
  const asked = titles.map((title) => server.ask('POST', '/users/techs', { token, body: aTechnology({ title }) }));
  return (await Promise.all(asked)).map(({ status }) => status);
}

describe('concurrent writes', () => {
  test('share a commit, and succeed or fail one by one (X-300)', async () => {
    const { server, someone } = await start();
    // On a machine of any speed, the writes arrive within the same millisecond.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const commits = watchCommits();
    const statuses = await add(server, someone, ['a', 'b', 'b', 'c', 'c', 'd', 'e', 'f']);
    expect(statuses).toEqual([201, 201, 409, 201, 409, 201, 201, 201]);
    // The server works on four requests of one network at a time.
    expect(commits.count).toBeLessThan(6);
    const { technologies } = await server.rowsOf(someone);
    expect(technologies.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  const skills = Array.from({ length: 490 }, (_, index) => ({ name: `S ${index}`, level: 'Advanced' }));

  test.for([
    ['an import', 'POST', '/profile/resume?apply=true', { skills }, 200],
    ['the deletion of twenty classes', 'DELETE', '/users/:id', { password: 'senha123' }, 204],
  ] as const)('wait for %s for few turns of the event loop (X-642)', async ([, method, path, body, status]) => {
    const { server, someone } = await start();
    for (let count = 0; count < 20; count += 1) await server.openClass(someone.token);
    const turn = countTurns();
    const began: number[] = [];
    const held: number[] = [];
    watchStatements((sql) => {
      if (sql === 'begin immediate') began.push(turn());
      if (sql === 'commit') held.push(turn() - (began.at(-1) ?? 0));
    });
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const target = path.replace(':id', someone.user.id);
    expect((await server.ask(method, target, { token: someone.token, body })).status).toBe(status);
    expect(Math.max(...held)).toBeLessThan(3);
  });

  test('go on after their commit in slices of a turn of the event loop (X-610)', async () => {
    const server = await startServer({ database: await open() });
    const turns = new Set<number>();
    const turn = countTurns();
    let now = 0;
    server.app.addHook('onSend', async () => {
      turns.add(turn());
      now += 10;
    });
    const users = await Promise.all(Array.from({ length: 20 }, () => server.signUp()));
    turns.clear();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    const change = ({ token }: SignedIn, index: number) =>
      server.ask('PUT', '/profile', { token, body: { bio: 'Nova' }, from: `203.0.113.${index}` });
    const statuses = (await Promise.all(users.map(change))).map(({ status }) => status);
    expect(statuses).toEqual(users.map(() => 200));
    expect(turns.size).toBe(users.length);
  });

  test('go on after one whose savepoint fails (X-300)', async () => {
    const { server, someone } = await start();
    let fails = true;
    watchStatements((statement) => {
      if (statement !== 'savepoint turn' || !fails) return;
      fails = false;
      throw Object.assign(new Error('out of memory'), { errcode: 7 });
    });
    expect(await add(server, someone, ['a', 'b'])).toContain(201);
    expect(await add(server, someone, ['c'])).toEqual([201]);
  });

  test('are all refused and rolled back when their commit fails (X-300)', async () => {
    const { server, someone } = await start();
    watchCommits(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    expect(await add(server, someone, ['a', 'b', 'c'])).toEqual([503, 503, 503]);
    vi.restoreAllMocks();
    expect((await server.rowsOf(someone)).technologies).toEqual([]);
    expect(await add(server, someone, ['a'])).toEqual([201]);
  });
});
