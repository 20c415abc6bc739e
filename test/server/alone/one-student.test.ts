import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { acceptFirst } from '../../../server/load/accepting.ts';
import { type Client, currentClient } from '../../../server/load/clients.ts';
import { nextSlice } from '../../../server/load/continuations.ts';
import { limitConcurrency, makeRequestQueues } from '../../../server/load/fairness.ts';
import { LIMITS, QUEUES } from '../../../server/load/limits.ts';
import { Queue, type QueueLimits } from '../../../server/load/queue.ts';
import { aForm, aPicture } from '../../helpers/images.ts';
import { type SignedIn, startServer, type TestServer } from '../../helpers/start-server.ts';
import { countTurns } from '../../helpers/turns.ts';

// A test may end in a slice of a queue, whose clock has stopped.
beforeEach(() => nextTurn());

const userAtSchool = (id: string): Client => ({ network: 'school', id });
const visitorOf = (network: string): Client => ({ network, id: 'visitors' });

const SHARES = [
  ['client of a network', userAtSchool],
  ['network', visitorOf],
] as const;

/** Stops `performance.now` until the end of the test. Returns a function that lets milliseconds pass. */
function stopClock() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  return (milliseconds: number) => void (now += milliseconds);
}

/** A queue of tasks that take so many milliseconds, in the order of their starts. */
function makeOrdered(limits: Partial<QueueLimits>) {
  const pass = stopClock();
  const queue = new Queue({ running: {}, waiting: {}, ...limits });
  const order: string[] = [];
  const runAs = (name: string, client: Client, milliseconds: number) =>
    queue.run(async () => {
      order.push(name);
      pass(milliseconds);
    }, client);
  return { pass, order, runAs };
}

// One student has twenty accounts. All requests come from one address.
function accounts(server: TestServer): Promise<SignedIn[]> {
  return Promise.all(Array.from({ length: 20 }, () => server.signUp()));
}

test('class reads of many accounts do not delay other requests of their network (X-634)', async () => {
  const server = await startServer();
  const answered: string[] = [];
  let before = 0;
  server.app.addHook('onRequest', async ({ url }) => {
    if (url === '/profile') before = answered.length;
  });
  server.app.addHook('onSend', async ({ userId }) => void answered.push(userId));
  const [neighbour, users] = [await server.signUp(), await accounts(server)];
  const { token } = await server.signUp();
  const opened = await server.openClass(token);
  for (const user of users) await server.joinClass(user.token, opened);
  await server.fillClass(opened, 250);
  answered.length = 0;
  const reads = users.flatMap((user) =>
    [1, 2].map(() => server.ask('GET', `/classes/${opened.id}`, { token: user.token })),
  );
  const profile = server.ask('GET', '/profile', { token: neighbour.token });
  const answers = await Promise.all([profile, ...reads]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answered.indexOf(neighbour.user.id) - before).toBeLessThan(10);
});

test('uploads of twenty accounts wait for their turn (X-648)', async () => {
  const server = await startServer();
  const picture = await aPicture();
  const uploads = (await accounts(server)).map(({ token }) =>
    server.ask('PATCH', '/users/avatar', { token, body: aForm(picture) }),
  );
  expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a full queue refuses the client that has used the most time (X-635)', async () => {
  const pass = stopClock();
  const queue = new Queue({ running: { total: 1 }, waiting: { network: 2 }, timeOut: 60_000 });
  const released = Promise.withResolvers<void>();
  const run = (id: string, work: () => Promise<void> = async () => pass(100)) => queue.run(work, userAtSchool(id));
  const used = run('a');
  const running = run('b', () => released.promise);
  const again = run('a');
  await used;
  const others = [run('c'), run('d')];
  released.resolve();
  await expect(again).rejects.toThrow('The queue is full');
  await Promise.all([running, ...others]);
});

test.for(SHARES)('the %s that has used least goes first (X-636)', async ([, clientOf]) => {
  const { pass, order, runAs } = makeOrdered({ running: { total: 1 }, timeOut: 60_000 });
  const run = (name: string, milliseconds: number) => runAs(name, clientOf(name), milliseconds);
  const slow = [1, 2].flatMap(() => ['a', 'b', 'c'].map((name) => run(name, 100)));
  await Promise.all([...slow, ...[1, 2, 3].map(() => run('quick', 1))]);
  expect(order.join(' ')).toBe('a b c quick quick quick a b c');
  order.length = 0;
  pass(60_000);
  await Promise.all(['first', 'a', 'a', 'b', 'b', 'c', 'c'].map((name) => run(name, 0)));
  expect(order.join(' ')).toBe('first a b c a b c');
});

test.for(SHARES)('the %s that held a slot for long waits little for many short tasks (X-636)', async ([, clientOf]) => {
  const { order, runAs } = makeOrdered({ running: { total: 1 }, timeOut: 60_000 });
  const run = (name: string, milliseconds: number) => runAs(name, clientOf(name), milliseconds);
  const short = Array.from({ length: 200 }, () => ['a', 'b', 'c', 'd'].map((name) => run(name, 0.1)));
  await Promise.all([run('long', 1_000), ...short.flat(), run('long', 0)]);
  expect(order.lastIndexOf('long')).toBeLessThan(450);
});

test.for(SHARES)('the %s that used time in an earlier wave goes last (X-636)', async ([, clientOf]) => {
  const { pass, order, runAs } = makeOrdered({ running: { total: 1 }, timeOut: 60_000 });
  const run = (name: string) => runAs(name, clientOf(name), 100);
  // The last one delays nobody.
  await Promise.all(['a', 'b', 'c', 'last'].map(run));
  order.length = 0;
  pass(59_000);
  await Promise.all(['c', 'a', 'b', 'newcomer'].map(run));
  expect(order.join(' ')).toBe('c newcomer a b');
});

test.for(SHARES)(
  'the %s that used time while nobody else waited owes one turn at most (X-636)',
  async ([, clientOf]) => {
    const { order, runAs } = makeOrdered({ running: { total: 1 }, timeOut: 60_000 });
    const run = (name: string) => runAs(name, clientOf(name), 100);
    const turnOf = async (name: string) => {
      order.length = 0;
      await Promise.all(['newcomer', name, 'newcomer', 'newcomer', 'newcomer'].map(run));
      return order.indexOf(name);
    };
    await Promise.all(Array.from({ length: 30 }, () => run('alone')));
    expect(await turnOf('alone')).toBe(1);
    // Each waits for the other only.
    let waiting = run('one');
    for (let turn = 0; turn < 30; turn += 1) {
      const next = run(turn % 2 === 0 ? 'other' : 'one');
      await waiting;
      waiting = next;
    }
    await waiting;
    expect(await turnOf('one')).toBeLessThanOrEqual(2);
  },
);

test('a task is not charged for those that run while it waits (X-637)', async () => {
  const pass = stopClock();
  const queue = new Queue({ running: {}, waiting: {}, slice: 5 });
  const order: string[] = [];
  const bothRead = Promise.withResolvers<void>();
  const run = (network: string, work: () => Promise<void>) =>
    queue.run(async () => {
      order.push(network);
      await work();
    }, visitorOf(network));
  const write = run('writer', () => bothRead.promise);
  const reads = ['a', 'a', 'b', 'b'].map((network) =>
    run(network, async () => {
      pass(100);
      if (network === 'b') setImmediate(bothRead.resolve);
    }),
  );
  await write;
  await Promise.all([...reads, run('writer', async () => undefined)]);
  expect(order.join(' ')).toBe('writer a b writer a b');
});

test('a task whose slice is interrupted is charged for 20 ms at most (X-637)', async () => {
  const { order, runAs } = makeOrdered({ slice: 5 });
  const run = (network: string, milliseconds: number) => runAs(network, visitorOf(network), milliseconds);
  const tasks = [run('a', 1_000), run('a', 10), ...Array.from({ length: 9 }, () => run('b', 10))];
  await Promise.all(tasks);
  expect(order.lastIndexOf('a')).toBeLessThan(5);
});

test('a request is charged for its slot without its waits in other queues (X-637)', async () => {
  const pass = stopClock();
  const queue = new Queue({ running: { total: 1 }, waiting: {}, timeOut: 60_000 });
  const other = new Queue({ running: { total: 1 }, waiting: {} });
  const app = fastify().decorateRequest('userId', '');
  const order: string[] = [];
  const allWait = Promise.withResolvers<void>();
  limitConcurrency(app, { ...makeRequestQueues(LIMITS.requests, false), imports: queue });
  app.get<{ Params: { own: string } }>('/:own', { config: { queue: 'imports' } }, async ({ ip, params }) => {
    order.push(params.own);
    await allWait.promise;
    if (ip === '192.0.2.1') {
      const free = await other.enter();
      const waiting = other.enter(currentClient.getStore());
      pass(100);
      free();
      (await waiting)();
    }
    pass(Number(params.own));
    return {};
  });
  const ask = (own: number, remoteAddress: string) => app.inject({ url: `/${own}`, remoteAddress });
  const round = () => [ask(30, '192.0.2.1'), ask(20, '192.0.2.2'), ask(50, '192.0.2.3')];
  const all = [...round(), ...round()];
  while (queue.waiting < all.length - 1) await nextTurn();
  allWait.resolve();
  await Promise.all(all);
  expect(order.join(' ')).toBe('30 20 50 20 30 50');
});

/** Two tasks of 50 ms in a queue, and a function that adds tasks of 1 ms to another. */
function makeSlowAndQuick() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = stopClock();
  const slow = new Queue({ running: {}, waiting: {}, slice: 5 });
  const quick = new Queue({ running: {}, waiting: {}, slice: 5 });
  const started: string[] = [];
  const run = (queue: Queue, name: string, milliseconds: number) =>
    queue.run(async () => {
      started.push(name);
      pass(milliseconds);
      vi.advanceTimersByTime(milliseconds);
    });
  const runSlow = () => Promise.all([run(slow, 'slow', 50), run(slow, 'slow', 50)]);
  return { started, runSlow, runQuick: () => run(quick, 'quick', 1) };
}

test('a queue rests after a long task while others are busy (X-658)', async () => {
  const { started, runSlow, runQuick } = makeSlowAndQuick();
  await Promise.all([runSlow(), ...Array.from({ length: 100 }, runQuick)]);
  expect(started.indexOf('slow')).toBe(0);
  expect(started.indexOf('slow', 1)).toBeGreaterThan(45);
  // After this, the quick queue knows that it has nothing left. Alone, the slow one does not rest.
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  await runSlow();
});

test('a queue does not rest when others have had no tasks for five milliseconds (X-658)', async () => {
  const { started, runSlow, runQuick } = makeSlowAndQuick();
  const all = [runSlow(), runQuick()];
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  vi.advanceTimersByTime(4);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(started).toEqual(['slow', 'quick']);
  vi.advanceTimersByTime(1);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(started).toEqual(['slow', 'quick', 'slow']);
  await Promise.all(all);
});

test('what follows a write does not rest with long steps of reads (X-658)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = stopClock();
  const step = async () => {
    await nextSlice();
    pass(50);
  };
  const steps = currentClient.run({ ...visitorOf('reader'), slotOf: 'lists' }, () => Promise.all([step(), step()]));
  let written = 0;
  const afterWrite = () => currentClient.run(visitorOf('writer'), nextSlice).then(() => void (written += 1));
  const writes = Array.from({ length: 20 }, afterWrite);
  const others = new Queue({ running: {}, waiting: {}, slice: 5 });
  await Promise.all(Array.from({ length: 100 }, () => others.run(async () => pass(1))));
  expect(written).toBe(20);
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all([steps, ...writes]);
});

test('connections that pause for moments do not have more than half of the time (X-610)', async () => {
  const pass = stopClock();
  const connecting = createServer().removeAllListeners('connection');
  acceptFirst(connecting);
  const queue = new Queue({ running: {}, waiting: {}, slice: 0 });
  let turns = 0;
  let started = 0;
  const startNext = async (): Promise<void> => {
    (await queue.enter())();
    started += 1;
    if (turns < 2_000) return startNext();
  };
  const all = startNext();
  for (; turns < 2_000; turns += 1) {
    // They pause for three turns after less time than that for which they go first.
    if (turns % 100 < 97) connecting.emit('connection');
    pass(1);
    await nextTurn();
  }
  await all;
  expect(started).toBeGreaterThan(900);
});

/** Fills a queue for each slice with tasks of five milliseconds. Returns the queues of the first `tasks` of them, by turn. */
async function startsByTurn(slices: Record<string, number>, tasks: number) {
  const pass = stopClock();
  const turn = countTurns();
  const starts: Array<[turn: number, name: string]> = [];
  const all = Object.entries(slices).flatMap(([name, slice]) => {
    const queue = new Queue({ running: {}, waiting: {}, slice });
    const run = async () => {
      starts.push([turn(), name]);
      pass(5);
    };
    return Array.from({ length: tasks }, () => queue.run(run));
  });
  await Promise.all(all);
  const turns = Map.groupBy(starts.slice(0, tasks), ([at]) => at);
  return [...turns.values()].map((some) => some.map(([, name]) => name));
}

test('all queues together start tasks for ten milliseconds of a turn (X-610)', async () => {
  const turns = await startsByTurn({ a: 5, b: 5, c: 5 }, 30);
  expect(turns.map((names) => names.join(''))).toEqual(Array.from({ length: 5 }, () => ['ab', 'ca', 'bc']).flat());
});

test('a queue with a longer slice has a larger share of the turns (X-610)', async () => {
  const turns = await startsByTurn({ long: QUEUES.writes.slice, short: QUEUES.continuations.slice }, 100);
  expect(turns.flat().filter((name) => name === 'long').length).toBeGreaterThan(77);
});

test('a task that frees its slot before it ends counts once (X-636)', async () => {
  const pass = stopClock();
  const queue = new Queue({ running: { total: 1 }, waiting: {}, timeOut: 60_000 });
  const order: string[] = [];
  const end = Promise.withResolvers<void>();
  const run = (id: string, work?: (free: () => void) => Promise<void>) =>
    queue.run(async (free) => {
      order.push(id);
      await work?.(free);
    }, userAtSchool(id));
  const early = run('a', async (free) => {
    pass(10);
    free();
    await end.promise;
  });
  const others = [
    run('b', async () => pass(20)),
    run('c', async () => {
      pass(100);
      end.resolve();
      await early;
    }),
  ];
  await Promise.all([...others, run('b'), run('a')]);
  expect(order.join(' ')).toBe('a b c a b');
});

test('a task whose connection closes leaves the queue (X-659)', async () => {
  const queue = new Queue({ running: { total: 1 }, waiting: {}, timeOut: 1_000 });
  const free = await queue.enter();
  const connection = new EventEmitter();
  const waiting = queue.enter(visitorOf('a'), 0, connection);
  connection.emit('close');
  await expect(waiting).rejects.toThrow('The connection closed');
  expect(queue.waiting).toBe(0);
  const next = queue.enter(visitorOf('b'), 0, connection);
  free();
  await next;
  expect(connection.listenerCount('close')).toBe(0);
});
