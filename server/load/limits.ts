import { availableParallelism } from 'node:os';
import type { QueueLimits } from './queue.ts';
import type { Limits } from './usage.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Of requests in ten seconds. `session`: logouts. Logins are not counted. */
export type Rates = { write: number; session: number; read: number; profile: number; search: number };

/** The limits of each shared resource, explained in docs/decisions/0018-limits.md. Times are in milliseconds. */
export type MachineLimits = {
  /** A request waits in up to three queues: until its socket is read, its head is handled, and its handler runs. */
  firstReads: QueueLimits;
  reads: QueueLimits;
  heads: QueueLimits;
  requests: QueueLimits;
  sockets: Limits;
  /**
   * Per socket: requests in its lifetime, headers, parameters and characters of `X-Forwarded-For` of each, and milliseconds
   * for a response, until the client has read it.
   */
  socket: { requests: number; headers: number; parameters: number; forwardedFor: number; response: number };
  /** In bytes: request bodies, until the response has been sent; tiny ones only until they have arrived. */
  bodies: Limits;
  /** In bytes: responses that the client has not read. */
  unread: Limits;
  /**
   * Requests per ten seconds: of a user, of a network's visitors, and of a network without a token. `logged`: those of a
   * network without a session whose refusal is logged, for each security event.
   */
  rates: { user: Rates; visitors: Rates; network: number; logged: number };
};

export const LIMITS: MachineLimits = {
  // Of new sockets: those of a proxy have no known client until they are read.
  firstReads: { running: { total: 96 }, waiting: {}, timeOut: 10_000 },
  reads: { running: { total: 32 }, waiting: {}, timeOut: 10_000 },
  // A larger share than that of other queues: with an equal one, heads timed out behind slow work.
  heads: { running: {}, waiting: {}, timeOut: 10_000, slice: 20 },
  requests: {
    running: { client: 4, network: 16 },
    waiting: { client: 600, network: 1_000, total: 1_500 },
    timeOut: 10_000,
    slice: 5,
  },
  // More than three times the sockets of a classroom: thirty browsers with six each.
  sockets: { network: 600, total: 2_048 },
  socket: { requests: 1_000, headers: 100, parameters: 100, forwardedFor: 2_000, response: 60_000 },
  bodies: { client: 16 * MIB, network: 48 * MIB, total: 64 * MIB },
  unread: { client: 16 * MIB, network: 32 * MIB, total: 64 * MIB },
  rates: {
    // `profile` is separate from `read`, because some clients log out when `GET /profile` fails.
    user: { write: 300, session: 300, read: 3_000, profile: 3_000, search: 100 },
    // Enough for thirty clients, each with thirty reads and one search a second.
    visitors: { write: 1_000, session: 1_000, read: 12_000, profile: 12_000, search: 300 },
    network: 36_000,
    logged: 1_000,
  },
};

const READS: QueueLimits = {
  running: { total: 2 },
  // More than there are sockets: a client that is refused at once may retry at once, and each try costs a session look-up.
  waiting: { client: 100, network: 600, total: 2_500 },
  timeOut: 10_000,
  slice: 5,
};

/** Queues of expensive work. */
export const QUEUES = {
  // A hash takes 19 MiB and a core for 30 ms; libuv has four threads for them.
  hashes: {
    running: { total: Math.min(4, availableParallelism()) },
    // Of each priority. Two slow cores hash about a hundred in five seconds.
    waiting: { total: 128 },
    timeOut: 5_000,
    // An attacker with many accounts can have the highest priority too.
    first: [2, 1, 2, 0],
    name: 'hashes',
  },
  // One queue per account, network, e-mail or reset token, which runs its attempts one after the other.
  throttled: { running: { total: 1 }, waiting: { total: 64 }, timeOut: 5_000 },
  // A decoder takes up to 260 MB and a core.
  pictures: {
    running: { total: 1 },
    // A client that is refused at once may retry at once. Bodies have limits of their own.
    waiting: { client: 3, network: 200, total: 400 },
    timeOut: 10_000,
    name: 'pictures',
  },
  previews: { running: { total: 1 }, waiting: { network: 16, total: 48 }, timeOut: 10_000 },
  // On PostgreSQL, each takes several statements of up to a megabyte.
  lists: { ...READS, running: { total: 6 } },
  // Public pages, exports and small classes: up to 90 ms, in few steps, of which the pages would take most of the event
  // loop if there were more slots. They only read, as do the two below: no slot waits for a write.
  documents: { ...READS, running: { total: 3 } },
  // Pages of `/pessoas`: up to 80 ms, on PostgreSQL 300.
  people: READS,
  // Large classes: up to 50 ms in twenty steps, and 2 MB.
  rosters: { ...READS, running: { total: 4 } },
  // Many short steps, each of which waits for PostgreSQL and a turn of the event loop.
  searches: { ...READS, running: { total: 6 } },
  // Each takes tens of milliseconds of CPU, and holds a connection to PostgreSQL or the write lock of SQLite.
  imports: {
    running: { total: 2 },
    waiting: { client: 8, network: 200, total: 400 },
    timeOut: 10_000,
    name: 'imports',
  },
  // Of pages that change with each Host. Leaves two of libuv's four threads to the hashes, which the queue of hashes divides.
  // Those of requests with a slot of a small queue go first, so that the slot is free sooner.
  compressions: { running: { total: 2 }, waiting: { network: 16, total: 48 }, timeOut: 10_000, first: [1, 0] },
  // Requests without a slot, with bodies above 8 KiB to be parsed and validated, which takes up to 17 ms.
  bodies: { running: {}, waiting: {}, timeOut: 10_000, slice: 5 },
  // On SQLite. A larger share, as for `heads`: with an equal one, writes timed out behind slow reads.
  writes: { running: { total: 1 }, waiting: {}, timeOut: 2_500, slice: 20, name: 'writes' },
  // Requests that continue after a wait for the database.
  continuations: { running: {}, waiting: {}, slice: 5 },
  // Of those with a slot of a small queue: long steps make their queue rest, and logins would rest with them. A larger share,
  // because it serves several queues.
  slowContinuations: { running: {}, waiting: {}, slice: 20 },
  // Of searches. Many short steps each: behind those of pages and classes, a search would take seconds.
  searchContinuations: { running: {}, waiting: {}, slice: 20 },
  // On PostgreSQL, one queue per user. Short, because each waiting write occupies a slot of its network.
  userWrites: { running: { total: 1 }, waiting: { total: 8 }, timeOut: 2_000 },
  // On PostgreSQL. Without a limit, profiles of up to 0.9 MB would occupy all connections.
  profiles: { ...READS, running: { total: 3 } },
  // Two hundred mails of one network are sent in time if each takes six seconds: a waiting mail counts for its e-mail.
  mails: { running: { network: 2, total: 10 }, waiting: { total: 200 }, timeOut: 600_000, name: 'mails' },
} satisfies Record<string, QueueLimits>;
