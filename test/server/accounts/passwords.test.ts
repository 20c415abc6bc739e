import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makePasswords } from '../../../server/accounts/passwords.ts';
import { Overloaded } from '../../../server/queue.ts';
import { aPerson } from '../../helpers/make.ts';
import { type SignedIn, startServer, statusesOf, workOf } from '../../helpers/start-server.ts';

const passwords = makePasswords();

describe('a hash', () => {
  test('is argon2id at the floor, with a salt of its own, and can be computed again elsewhere', async () => {
    const [hash, another] = [await passwords.hash('senha123'), await passwords.hash('senha123')];
    expect(hash).not.toBe(another);
    const [, id, version, cost, salt = '', tag = ''] = hash.split('$');
    expect([id, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    const nonce = Buffer.from(salt, 'base64');
    expect(nonce).toHaveLength(16);
    const again = argon2Sync('argon2id', {
      message: 'senha123',
      nonce,
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(again.toString('base64').replace(/=+$/, '')).toBe(tag);
  });

  test('is matched by its password alone', async () => {
    const hash = await passwords.hash('senha123');
    expect(await passwords.verify('senha123', hash)).toBe(true);
    expect(await passwords.verify('Senha123', hash)).toBe(false);
    expect(await passwords.verify('senha123', undefined)).toBe(false);
  });

  test('below the floor is never made', () => {
    expect(() => makePasswords({ memory: 19_455 })).toThrow(RangeError);
    expect(() => makePasswords({ passes: 1 })).toThrow(RangeError);
  });

  test('asks to be renewed when its cost is not the one of today', async () => {
    const stronger = makePasswords({ passes: 3 });
    const hash = await passwords.hash('senha123');
    expect(passwords.needsRehash(hash)).toBe(false);
    expect(stronger.needsRehash(hash)).toBe(true);
    expect(await stronger.verify('senha123', hash)).toBe(true);
  });

  test('with a pepper matches under that pepper alone, and is made anew at a login (X-171)', async () => {
    const [one, other] = ['one', 'other'].map((word) => makePasswords({ pepper: word.repeat(16) }));
    const [plain, peppered] = [await passwords.hash('senha123'), (await one?.hash('senha123')) ?? ''];
    expect(await one?.verify('senha123', peppered)).toBe(true);
    expect(await one?.verify('outra123', peppered)).toBe(false);
    expect(await other?.verify('senha123', peppered)).toBe(false);
    expect(await passwords.verify('senha123', peppered)).toBe(false);
    expect(await one?.verify('senha123', plain)).toBe(true);
    expect([one?.needsRehash(plain), one?.needsRehash(peppered)]).toEqual([true, false]);
    expect(peppered).not.toContain('one');
    expect(peppered.slice(-43)).not.toBe(plain.slice(-43));
  });

  test('that is damaged is a fault, not a wrong password', async () => {
    await expect(passwords.verify('senha123', '$2b$08$abc')).rejects.toThrow('no argon2id');
  });
});

describe('the queue', () => {
  test('turns away who finds it full, and serves everyone else', async () => {
    const small = makePasswords({ running: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => small.hash('senha123')));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    await expect(small.hash('senha123')).resolves.toContain('argon2id');
  });

  test('turns away who has waited too long', async () => {
    const impatient = makePasswords({ running: 1, timeOut: 1 });
    const first = impatient.hash('senha123');
    await expect(impatient.hash('senha123')).rejects.toThrow(Overloaded);
    await first;
    await expect(impatient.hash('senha123')).resolves.toContain('argon2id');
  });

  test('gives each network its turn: one that floods it takes no place from the others (X-165)', async () => {
    const small = makePasswords({ running: 1, waiting: 8, timeOut: 60_000 });
    const server = await startServer({ passwords: small });
    const crowd = [];
    for (let count = 0; count < 24; count += 1) crowd.push(await server.signUp());
    const logIn = ({ person: { email, password } }: SignedIn, from: string) =>
      server.ask('POST', '/sessions', { body: { email, password }, from });
    const flood = Promise.all(crowd.slice(6).map((someone) => logIn(someone, '203.0.113.9')));
    const others = crowd.slice(0, 6).map((someone, index) => logIn(someone, `198.51.100.${index}`));
    expect(statusesOf(await Promise.all(others))).toEqual(Array<number>(6).fill(200));
    expect((await flood).filter(({ status }) => status === 503).length).toBeGreaterThan(8);
  });

  test('answers 503 with the time to try again, for known and unknown e-mails alike', async () => {
    const small = makePasswords({ running: 1, waiting: 0 });
    const server = await startServer({ passwords: small });
    const { person } = await server.signUp();
    const end = new AbortController();
    // One hash follows another without a gap: the queue is full for as long as the answers take to come.
    const holding = (async () => {
      while (!end.signal.aborted) await small.hash('senha123');
    })();
    const logIns = [person.email, 'nobody@example.com'].map((email) =>
      server.ask('POST', '/sessions', { body: { email, password: 'senha123' } }),
    );
    for (const answer of await Promise.all(logIns)) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '1' } });
    }
    end.abort();
    await holding;
    expect((await server.ask('POST', '/users', { body: aPerson() })).status).toBe(201);
  });

  test('takes as long for an unknown e-mail as for a wrong password', async () => {
    const hash = await passwords.hash('senha123');
    const known = await workOf(() => passwords.verify('outra123', hash), 15);
    const unknown = await workOf(() => passwords.verify('outra123', undefined), 15);
    // Without the decoy the ratio is a thousand; the room is for what else this process does.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });
});
