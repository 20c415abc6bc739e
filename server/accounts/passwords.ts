import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { QUEUES } from '../limits.ts';
import { Queue, type QueueLimits } from '../queue.ts';

const derive = promisify(argon2);

/** Memory in KiB, passes and lanes; the floor is from the OWASP Password Storage Cheat Sheet. */
type Cost = { memory: number; passes: number; parallelism: number };
const FLOOR: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** argon2id. `hash` and `verify` throw Overloaded. Networks (`from`) take turns; calls with `isFirst` go before others. */
export type Passwords = {
  /** A PHC string, which names its own cost. */
  hash(password: string, from?: string): Promise<string>;
  /** False without a stored hash, after just as much work. */
  verify(password: string, stored: string | undefined, from?: string, isFirst?: boolean): Promise<boolean>;
  needsRehash(stored: string): boolean;
};

/**
 * Throws RangeError for a cost below the floor. A `pepper` goes into each hash, and its id beside it: hashes made without one
 * still match, and those made with another match no more.
 */
export function makePasswords(settings: Partial<Cost & QueueLimits> & { pepper?: string | undefined } = {}): Passwords {
  const cost: Cost = {
    memory: settings.memory ?? FLOOR.memory,
    passes: settings.passes ?? FLOOR.passes,
    parallelism: settings.parallelism ?? FLOOR.parallelism,
  };
  if (cost.memory < FLOOR.memory || cost.passes < FLOOR.passes || cost.parallelism < FLOOR.parallelism) {
    throw new RangeError('Passwords would be hashed below the accepted floor');
  }
  const queue = new Queue({ ...QUEUES.hashes, ...settings });
  const enqueue = <Result>(work: () => Promise<Result>, from = '', isFirst = false) =>
    queue.run(work, { group: from, member: from }, isFirst);
  const { pepper } = settings;
  const keyId = pepper === undefined ? undefined : createHash('sha256').update(pepper).digest('hex').slice(0, 12);
  // Checked for unknown e-mails: the time of an answer must not tell which exist (OWASP ASVS 6.3.8).
  const decoy: Phc = { cost, keyId, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

  return {
    hash: async (password, from) => {
      const salt = randomBytes(SALT_BYTES);
      return format({
        cost,
        keyId,
        salt,
        tag: await enqueue(() => tagOf(password, { cost, salt, tag: { length: TAG_BYTES } }, pepper), from),
      });
    },
    verify: async (password, stored, from, isFirst) => {
      const expected = stored === undefined ? decoy : parse(stored);
      const secret = expected.keyId === undefined ? undefined : pepper;
      const actual = await enqueue(() => tagOf(password, expected, secret), from, isFirst);
      const hasPepper = expected.keyId === undefined || expected.keyId === keyId;
      return timingSafeEqual(actual, expected.tag) && hasPepper && stored !== undefined;
    },
    needsRehash: (stored) => {
      const { cost: its, keyId: id, salt, tag } = parse(stored);
      return (
        format({ cost: its, keyId: id, salt: decoy.salt, tag: decoy.tag }) !== format(decoy) || !isFullSize(salt, tag)
      );
    },
  };
}

type Phc = { cost: Cost; keyId: string | undefined; salt: Buffer; tag: Buffer };

function isFullSize(salt: Buffer, tag: Buffer): boolean {
  return salt.length === SALT_BYTES && tag.length === TAG_BYTES;
}

// Systems send the same password composed or decomposed (NFC, NIST SP 800-63B).
function tagOf(
  password: string,
  { cost, salt, tag }: { cost: Cost; salt: Buffer; tag: { length: number } },
  pepper: string | undefined,
) {
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
  if (!salt || !tag) throw new Error('A stored password hash is no argon2id PHC string');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    keyId,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
