import { StatementSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aTechnology } from '../../helpers/make.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';
import { open } from './files.ts';

/** How often it was committed from now on; `refuse` is asked before. */
function watchCommits(refuse = () => {}): { count: number } {
  const seen = { count: 0 };
  const original = Reflect.get(StatementSync.prototype, 'run') as () => never;
  const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    if (this.sourceSQL === 'commit') {
      seen.count += 1;
      refuse();
    }
    return Reflect.apply(original, this, values);
  });
  onTestFinished(() => spy.mockRestore());
  return seen;
}

async function start(): Promise<{ server: TestServer; someone: SignedIn }> {
  const server = await startServer({ database: await open() });
  return { server, someone: await server.signUp() };
}

function add(server: TestServer, { token }: SignedIn, titles: string[]) {
  return Promise.all(
    titles.map((title) => server.ask('POST', '/users/techs', { token, body: aTechnology({ title }) })),
  );
}

describe('writes that come at once', () => {
  test('share a commit, and each is kept or refused for itself (X-300)', async () => {
    const { server, someone } = await start();
    // However slow the machine is, they come within one moment.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const commits = watchCommits();
    const answers = await add(server, someone, ['a', 'b', 'b', 'c', 'c', 'd', 'e', 'f']);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409, 201, 409, 201, 201, 201]);
    // Four of one network are worked on at a time.
    expect(commits.count).toBeLessThan(6);
    const { technologies } = await server.rowsOf(someone);
    expect(technologies.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('are all refused when their commit fails, and none of them is there (X-300)', async () => {
    const { server, someone } = await start();
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    watchCommits(() => {
      throw full;
    });
    const answers = await add(server, someone, ['a', 'b', 'c']);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    vi.restoreAllMocks();
    expect((await server.rowsOf(someone)).technologies).toEqual([]);
    expect(await add(server, someone, ['a'])).toMatchObject([{ status: 201 }]);
  });
});
