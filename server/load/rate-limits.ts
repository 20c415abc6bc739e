import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf, networkPrefix, widerNetworksOf } from '../networks.ts';
import { addressClientOf } from './clients.ts';
import { ProblemError, tooManyRequests } from '../problems.ts';
import type { MachineLimits, Rates } from './limits.ts';

const WINDOW = 10_000;
// Beyond it, the least recently used entry is deleted.
const ENTRIES = 20_000;

/** Counts requests in memory, by the monotonic clock, which a change of the system time does not affect. */
class Counts {
  readonly #counts = new Map<string, { count: number; since: number }>();

  add(key: string): { count: number; since: number } {
    const now = performance.now();
    const known = this.#counts.get(key);
    const entry = known !== undefined && now - known.since < WINDOW ? known : { count: 0, since: now };
    entry.count += 1;
    setLast(this.#counts, key, entry);
    return entry;
  }

  /** Throws `too-many-requests` above the limit. */
  count(key: string, limit: number): void {
    const { count, since } = this.add(key);
    if (count <= limit) return;
    const refusal = tooManyRequests(Math.max(1, Math.ceil((since + WINDOW - performance.now()) / 1_000)));
    // Logs only the first refusal: a flood would fill the disk.
    throw count === limit + 1 ? refusal.loggedAs('excess_rate_limit_exceeded') : refusal;
  }
}

function setLast<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (first !== undefined && map.size > ENTRIES) map.delete(first);
}

/** Also bounds the log lines of requests that are refused otherwise, such as logins. */
export function limitRates(app: FastifyInstance, rates: MachineLimits['rates']): void {
  const { user, visitors, network: all, logged } = rates;
  const counts = new Counts();
  // Token hash → user id, of sessions that were valid.
  const validSessions = new Map<string, string>();
  const kinds = new WeakMap<FastifyRequest, keyof Rates>();
  // Before the session look-up and the checks of the headers, so that these are limited too.
  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request);
    if (kind === undefined) return;
    const { ip, tokenHash } = request;
    const userId = validSessions.get(tokenHash);
    if (userId !== undefined) {
      setLast(validSessions, tokenHash, userId);
      return counts.count(userKey(kind, request, userId), user[kind]);
    }
    kinds.set(request, kind);
    // A token may be valid: if forged ones counted, they would refuse sessions that this process has not seen.
    if (tokenHash === '') counts.count(networkOf(ip), all);
  });
  app.addHook('preParsing', async (request) => {
    const kind = kinds.get(request);
    if (kind === undefined) return;
    if (!request.userId) return counts.count(`${kind} ${networkOf(request.ip)}`, visitors[kind]);
    setLast(validSessions, request.tokenHash, request.userId);
    counts.count(userKey(kind, request, request.userId), user[kind]);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The session has ended, or this route does not look it up. A refusal (429, 503) may precede the look-up.
    if (!request.userId && reply.statusCode < 429) validSessions.delete(request.tokenHash);
  });
  app.addHook('onError', async ({ userId, ip, log }, _reply, error) => {
    if (userId || !['info', 'warn'].includes(log.level)) return;
    // Each security event apart: otherwise a flood of 404s would hide the guesses of passwords.
    const event = error instanceof ProblemError ? error.event : undefined;
    const { count } = counts.add(`log ${event} ${addressClientOf(ip).network}`);
    const network = widerNetworksOf(ip).at(-1) ?? networkPrefix(ip);
    if (count === logged + 1) log.warn({ event, network }, 'more refused requests are not logged');
    if (count > logged) log.level = 'error';
  });
}

/** In each network separately: a thief of a session must not use up what its user needs to end it. */
function userKey(kind: keyof Rates, { ip }: FastifyRequest, userId: string): string {
  return `${kind} ${addressClientOf(ip).network} ${userId}`;
}

function kindOf(request: FastifyRequest): keyof Rates | undefined {
  const { method, url, routeOptions } = request;
  const [path = ''] = url.split('?', 1);
  // The route, not the path: a request for a missing file counts.
  if (/^\/(healthz|readyz)$|^\/assets\//.test(routeOptions.url ?? '')) return undefined;
  // The throttle limits logins. A limit of the network would refuse those to accounts that know it.
  const isSession = /^\/sessions\/?$/.test(path);
  if (isSession && method === 'POST') return undefined;
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return isSession ? 'session' : 'write';
  if (isSearch(request)) return 'search';
  return /^\/profile\/?$/.test(path) ? 'profile' : 'read';
}

/** A search reads all titles. */
export function isSearch({ routeOptions, query }: FastifyRequest): boolean {
  return routeOptions.url === '/users' && 'tech' in (query as object);
}
