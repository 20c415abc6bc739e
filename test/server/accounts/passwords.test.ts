import { argon2Sync } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { addUser } from '../../../server/database/users/users.ts';
import { Overloaded } from '../../../server/load/queue.ts';
import { aPerson } from '../../helpers/make.ts';
import { startServer, workOf } from '../../helpers/start-server.ts';

const passwords = makePasswords();
const hash = await passwords.hash('senha123');

describe('a hash', () => {
  test('is argon2id at the OWASP minimum, with a random salt', async () => {
    expect(await passwords.hash('senha123')).not.toBe(hash);
    const [, id, version, cost, salt = '', tag = ''] = hash.split('$');
    const nonce = Buffer.from(salt, 'base64');
    expect([id, version, cost, nonce.length]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1', 16]);
    const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    const again = argon2Sync('argon2id', { message: 'senha123', nonce, ...costs });
    expect(again.toString('base64').replace(/=+$/, '')).toBe(tag);
    for (const weak of [{ memory: 19_455 }, { passes: 1 }]) expect(() => makePasswords(weak)).toThrow(RangeError);
  });

  test('with a pepper needs that pepper; one without it is renewed', async () => {
    const [one, other] = [makePasswords({ pepper: 'one'.repeat(16) }), makePasswords({ pepper: 'other'.repeat(16) })];
    const peppered = await one.hash('senha123');
    expect(await one.verify('senha123', peppered)).toBe(true);
    for (const without of [other, passwords]) expect(await without.verify('senha123', peppered)).toBe(false);
    expect(await one.verify('senha123', hash)).toBe(true);
    expect([one.needsRehash(hash), one.needsRehash(peppered)]).toEqual([true, false]);
  });

  test('that is damaged is an error, not a wrong password', async () => {
    await expect(passwords.verify('senha123', '$2b$08$abc')).rejects.toThrow('not an argon2id');
  });
});

describe('the queue of hashes', () => {
  test('rejects tasks that waited too long', async () => {
    const impatient = makePasswords({ running: { total: 1 }, timeOut: 1 });
    const first = impatient.hash('senha123');
    await expect(impatient.hash('senha123')).rejects.toThrow(Overloaded);
    await first;
    await expect(impatient.hash('senha123')).resolves.toContain('argon2id');
  });

  test.for([
    ['one network', () => '203.0.113.9'],
    ['one IPv6 /48', (count: number) => `2001:db8:0:${count}::1`],
  ] as const)('reserves slots for others during a flood from %s (X-165)', async ([, flooder]) => {
    const queue = { running: { total: 1 }, waiting: { total: 2 }, timeOut: 60_000 };
    const server = await startServer({ passwords: makePasswords(queue) });
    const logIn = async (from: string) => {
      const { password: _none, ...user } = aPerson();
      await addUser(server.database, user, { passwordHash: hash, visibility: 'private' }, new Date());
      const body = { email: user.email, password: 'senha123' };
      return (await server.ask('POST', '/sessions', { body, from })).status;
    };
    const statuses: number[] = [];
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const flood = Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted) statuses.push(await logIn(flooder(statuses.length)));
    });
    for (let count = 0; count < 6; count += 1) {
      const refused = statuses.filter((status) => status === 503).length;
      await expect.poll(() => statuses.filter((status) => status === 503).length).toBeGreaterThan(refused);
      expect(await logIn(`198.51.100.${count}`)).toBe(200);
    }
    end.abort();
    await Promise.all(flood);
  });

  test('answers 503 with Retry-After when full, for known and unknown e-mails', async () => {
    const small = makePasswords({ running: { total: 1 }, waiting: { total: 0 } });
    const server = await startServer({ passwords: small });
    const { person } = await server.signUp();
    const end = new AbortController();
    // Hashes run without a gap, so the queue is full until the last response.
    const holding = (async () => {
      while (!end.signal.aborted) await small.hash('senha123');
    })();
    for (const email of [person.email, 'nobody@example.com']) {
      const answer = await server.ask('POST', '/sessions', { body: { email, password: 'senha123' } });
      expect(answer).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
    }
    end.abort();
    await holding;
    expect((await server.ask('POST', '/users', { body: aPerson() })).status).toBe(201);
  });
});

test('an unknown e-mail costs as much CPU as a wrong password', async () => {
  const known = await workOf(() => passwords.verify('outra123', hash));
  const unknown = await workOf(() => passwords.verify('outra123', undefined));
  // Without the decoy hash the ratio is a thousand; the margin allows for other work of this process.
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});
