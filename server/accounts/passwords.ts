import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { makeQueue, type QueueLimits } from '../queue.ts';

const derive = promisify(argon2);

/** Memory in KiB, passes and lanes; the floor is from the OWASP Password Storage Cheat Sheet. */
type Cost = { memory: number; passes: number; parallelism: number };
const FLOOR: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

// A hash takes 19 MiB and a core for 30 ms: an unbounded burst of logins would take the whole machine.
const LIMITS: QueueLimits = { running: 4, waiting: 64, timeOut: 5_000 };

/** argon2id. `hash` and `verify` throw Overloaded; those who ask are served in turn, by their network `from`. */
export type Passwords = {
  /** A PHC string, which names its own cost. */
  hash(password: string, from?: string): Promise<string>;
  /** False without a stored hash, after just as much work. */
  verify(password: string, stored: string | undefined, from?: string): Promise<boolean>;
  needsRehash(stored: string): boolean;
};

/** Throws RangeError for a cost below the floor. */
export function makePasswords(settings: Partial<Cost & QueueLimits> = {}): Passwords {
  const cost: Cost = {
    memory: settings.memory ?? FLOOR.memory,
    passes: settings.passes ?? FLOOR.passes,
    parallelism: settings.parallelism ?? FLOOR.parallelism,
  };
  if (cost.memory < FLOOR.memory || cost.passes < FLOOR.passes || cost.parallelism < FLOOR.parallelism) {
    throw new RangeError('Passwords would be hashed below the accepted floor');
  }
  const enqueue = makeQueue({ ...LIMITS, ...settings });
  // Checked for unknown e-mails: the time of an answer must not tell which exist (OWASP ASVS 6.3.8).
  const decoy: Phc = { cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  return {
    hash: async (password, from) => {
      const salt = randomBytes(SALT_BYTES);
      return format({
        cost,
        salt,
        tag: await enqueue(() => tagOf(password, { cost, salt, tag: { length: TAG_BYTES } }), from),
      });
    },
    verify: async (password, stored, from) => {
      const expected = stored === undefined ? decoy : parse(stored);
      const actual = await enqueue(() => tagOf(password, expected), from);
      return timingSafeEqual(actual, expected.tag) && stored !== undefined;
    },
    needsRehash: (stored) => {
      const { cost: its, salt, tag } = parse(stored);
      return format({ cost: its, salt: decoy.salt, tag: decoy.tag }) !== format(decoy) || !isFullSize(salt, tag);
    },
  };
}

type Phc = { cost: Cost; salt: Buffer; tag: Buffer };

function isFullSize(salt: Buffer, tag: Buffer): boolean {
  return salt.length === SALT_BYTES && tag.length === TAG_BYTES;
}

// Systems send the same password composed or decomposed (NFC, NIST SP 800-63B).
function tagOf(password: string, { cost, salt, tag }: { cost: Cost; salt: Buffer; tag: { length: number } }) {
  return derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength: tag.length, ...cost });
}

function format({ cost, salt, tag }: Phc): string {
  const [salt64, tag64] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt64}$${tag64}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): Phc {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) throw new Error('A stored password hash is no argon2id PHC string');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
