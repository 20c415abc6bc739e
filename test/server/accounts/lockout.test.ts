import { describe, expect, test } from 'vitest';
import type { Passwords } from '../../../server/accounts/passwords.ts';
import { QUEUES } from '../../../server/load/limits.ts';
import { Overloaded, type Priority, Queue } from '../../../server/load/queue.ts';
import { startServer } from '../../helpers/start-server.ts';

const HOME = '203.0.113.7';

/** Wrong passwords are checked once the gate opens, right ones immediately. */
function gatedPasswords() {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let checking = 0;
  const passwords: Passwords = {
    hash: async (password) => `quick ${password}`,
    verify: async (password, stored) => {
      checking += 1;
      if (stored === `quick ${password}`) return true;
      await gate;
      return false;
    },
    needsRehash: () => false,
  };
  return { passwords, open, checking: () => checking };
}

describe('seventy concurrent wrong logins from one IPv6 /48', () => {
  test('do not lock the owner out, at home or elsewhere (X-602)', async () => {
    const { passwords, open, checking } = gatedPasswords();
    const server = await startServer({ passwords });
    const { person } = await server.signUp();
    let refused = 0;
    const logIn = async (password: string, from: string) => {
      const { status } = await server.ask('POST', '/sessions', { body: { email: person.email, password }, from });
      refused += status === 503 ? 1 : 0;
      return status;
    };
    expect(await logIn(person.password, HOME)).toBe(200);
    const before = checking();
    const strangers = Array.from({ length: 70 }, (_, index) =>
      logIn('outra123', `2001:db8:0:${index.toString(16)}::1`),
    );
    await expect.poll(checking).toBe(before + 1);
    // The strangers wait until the gate opens; the owner does not.
    expect(await logIn(person.password, HOME)).toBe(200);
    const elsewhere = logIn(person.password, '198.51.100.7');
    // 64 of the 71 wait, and one is checked.
    await expect.poll(() => refused).toBe(6);
    open();
    expect(await elsewhere).toBe(200);
    await Promise.all(strangers);
  });
});

function startQueue() {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const queue = new Queue({ running: { total: 1 }, waiting: { total: 2 }, timeOut: 60_000 });
  const done: string[] = [];
  const join = (name: string, priority?: Priority) =>
    queue.run(
      async () => {
        await gate;
        done.push(name);
      },
      { network: name, id: '' },
      priority,
    );
  return { join, open, done };
}

describe('a full queue', () => {
  test('refuses the newcomer when all networks wait equally (X-602)', async () => {
    const { join, open, done } = startQueue();
    const waiting = [join('running'), join('first'), join('second')];
    await expect(join('newcomer')).rejects.toThrow(Overloaded);
    open();
    await Promise.all(waiting);
    expect(done).toEqual(['running', 'first', 'second']);
  });

  test('drops the last task of the network with the most (X-602)', async () => {
    const { join, open, done } = startQueue();
    const [running, first, second] = [join('running'), join('greedy'), join('greedy')];
    const refused = expect(second).rejects.toThrow(Overloaded);
    const newcomer = join('newcomer');
    await refused;
    open();
    await Promise.all([running, first, newcomer]);
    expect(done).toEqual(['running', 'greedy', 'newcomer']);
  });

  test('starts a higher priority next (X-606, X-643)', async () => {
    const { join, open, done } = startQueue();
    const waiting = [join('running'), join('first'), join('second'), join('new', 1), join('known', 2)];
    open();
    await Promise.all(waiting);
    expect(done).toEqual(['running', 'known', 'new', 'first', 'second']);
  });
});

test('password hashes of each priority go first at times (X-645)', async () => {
  const queue = new Queue({ ...QUEUES.hashes, running: { total: 1 } });
  const done: Priority[] = [];
  const hash = (priority: Priority) => queue.run(async () => void done.push(priority), undefined, priority);
  const flood = Array.from({ length: 9 }, () => hash(2));
  await Promise.all([...flood, hash(1), hash(0)]);
  expect(done.slice(0, 5)).toEqual(expect.arrayContaining([0, 1]));
});

describe('guesses at one account, each from a new IPv6 /64', () => {
  test.for([
    ['/56', 20, (index: number) => `2001:db8:1:${(0x100 + index).toString(16)}::1`, '2001:db8:1:200::1'],
    ['/48', 50, (index: number) => `2001:db8:2:${(0x100 * index).toString(16)}::1`, '2001:db8:3::1'],
  ] as const)('are delayed after some free ones in a %s (X-606)', async ([, free, from, outside]) => {
    const { passwords, open } = gatedPasswords();
    open();
    const server = await startServer({ passwords });
    const { person } = await server.signUp();
    const logIn = (password: string, address: string) =>
      server.ask('POST', '/sessions', { body: { email: person.email, password }, from: address });
    const home = from(200);
    expect((await logIn(person.password, home)).status).toBe(200);
    for (let index = 0; index < free; index += 1) expect((await logIn('outra123', from(index))).status).toBe(401);
    expect(await logIn('outra123', from(free))).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await logIn(person.password, home)).status).toBe(200);
    expect((await logIn(person.password, outside)).status).toBe(200);
  });
});
