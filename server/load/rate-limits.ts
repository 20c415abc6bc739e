import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/networks.ts';
import { tooManyRequests } from '../problems.ts';
import type { MachineLimits, Rates } from './limits.ts';

const WINDOW = 10_000;
// Beyond it, the least recently used count is deleted.
const COUNTS_LIMIT = 20_000;

/** Counts requests in the memory of this process, by the monotonic clock, which nobody can set back. */
class Counts {
  readonly #counts = new Map<string, { count: number; since: number }>();

  add(key: string, limit: number): void {
    const now = performance.now();
    const known = this.#counts.get(key);
    const entry = known !== undefined && now - known.since < WINDOW ? known : { count: 0, since: now };
    entry.count += 1;
    this.#counts.delete(key);
    this.#counts.set(key, entry);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size > COUNTS_LIMIT) this.#counts.delete(oldest);
    if (entry.count <= limit) return;
    const refusal = tooManyRequests(Math.max(1, Math.ceil((entry.since + WINDOW - now) / 1_000)));
    // Only the first is logged: a flood would fill the disk.
    throw entry.count === limit + 1 ? refusal.loggedAs('excess_rate_limit_exceeded') : refusal;
  }

  has(key: string): boolean {
    return this.#counts.has(key);
  }

  remove(key: string): void {
    this.#counts.delete(key);
  }
}

export function limitRates(app: FastifyInstance, { user, visitors, network: all }: MachineLimits['rates']): void {
  const counts = new Counts();
  // Those that were valid do not count for their network: strangers in it could shut out its users.
  const sessions = new Counts();
  const kinds = new WeakMap<FastifyRequest, keyof Rates>();
  // Before the session is looked up, so that the look-ups of a network are limited too.
  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request);
    if (kind === undefined) return;
    kinds.set(request, kind);
    if (!sessions.has(request.tokenHash)) counts.add(networkOf(request.ip), all);
  });
  app.addHook('preParsing', async (request) => {
    const kind = kinds.get(request);
    if (kind === undefined) return;
    if (!request.userId) return counts.add(`${kind} ${networkOf(request.ip)}`, visitors[kind]);
    sessions.add(request.tokenHash, Infinity);
    counts.add(`${kind} ${request.userId}`, user[kind]);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 401 && !request.userId) sessions.remove(request.tokenHash);
  });
}

function kindOf({ method, url, routeOptions, query }: FastifyRequest): keyof Rates | undefined {
  const [path = ''] = url.split('?', 1);
  // By route: a missing one counts.
  if (/^\/(healthz|readyz)$|^\/assets\//.test(routeOptions.url ?? '')) return undefined;
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return /^\/sessions\/?$/.test(path) ? 'session' : 'write';
  if (routeOptions.url === '/users' && 'tech' in (query as object)) return 'search';
  return /^\/profile\/?$/.test(path) ? 'profile' : 'read';
}
