import { availableParallelism } from 'node:os';
import type { Limits } from './ledger.ts';
import type { QueueLimits } from './queue.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export type Rates = { write: number; logIn: number; read: number; profile: number; search: number };

/** The limits of each shared resource, explained in docs/decisions/0018-limits.md. Times are in milliseconds. */
export type MachineLimits = {
  /** Sockets with unread requests. */
  reads: QueueLimits;
  /** Requests whose head has arrived, before any work on them. */
  arrivals: QueueLimits;
  requests: QueueLimits;
  sockets: Limits;
  /** Of one socket: requests in its lifetime, concurrent requests, and the longest time to read a response. */
  socket: { requests: number; concurrent: number; response: number };
  /** In bytes: pipelined requests that wait for an earlier request on the same socket. */
  pipelined: Limits;
  /** In bytes: request bodies, from the head of the request to the end of its response. */
  bodies: Limits;
  /** In bytes: responses that the client has not read. */
  unread: Limits;
  /** Requests in ten seconds: of one user, of the visitors of a network, and of all in a network. */
  rates: { user: Rates; visitors: Rates; network: number };
};

export const LIMITS: MachineLimits = {
  reads: { running: { total: 8 }, waiting: {}, timeOut: 10_000, slice: 5 },
  arrivals: { running: {}, waiting: { group: 1_200, total: 4_000 }, timeOut: 10_000, slice: 5 },
  requests: {
    running: { member: 4, group: 16 },
    waiting: { member: 600, group: 1_000, total: 1_500 },
    timeOut: 10_000,
    slice: 5,
  },
  // Three times the sockets of a classroom: thirty browsers with six each.
  sockets: { group: 600, total: 2_048 },
  socket: { requests: 1_000, concurrent: 8, response: 60_000 },
  pipelined: { group: MIB, total: 16 * MIB },
  bodies: { member: 16 * MIB, group: 48 * MIB, total: 96 * MIB },
  unread: { member: 16 * MIB, group: 32 * MIB, total: 128 * MIB },
  rates: {
    // `profile` is separate from `read`, because some clients log out when `GET /profile` fails.
    user: { write: 300, logIn: 300, read: 3_000, profile: 3_000, search: 100 },
    // Enough for thirty clients, each with thirty reads and one search a second.
    visitors: { write: 1_000, logIn: 6_000, read: 12_000, profile: 12_000, search: 300 },
    network: 36_000,
  },
};

/** Queues of expensive work. A group is a network, except in `passwordChecks`: there it is an account or a counter. */
export const QUEUES = {
  // A hash takes 19 MiB and a core for 30 ms; libuv has four threads for them.
  hashes: {
    running: { total: Math.min(4, availableParallelism()) },
    waiting: { total: 64 },
    timeOut: 5_000,
    name: 'hashes',
  },
  passwordChecks: { running: { group: 1 }, waiting: { group: 64 }, timeOut: 5_000 },
  // A decoder takes up to 260 MB and a core.
  pictures: { running: { total: 1 }, waiting: { member: 3, group: 16, total: 32 }, timeOut: 10_000, name: 'pictures' },
  previews: { running: { total: 1 }, waiting: { group: 16, total: 48 }, timeOut: 10_000 },
  mails: { running: { total: 4 }, waiting: { total: 200 }, timeOut: 60_000, name: 'mails' },
} satisfies Record<string, QueueLimits>;
