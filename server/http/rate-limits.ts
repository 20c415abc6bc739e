import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '../problems.ts';
import { networkOf } from './networks.ts';

const WINDOW_MS = 10_000;
/**
 * A classroom of thirty behind one address may read thirty times a second each, and search once. Clients log out on any
 * error of the profile, so that has a limit of its own.
 */
const RATES = { write: 1_000, read: 12_000, profile: 5_000, search: 300 };
export type Rates = typeof RATES;

// The ones beyond were not heard of for longest.
const NETWORKS_KEPT = 5_000;

/** Counts by the monotonic clock: by the other one, set back by an hour, whoever is refused would be for that hour. */
class Windows implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; since: number }>();

  incr(key: string, answer: Parameters<FastifyRateLimitStore['incr']>[1], length: number): void {
    const now = performance.now();
    const known = this.#counts.get(key);
    const count = known !== undefined && now - known.since < length ? known : { current: 0, since: now };
    count.current += 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size > NETWORKS_KEPT) this.#counts.delete(oldest);
    answer(null, { current: count.current, ttl: count.since + length - now });
  }

  child(): Windows {
    return new Windows();
  }
}

/** Counts in memory, by each process for itself. */
export function limitRates(app: FastifyInstance, rates: Partial<Rates> = {}): void {
  const { write, read, profile, search } = { ...RATES, ...rates };
  app.register(rateLimit, { global: false, store: Windows, keyGenerator: ({ ip }) => networkOf(ip) });
  app.after(() => {
    const limit = (max: number) => app.createRateLimit({ max, timeWindow: WINDOW_MS });
    const limits = { write: limit(write), read: limit(read), profile: limit(profile), search: limit(search) };
    app.addHook('onRequest', async (request) => {
      const kind = kindOf(request);
      if (kind === undefined) return;
      const limited = await limits[kind](request);
      if (!limited.isAllowed && limited.isExceeded) throw tooManyRequests(Math.max(1, limited.ttlInSeconds));
    });
  });
}

function kindOf({ method, url, routeOptions, query }: FastifyRequest): keyof Rates | undefined {
  const [path = ''] = url.split('?', 1);
  if (/^\/(healthz|readyz)\/?$|^\/assets\//.test(path)) return undefined;
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'write';
  if (routeOptions.url === '/users' && 'tech' in (query as object)) return 'search';
  return /^\/profile\/?$/.test(path) ? 'profile' : 'read';
}
