import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { QUEUES } from '../load/limits.ts';
import { type Priority, Queue, type QueueLimits } from '../load/queue.ts';
import type { Client } from '../load/clients.ts';

const derive = promisify(argon2);

type Cost = { memory: number; passes: number; parallelism: number };
// The minimum of the OWASP Password Storage Cheat Sheet.
const MINIMUM: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export type Passwords = ReturnType<typeof makePasswords>;

/** argon2id in a fair queue; throws Overloaded. Hashes with another `pepper` never match. */
export function makePasswords(settings: Partial<Cost & QueueLimits> & { pepper?: string | undefined } = {}) {
  const { memory, passes, parallelism } = { ...MINIMUM, ...settings };
  if (memory < MINIMUM.memory || passes < MINIMUM.passes || parallelism < MINIMUM.parallelism) {
    throw new RangeError('The cost of password hashes is below the accepted minimum');
  }
  const cost: Cost = { memory, passes, parallelism };
  const queue = new Queue({ ...QUEUES.hashes, ...settings });
  const { pepper } = settings;
  const keyId = pepper === undefined ? undefined : createHash('sha256').update(pepper).digest('hex').slice(0, 12);
  // Verified for unknown e-mails, so that response times do not reveal which exist (OWASP ASVS 6.3.8).
  const decoy: Phc = { cost, keyId, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  return {
    hash: async (password: string, client?: Client, priority?: Priority) => {
      const salt = randomBytes(SALT_BYTES);
      const tag = await queue.run(() => tagOf(password, { ...decoy, salt }, pepper), client, priority);
      return format({ ...decoy, salt, tag });
    },
    verify: async (password: string, stored: string | undefined, client?: Client, priority?: Priority) => {
      const expected = stored === undefined ? decoy : parse(stored);
      const secret = expected.keyId === undefined ? undefined : pepper;
      const actual = await queue.run(() => tagOf(password, expected, secret), client, priority);
      const hasPepper = expected.keyId === undefined || expected.keyId === keyId;
      return timingSafeEqual(actual, expected.tag) && hasPepper && stored !== undefined;
    },
    needsRehash: (stored: string) => {
      const { salt, tag, ...settingsOfHash } = parse(stored);
      const isFullSize = salt.length === SALT_BYTES && tag.length === TAG_BYTES;
      return !isFullSize || !isDeepStrictEqual(settingsOfHash, { cost, keyId });
    },
  };
}

type Phc = { cost: Cost; keyId: string | undefined; salt: Buffer; tag: Buffer };

// Operating systems encode accents composed or decomposed. NFC makes both forms equal (NIST SP 800-63B).
function tagOf(password: string, { cost, salt, tag }: Phc, pepper: string | undefined) {
  const secret = pepper === undefined ? {} : { secret: pepper };
  const message = password.normalize('NFC');
  return derive('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost, ...secret });
}

function format({ cost, keyId, salt, tag }: Phc): string {
  const [salt64, tag64] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}${keyId === undefined ? '' : `,keyid=${keyId}`}$${salt64}$${tag64}`;
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})(?:,keyid=([0-9a-f]{12}))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): Phc {
  const [, memory, passes, parallelism, keyId, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) throw new Error('A stored password hash is not an argon2id PHC string');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    keyId,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
